/*===- Shards.h - the intervals that ranks hold ---------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Along one dimension of a tensor.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_SHARDS_H
#define ONNXOPS_LIB_EXCHANGE_SHARDS_H

#include "onnxops/Exchange/Plan.h"

typedef struct Interval {
  int64_t begin, end; ///< empty unless begin < end
} Interval;

static inline Interval onnxopsImplIntersect(Interval a, Interval b) {
  return (Interval){a.begin > b.begin ? a.begin : b.begin,
                    a.end < b.end ? a.end : b.end};
}

static inline bool onnxopsImplIsEmpty(Interval interval) {
  return interval.begin >= interval.end;
}

static inline Interval onnxopsImplShard(const OnnxopsSharding *sharding,
                                        int64_t coordinate) {
  return (Interval){sharding->offsets[coordinate],
                    sharding->offsets[coordinate + 1]};
}

Interval onnxopsImplShardOfRank(const OnnxopsGrid *grid,
                                const OnnxopsSharding *sharding, int64_t rank);

/// The shards along a dimension: 1 if it is not sharded.
int64_t onnxopsImplCountShards(const OnnxopsGrid *grid,
                               const OnnxopsSharding *sharding);

/// The shards that have elements of an interval that is not empty, and perhaps
/// empty ones.
Interval onnxopsImplFindShards(const OnnxopsGrid *grid,
                               const OnnxopsSharding *sharding,
                               Interval interval);

/// Of `exchange->from`, those of one source.
static inline const OnnxopsSharding *
onnxopsImplShardingsOf(const OnnxopsExchange *exchange, int64_t source) {
  return exchange->from + source * exchange->dimensions;
}

/// Whether an axis of the grid shards a dimension of a tensor.
bool onnxopsImplIsSharded(const OnnxopsExchange *exchange,
                          const OnnxopsSharding *shardings, int64_t axis);

#endif /* ONNXOPS_LIB_EXCHANGE_SHARDS_H */
