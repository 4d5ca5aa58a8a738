//===- ExchangeTest.cpp - tests of exchanges between threads --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges with memory of any strides. Bytes that no element has stay as they
// are, and what is sent is counted.
//
//===----------------------------------------------------------------------===//

#include "RandomExchange.h"
#include "Ranks.h"

#include <gtest/gtest.h>

#include <cstring>

static constexpr unsigned char kPoison = 0xee;

namespace {

/// A shard in memory.
class Shard {
public:
  Shard(std::vector<int64_t> begin, const std::vector<int64_t> &end,
        int64_t elementBytes, std::mt19937 &random)
      : begin(std::move(begin)), end(end), elementBytes(elementBytes),
        strides(end.size()) {
    int64_t stride = 1;
    for (size_t d = end.size(); d-- > 0;) {
      strides[d] = stride;
      stride *= getSize(d) + (random() % 3 == 0);
    }
    bytes.resize(stride * elementBytes, kPoison);
  }

  int64_t getSize(size_t d) const { return end[d] - begin[d]; }

  unsigned char *find(const std::vector<int64_t> &position) {
    int64_t offset = 0;
    for (size_t d = 0; d < begin.size(); ++d)
      offset += (position[d] - begin[d]) * strides[d];
    return bytes.data() + offset * elementBytes;
  }

  /// Gives each position the bytes that `value` returns for it.
  template <typename Value>
  void fill(Value value) {
    visitBox(begin, end, [&](const std::vector<int64_t> &position) {
      std::vector<unsigned char> element = value(position);
      std::memcpy(find(position), element.data(), element.size());
    });
  }

  const std::vector<int64_t> begin, end;
  const int64_t elementBytes;
  std::vector<int64_t> strides;
  std::vector<unsigned char> bytes;
};

/// One rank's part in an exchange.
class Participant {
public:
  Participant(const RandomExchange &random, int64_t rank, int64_t elementBytes,
              std::mt19937 &generator)
      : random(random), elementBytes(elementBytes),
        result(makeShard(random.exchange.to, rank, generator)),
        expected(result) {
    for (int64_t i = 0; i < random.exchange.sources; ++i) {
      sources.push_back(makeShard(random.getSource(i), rank, generator));
      sources[i].fill([&](const std::vector<int64_t> &position) {
        return getElement(i, position);
      });
    }
    expected.fill([&](std::vector<int64_t> position) {
      int64_t source = random.findSource(position);
      return getElement(source, position);
    });
  }

  std::vector<int64_t> makeTable() {
    const OnnxopsExchange &exchange = random.exchange;
    table = {exchange.grid.axes, exchange.dimensions, exchange.dimension,
             elementBytes,       exchange.sources,    exchange.segments};
    table.insert(table.end(), exchange.grid.sizes,
                 exchange.grid.sizes + exchange.grid.axes);
    addTensor(result, exchange.to);
    for (int64_t i = 0; i < exchange.sources; ++i)
      addTensor(sources[i], random.getSource(i));
    for (int64_t i = 0; i < exchange.segments; ++i) {
      const OnnxopsExchangeSegment &segment = exchange.segment[i];
      for (int64_t word : {segment.source, segment.begin, segment.length,
                           segment.repeats, segment.resultBegin})
        table.push_back(word);
    }
    return table;
  }

  bool isRight() const { return result.bytes == expected.bytes; }

private:
  Shard makeShard(const OnnxopsSharding *shardings, int64_t rank,
                  std::mt19937 &generator) {
    return Shard(random.getBegin(shardings, rank),
                 random.getEnd(shardings, rank), elementBytes, generator);
  }

  std::vector<unsigned char> getElement(int64_t source,
                                        std::vector<int64_t> position) const {
    std::vector<unsigned char> element;
    for (int64_t i = 0; i < elementBytes; ++i) {
      int64_t value = 7 * i + 31 * source;
      for (int64_t p : position)
        value = value * 13 + p;
      element.push_back(value % 200);
    }
    return element;
  }

  void addTensor(Shard &shard, const OnnxopsSharding *shardings) {
    table.push_back(int64_t(reinterpret_cast<intptr_t>(shard.bytes.data())));
    for (int64_t d = 0; d < random.exchange.dimensions; ++d) {
      for (int64_t word :
           {shard.getSize(d), shard.strides[d], shardings[d].axis,
            int64_t(reinterpret_cast<intptr_t>(shardings[d].offsets))})
        table.push_back(word);
    }
  }

  const RandomExchange &random;
  const int64_t elementBytes;
  Shard result, expected;
  std::vector<Shard> sources;
  std::vector<int64_t> table;
};

} // namespace

TEST(ExchangeTest, FillsTheResult) {
  for (unsigned seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomExchange random(seed);
    std::mt19937 generator(seed);
    int64_t elementBytes = int64_t(1) << generator() % 5;
    std::vector<Participant> participants;
    int64_t bound = 0;
    for (int64_t rank = 0; rank < random.getRanks(); ++rank) {
      participants.emplace_back(random, rank, elementBytes, generator);
      bound += onnxopsExchangeBound(&random.exchange, rank);
    }
    Ranks ranks(random.getRanks());
    int64_t sent = 0;
    for (const Outcome &outcome :
         ranks.call([&](OnnxopsContext *context, int64_t rank) {
           return onnxopsRtExchange(
               context, participants[rank].makeTable().data(), "Concat");
         })) {
      EXPECT_EQ(outcome.status, 0) << outcome.error;
      sent += outcome.bytesSent;
    }
    for (const Participant &participant : participants)
      EXPECT_TRUE(participant.isRight());
    EXPECT_EQ(sent, bound * elementBytes);
  }
}

// One rank needs no transport.
TEST(ExchangeTest, OneRank) {
  OnnxopsContext *context = onnxopsContextCreate();
  // Three elements, twice.
  uint16_t source[] = {1, 2, 3}, result[6] = {};
  int64_t table[] = {1,
                     1,
                     0,
                     2,
                     1,
                     1,
                     1,
                     int64_t(reinterpret_cast<intptr_t>(result)),
                     6,
                     1,
                     -1,
                     0,
                     int64_t(reinterpret_cast<intptr_t>(source)),
                     3,
                     1,
                     -1,
                     0,
                     0,
                     0,
                     3,
                     2,
                     0};
  Outcome outcome = Ranks::callOn(
      context, 1,
      [&](OnnxopsContext *context, int64_t) {
        return onnxopsRtExchange(context, table, "Tile");
      },
      0);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(std::vector<uint16_t>(result, result + 6),
            (std::vector<uint16_t>{1, 2, 3, 1, 2, 3}));
  onnxopsContextDestroy(context);
}

TEST(ExchangeTest, OffsetsFromSizes) {
  Ranks ranks(6);
  static const int64_t grid[] = {2, 3};
  for (const Outcome &outcome :
       ranks.call([&](OnnxopsContext *context, int64_t rank) {
         int64_t offsets[4];
         int32_t status = onnxopsRtGatherOffsets(context, 10 + rank % 3, grid,
                                                 2, 1, offsets, "x");
         EXPECT_EQ(std::vector<int64_t>(offsets, offsets + 4),
                   (std::vector<int64_t>{0, 10, 21, 33}));
         return status;
       }))
    EXPECT_EQ(outcome.status, 0) << outcome.error;
}
