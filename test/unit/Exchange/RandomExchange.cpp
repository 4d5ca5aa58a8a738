//===- RandomExchange.cpp - exchanges to test -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Small sizes, so that shards are often empty and often begin together.
//
//===----------------------------------------------------------------------===//

#include "RandomExchange.h"

#include <algorithm>

void RandomExchange::addSegment(OnnxopsExchangeSegment segment) {
  segment.resultBegin = resultSize;
  resultSize += segment.length * segment.repeats;
  segments.push_back(segment);
}

void RandomExchange::makeSegments() {
  switch (draw(0, 3)) {
  case 0: // concat
    for (int64_t i = 0, e = draw(1, 4); i < e; ++i) {
      sourceSizes.push_back(draw(0, 12));
      addSegment({i, 0, sourceSizes[i], 1, 0});
    }
    break;
  case 1: // tile
    sourceSizes.push_back(draw(0, 12));
    addSegment({0, 0, sourceSizes[0], draw(0, 6), 0});
    break;
  case 2: { // slice
    sourceSizes.push_back(draw(0, 12));
    int64_t begin = draw(0, sourceSizes[0]);
    addSegment({0, begin, draw(0, sourceSizes[0] - begin), 1, 0});
    break;
  }
  default: // anything, of few sources
    for (int64_t i = 0, e = draw(1, 3); i < e; ++i)
      sourceSizes.push_back(draw(0, 12));
    for (int64_t i = 0, e = draw(0, 6); i < e; ++i) {
      int64_t source = draw(0, sourceSizes.size() - 1);
      int64_t begin = draw(0, sourceSizes[source]);
      int64_t length = draw(0, sourceSizes[source] - begin);
      addSegment({source, begin, length, draw(0, 3), 0});
    }
  }
}

OnnxopsSharding RandomExchange::shard(int64_t axis, int64_t size) {
  std::vector<int64_t> &begins = offsets.emplace_back();
  int64_t count = axis < 0 ? 1 : grid[axis];
  bool isEven = draw(0, 1);
  begins = {0, size};
  for (int64_t i = 1; i < count; ++i)
    begins.push_back(isEven ? size * i / count : draw(0, size));
  std::sort(begins.begin(), begins.end());
  return {axis, begins.data()};
}

void RandomExchange::makeShardings(const std::vector<int64_t> &sizes,
                                   std::vector<OnnxopsSharding> *shardings) {
  std::vector<int64_t> axes(sizes.size(), -1);
  for (size_t axis = 0; axis < grid.size(); ++axis) {
    int64_t dimension = draw(-1, int64_t(sizes.size()) - 1);
    if (dimension >= 0 && axes[dimension] < 0)
      axes[dimension] = int64_t(axis);
  }
  for (size_t d = 0; d < sizes.size(); ++d)
    shardings->push_back(shard(axes[d], sizes[d]));
}

RandomExchange::RandomExchange(unsigned seed) : random(seed) {
  for (int64_t i = 0, e = draw(1, 2); i < e; ++i)
    grid.push_back(draw(1, e == 1 ? 9 : 4));
  makeSegments();
  std::vector<int64_t> sizes;
  for (int64_t d = 0, e = draw(1, 3); d < e; ++d)
    sizes.push_back(draw(0, 20) == 0 ? 0 : draw(1, 4));
  int64_t dimension = draw(0, int64_t(sizes.size()) - 1);
  for (int64_t size : sourceSizes) {
    sizes[dimension] = size;
    makeShardings(sizes, &from);
  }
  sizes[dimension] = resultSize;
  makeShardings(sizes, &to);
  exchange = {{int64_t(grid.size()), grid.data()},
              int64_t(sizes.size()),
              dimension,
              int64_t(sourceSizes.size()),
              from.data(),
              to.data(),
              int64_t(segments.size()),
              segments.data()};
}

int64_t RandomExchange::getRanks() const {
  int64_t ranks = 1;
  for (int64_t size : grid)
    ranks *= size;
  return ranks;
}

std::vector<int64_t> RandomExchange::getBegin(const OnnxopsSharding *shardings,
                                              int64_t rank) const {
  std::vector<int64_t> begin;
  for (int64_t d = 0; d < exchange.dimensions; ++d)
    begin.push_back(shardings[d].offsets[onnxopsGridCoordinate(
        &exchange.grid, rank, shardings[d].axis)]);
  return begin;
}

std::vector<int64_t> RandomExchange::getEnd(const OnnxopsSharding *shardings,
                                            int64_t rank) const {
  std::vector<int64_t> end;
  for (int64_t d = 0; d < exchange.dimensions; ++d)
    end.push_back(
        shardings[d].offsets[1 + onnxopsGridCoordinate(&exchange.grid, rank,
                                                       shardings[d].axis)]);
  return end;
}

int64_t RandomExchange::findSource(std::vector<int64_t> &position) const {
  int64_t &along = position[exchange.dimension];
  for (const OnnxopsExchangeSegment &segment : segments) {
    int64_t offset = along - segment.resultBegin;
    if (offset >= 0 && offset < segment.length * segment.repeats) {
      along = segment.begin + offset % segment.length;
      return segment.source;
    }
  }
  return -1;
}
