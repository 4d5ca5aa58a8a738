/*===- Shards.c - the intervals that ranks hold ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shards are sorted: that of a position is found in logarithmic time.
 *
 *===--------------------------------------------------------------------===*/

#include "Shards.h"

int64_t onnxopsGridCoordinate(const OnnxopsGrid *grid, int64_t rank,
                              int64_t axis) {
  if (axis < 0)
    return 0;
  for (int64_t a = grid->axes - 1; a > axis; --a)
    rank /= grid->sizes[a];
  return rank % grid->sizes[axis];
}

Interval onnxopsImplShardOfRank(const OnnxopsGrid *grid,
                                const OnnxopsSharding *sharding, int64_t rank) {
  return onnxopsImplShard(sharding,
                          onnxopsGridCoordinate(grid, rank, sharding->axis));
}

int64_t onnxopsImplCountShards(const OnnxopsGrid *grid,
                               const OnnxopsSharding *sharding) {
  return sharding->axis < 0 ? 1 : grid->sizes[sharding->axis];
}

/// The first of `count` shards that ends behind a position; `count` if none
/// does.
static int64_t findShard(const OnnxopsSharding *sharding, int64_t count,
                         int64_t position) {
  int64_t low = 0, high = count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (sharding->offsets[middle + 1] > position)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

Interval onnxopsImplFindShards(const OnnxopsGrid *grid,
                               const OnnxopsSharding *sharding,
                               Interval interval) {
  int64_t count = onnxopsImplCountShards(grid, sharding);
  int64_t begin = findShard(sharding, count, interval.begin);
  int64_t last = findShard(sharding, count, interval.end - 1);
  return (Interval){begin, last < count ? last + 1 : count};
}

bool onnxopsImplIsSharded(const OnnxopsExchange *exchange,
                          const OnnxopsSharding *shardings, int64_t axis) {
  for (int64_t d = 0; d < exchange->dimensions; ++d)
    if (shardings[d].axis == axis)
      return true;
  return false;
}
