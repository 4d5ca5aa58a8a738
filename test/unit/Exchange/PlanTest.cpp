//===- PlanTest.cpp - tests of the plans of exchanges ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Carries out plans element by element, and counts what moves. Expected are the
// elements that an exchange is defined to have, and as few moves as there are
// elements that a rank needs and does not hold.
//
//===----------------------------------------------------------------------===//

#include "RandomExchange.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>

using Position = std::vector<int64_t>;

namespace {
/// An element of a source.
struct Element {
  int64_t source;
  Position position;

  bool operator<(const Element &other) const {
    return std::tie(source, position) < std::tie(other.source, other.position);
  }
  bool operator==(const Element &other) const {
    return source == other.source && position == other.position;
  }
};
} // namespace

namespace {
/// A shard of a tensor.
struct Box {
  Position begin, end;

  bool contains(const Position &position) const {
    for (size_t d = 0; d < begin.size(); ++d)
      if (position[d] < begin[d] || position[d] >= end[d])
        return false;
    return true;
  }
};

/// What the ranks do in an exchange.
class Simulation {
public:
  explicit Simulation(const RandomExchange &random)
      : random(random), exchange(random.exchange), results(random.getRanks()) {}

  void run() {
    for (int64_t rank = 0; rank < random.getRanks(); ++rank)
      visit(rank, &Simulation::receive);
    for (int64_t rank = 0; rank < random.getRanks(); ++rank) {
      isSending = true;
      visit(rank, nullptr);
    }
    EXPECT_EQ(sent, received);
    for (int64_t rank = 0; rank < random.getRanks(); ++rank)
      check(rank);
  }

  int64_t moved = 0;

private:
  using Parts = std::vector<std::tuple<int64_t, Position, Position, int64_t>>;

  Box getShard(const OnnxopsSharding *shardings, int64_t rank) const {
    return {random.getBegin(shardings, rank), random.getEnd(shardings, rank)};
  }

  /// The element that a position of the result is to have.
  Element getExpected(Position position) const {
    int64_t source = random.findSource(position);
    EXPECT_GE(source, 0);
    return {source, position};
  }

  static Parts::value_type describe(const OnnxopsPart &part, size_t count) {
    return {part.source, Position(part.begin, part.begin + count),
            Position(part.sizes, part.sizes + count), part.resultBegin};
  }

  void store(int64_t rank, const OnnxopsPart &part) {
    size_t count = exchange.dimensions;
    Box held = getShard(random.getSource(part.source), part.sender);
    Box wanted = getShard(exchange.to, rank);
    Position begin(part.begin, part.begin + count), end = begin;
    for (size_t d = 0; d < count; ++d)
      end[d] += part.sizes[d];
    visitBox(begin, end, [&](const Position &position) {
      EXPECT_TRUE(held.contains(position));
      Position to = position;
      to[exchange.dimension] += part.resultBegin - begin[exchange.dimension];
      EXPECT_TRUE(wanted.contains(to));
      Element element{part.source, position};
      EXPECT_TRUE(results[rank].emplace(to, element).second);
      EXPECT_TRUE(had[rank].insert(element).second) << "received twice";
      moved += part.sender != rank;
    });
  }

  void receive(const OnnxopsPart &part) {
    EXPECT_NE(part.sender, part.receiver);
    received[{part.sender, part.receiver}].push_back(
        describe(part, exchange.dimensions));
    store(part.receiver, part);
  }

  void copy(const OnnxopsPart &part) {
    EXPECT_EQ(part.sender, part.receiver);
    store(part.receiver, part);
  }

  void repeat(int64_t rank, const OnnxopsRepeat &repeat) {
    Box box = getShard(exchange.to, rank);
    EXPECT_GT(repeat.length, 0);
    box.begin[exchange.dimension] = repeat.to;
    box.end[exchange.dimension] = repeat.to + repeat.length;
    visitBox(box.begin, box.end, [&](const Position &position) {
      Position from = position;
      from[exchange.dimension] += repeat.from - repeat.to;
      ASSERT_TRUE(results[rank].count(from));
      EXPECT_TRUE(
          results[rank].emplace(position, results[rank].at(from)).second);
    });
  }

  void visit(int64_t rank, void (Simulation::*)(const OnnxopsPart &)) {
    this->rank = rank;
    OnnxopsPlanVisitor visitor = {};
    visitor.state = this;
    if (isSending) {
      visitor.send = [](void *state, const OnnxopsPart *part) {
        auto *self = static_cast<Simulation *>(state);
        EXPECT_EQ(part->sender, self->rank);
        self->sent[{part->sender, part->receiver}].push_back(
            describe(*part, self->exchange.dimensions));
      };
    } else {
      visitor.receive = [](void *state, const OnnxopsPart *part) {
        static_cast<Simulation *>(state)->receive(*part);
      };
      visitor.copy = [](void *state, const OnnxopsPart *part) {
        static_cast<Simulation *>(state)->copy(*part);
      };
      visitor.repeat = [](void *state, const OnnxopsRepeat *repeat) {
        auto *self = static_cast<Simulation *>(state);
        self->repeat(self->rank, *repeat);
      };
    }
    EXPECT_TRUE(onnxopsPlanExchange(&exchange, rank, &visitor));
  }

