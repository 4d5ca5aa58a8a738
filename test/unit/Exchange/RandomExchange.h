//===- RandomExchange.h - exchanges to test --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes exchanges of every kind, on grids of one and two axes, with even,
// uneven and empty shards.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_EXCHANGE_RANDOMEXCHANGE_H
#define ONNXOPS_TEST_UNIT_EXCHANGE_RANDOMEXCHANGE_H

#include "onnxops/Exchange/Plan.h"

#include <cstdint>
#include <deque>
#include <random>
#include <vector>

/// Calls `visit` with each position of a box.
template <typename Visit>
void visitBox(const std::vector<int64_t> &begin,
              const std::vector<int64_t> &end, Visit visit) {
  std::vector<int64_t> position = begin;
  for (size_t d = 0; d < begin.size(); ++d)
    if (begin[d] >= end[d])
      return;
  while (true) {
    visit(position);
    size_t d = position.size();
    while (d > 0 && ++position[d - 1] == end[d - 1]) {
      position[d - 1] = begin[d - 1];
      --d;
    }
    if (d == 0)
      return;
  }
}

/// An exchange that owns its arrays.
class RandomExchange {
public:
  explicit RandomExchange(unsigned seed);

  OnnxopsExchange exchange = {};

  int64_t getRanks() const;

  /// The shard of a rank, as the position where it begins and where it ends.
  std::vector<int64_t> getBegin(const OnnxopsSharding *shardings,
                                int64_t rank) const;
  std::vector<int64_t> getEnd(const OnnxopsSharding *shardings,
                              int64_t rank) const;

  /// The element of a source that the result is to have at `position`, which is
  /// replaced by that in the source.
  int64_t findSource(std::vector<int64_t> &position) const;

  const OnnxopsSharding *getSource(int64_t source) const {
    return exchange.from + source * exchange.dimensions;
  }

private:
  int64_t draw(int64_t least, int64_t most) {
    return std::uniform_int_distribution<int64_t>(least, most)(random);
  }
  void makeSegments();
  void addSegment(OnnxopsExchangeSegment segment);
  OnnxopsSharding shard(int64_t axis, int64_t size);
  void makeShardings(const std::vector<int64_t> &sizes,
                     std::vector<OnnxopsSharding> *shardings);

  std::mt19937 random;
  std::vector<int64_t> grid;
  std::deque<std::vector<int64_t>> offsets;
  std::vector<int64_t> sourceSizes; ///< along the exchange's dimension
  std::vector<OnnxopsExchangeSegment> segments;
  std::vector<OnnxopsSharding> from, to;
  int64_t resultSize = 0;
};

#endif // ONNXOPS_TEST_UNIT_EXCHANGE_RANDOMEXCHANGE_H
