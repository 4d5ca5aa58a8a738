//===- ProblemTest.cpp - tests of exchanges that are not valid ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each changes one number of a valid exchange.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Exchange/Plan.h"

#include <gtest/gtest.h>

#include <limits>

static constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

namespace {
/// A concat of 5 x 4 and 3 x 4, both sharded, on two ranks.
struct Concat {
  int64_t grid[2] = {2, 1};
  int64_t first[3] = {0, 3, 5}, second[3] = {0, 0, 3}, result[3] = {0, 4, 8};
  int64_t other[2] = {0, 4}, otherOfResult[2] = {0, 4};
  OnnxopsSharding from[4] = {{0, first}, {-1, other}, {0, second}, {-1, other}};
  OnnxopsSharding to[2] = {{0, result}, {-1, otherOfResult}};
  OnnxopsExchangeSegment segments[2] = {{0, 0, 5, 1, 0}, {1, 0, 3, 1, 5}};
  OnnxopsExchange exchange = {{2, grid}, 2, 0, 2, from, to, 2, segments};

  const char *getProblem() const { return onnxopsExchangeProblem(&exchange); }
};
} // namespace

TEST(ProblemTest, None) { EXPECT_EQ(Concat().getProblem(), nullptr); }

TEST(ProblemTest, Grid) {
  for (int64_t axes : {-1, 0, 9}) {
    Concat concat;
    concat.exchange.grid.axes = axes;
    EXPECT_STREQ(concat.getProblem(), "expected a grid of 1 to 8 axes");
  }
  for (int64_t size : {int64_t(0), int64_t(-2), kMost}) {
    Concat concat;
    concat.grid[0] = concat.grid[1] = size;
    EXPECT_STREQ(concat.getProblem(),
                 "expected a grid of at least 1 rank, and fewer than 2^63");
  }
}

TEST(ProblemTest, Dimensions) {
  for (int64_t dimensions : {0, -1, 65}) {
    Concat concat;
    concat.exchange.dimensions = dimensions;
    EXPECT_STREQ(concat.getProblem(), "expected tensors of 1 to 64 dimensions");
  }
  for (int64_t dimension : {-1, 2}) {
    Concat concat;
    concat.exchange.dimension = dimension;
    EXPECT_STREQ(concat.getProblem(), "expected a dimension of the tensors");
  }
}

TEST(ProblemTest, Axes) {
  for (int64_t axis : {-2, 2}) {
    Concat concat;
    concat.from[3].axis = axis;
    EXPECT_STREQ(concat.getProblem(), "expected an axis of the grid");
  }
  Concat concat;
  int64_t offsets[] = {0, 2, 4};
  concat.from[3] = {0, offsets};
  EXPECT_STREQ(concat.getProblem(),
               "expected an axis of the grid to shard one dimension");
}

TEST(ProblemTest, Offsets) {
  Concat first;
  first.first[0] = 1;
  EXPECT_STREQ(first.getProblem(), "expected the first shard to begin at 0");
  for (int64_t offset : {-1, 6}) {
    Concat concat;
    concat.first[1] = offset;
    EXPECT_STREQ(concat.getProblem(),
                 "expected no shard to end before it begins");
  }
}

TEST(ProblemTest, Sizes) {
  Concat other;
  other.otherOfResult[1] = 5;
  EXPECT_STREQ(other.getProblem(),
               "expected the sizes of the result in other dimensions");
  Concat large;
  large.other[1] = large.otherOfResult[1] = kMost / 2;
  EXPECT_STREQ(large.getProblem(), "expected fewer than 2^63 elements");
}

TEST(ProblemTest, Segments) {
  for (int64_t source : {-1, 2}) {
    Concat concat;
    concat.segments[1].source = source;
    EXPECT_STREQ(concat.getProblem(), "expected a segment of a source");
  }
  for (OnnxopsExchangeSegment segment :
       {OnnxopsExchangeSegment{0, -1, 5, 1, 0},
        OnnxopsExchangeSegment{0, 1, 5, 1, 0},
        OnnxopsExchangeSegment{0, 6, 0, 1, 0},
        OnnxopsExchangeSegment{0, 0, -5, 1, 0},
        OnnxopsExchangeSegment{0, 1, kMost, 1, 0}}) {
    Concat concat;
    concat.segments[0] = segment;
    EXPECT_STREQ(concat.getProblem(),
                 "expected a segment inside of its source");
  }
  for (OnnxopsExchangeSegment segment :
       {OnnxopsExchangeSegment{1, 0, 3, 1, 4},
        OnnxopsExchangeSegment{1, 0, 3, -1, 5},
        OnnxopsExchangeSegment{1, 0, 3, kMost / 2, 5},
        OnnxopsExchangeSegment{1, 0, 3, kMost / 3, 5}}) {
    Concat concat;
    concat.segments[1] = segment;
    EXPECT_STREQ(concat.getProblem(),
                 "expected each segment to begin where the one before it ends");
  }
  Concat concat;
  concat.segments[1].repeats = 2;
  EXPECT_STREQ(concat.getProblem(),
               "expected the segments to make up the result");
}