  /// Compares a shard of the result, and the bound, with their definitions.
  void check(int64_t rank) {
    Box wanted = getShard(exchange.to, rank);
    std::set<Element> missing;
    size_t count = 0;
    visitBox(wanted.begin, wanted.end, [&](const Position &position) {
      ++count;
      Element expected = getExpected(position);
      auto result = results[rank].find(position);
      ASSERT_TRUE(result != results[rank].end());
      EXPECT_EQ(result->second, expected);
      if (!getShard(random.getSource(expected.source), rank)
               .contains(expected.position))
        missing.insert(expected);
    });
    EXPECT_EQ(results[rank].size(), count);
    EXPECT_EQ(onnxopsExchangeBound(&exchange, rank), int64_t(missing.size()));
    needed += int64_t(missing.size());
    if (rank + 1 == random.getRanks()) {
      EXPECT_EQ(moved, needed);
    }
  }

  const RandomExchange &random;
  const OnnxopsExchange &exchange;
  int64_t rank = 0, needed = 0;
  bool isSending = false;
  std::vector<std::map<Position, Element>> results;
  std::map<int64_t, std::set<Element>> had;
  std::map<std::pair<int64_t, int64_t>, Parts> sent, received;
};
} // namespace

TEST(PlanTest, MovesWhatIsMissing) {
  int64_t moved = 0;
  for (unsigned seed = 0; seed < 3000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomExchange random(seed);
    Simulation simulation(random);
    simulation.run();
    moved += simulation.moved;
  }
  EXPECT_GT(moved, 10000);
}

namespace {
/// Parts of a plan, by kind.
struct Counts {
  int64_t sent = 0, received = 0, copied = 0, repeated = 0;
};

/// A one-dimensional exchange of one source, sharded evenly on many ranks.
struct Many {
  Many(int64_t ranks, OnnxopsExchangeSegment segment, bool isGathered)
      : segment(segment) {
    grid = ranks;
    int64_t size = 64 * ranks, result = segment.length * segment.repeats;
    for (int64_t i = 0; i <= ranks; ++i) {
      fromOffsets.push_back(size * i / ranks);
      toOffsets.push_back(result * i / ranks);
    }
    from = {0, fromOffsets.data()};
    if (isGathered)
      toOffsets = {0, result};
    to = {isGathered ? -1 : 0, toOffsets.data()};
    exchange = {{1, &grid}, 1, 0, 1, &from, &to, 1, &this->segment};
  }

  Counts plan(int64_t rank) const {
    Counts counts;
    OnnxopsPlanVisitor visitor = {&counts,
                                  [](void *state, const OnnxopsPart *) {
                                    ++static_cast<Counts *>(state)->sent;
                                  },
                                  [](void *state, const OnnxopsPart *) {
                                    ++static_cast<Counts *>(state)->received;
                                  },
                                  [](void *state, const OnnxopsPart *) {
                                    ++static_cast<Counts *>(state)->copied;
                                  },
                                  [](void *state, const OnnxopsRepeat *) {
                                    ++static_cast<Counts *>(state)->repeated;
                                  }};
    EXPECT_TRUE(onnxopsPlanExchange(&exchange, rank, &visitor));
    return counts;
  }

  int64_t grid;
  std::vector<int64_t> fromOffsets, toOffsets;
  OnnxopsSharding from, to;
  OnnxopsExchangeSegment segment;
  OnnxopsExchange exchange;
};
} // namespace

static constexpr int64_t kMany = 4096;

// A rank's messages do not grow with the number of ranks where its neighbours
// have all that it needs.
TEST(PlanTest, FewMessagesOnManyRanks) {
  Many slice(kMany, {0, 100, 64 * kMany - 200, 1, 0}, false);
  Many tile(kMany, {0, 0, 64 * kMany, 2, 0}, false);
  for (int64_t rank = 0; rank < kMany; ++rank) {
    Counts counts = slice.plan(rank);
    EXPECT_LE(counts.sent, 3);
    EXPECT_LE(counts.received, 3);
    counts = tile.plan(rank);
    EXPECT_LE(counts.sent, 2);
    EXPECT_LE(counts.received, 2);
    EXPECT_EQ(counts.repeated, 0);
  }
}

TEST(PlanTest, AllToAllOnManyRanks) {
  Many gathered(kMany, {0, 0, 64 * kMany, 1, 0}, true);
  Counts counts = gathered.plan(17);
  EXPECT_EQ(counts.sent, kMany - 1);
  EXPECT_EQ(counts.received, kMany - 1);
  EXPECT_EQ(counts.copied, 1);
  Many repeated(kMany, {0, 0, 64 * kMany, 3 * kMany, 0}, false);
  counts = repeated.plan(17);
  EXPECT_EQ(counts.sent, kMany - 1);
  EXPECT_EQ(counts.received, kMany - 1);
  EXPECT_EQ(counts.copied, 1);
  EXPECT_EQ(counts.repeated, 1);
}
