/*===- Plan.h - what each rank sends, receives and copies ---------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Plans how the shards of a concat, a slice or a tile get to the ranks that
 * need them. An exchange joins segments of its sources along one dimension:
 *
 *   concat       each source is a segment, one behind the other
 *   slice        one segment, which begins inside of its source
 *   tile         one segment that repeats
 *   re-layout    one segment, all of its source
 *
 * A rank receives each element that it needs and does not hold once, from a
 * rank that holds it: no exchange with these layouts moves fewer bytes. A plan
 * takes time linear in the segments and in the parts that its rank sends and
 * receives; that of a tile, in the ranks as well.
 *
 * Ranks are numbered row-major in a grid of processes. To keep them apart from
 * the rank of a tensor, that is the number of its `dimensions` here.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_EXCHANGE_PLAN_H
#define ONNXOPS_EXCHANGE_PLAN_H

#include "onnxops/ABI/Runtime.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The processes that hold shards.
typedef struct OnnxopsGrid {
  int64_t axes;         ///< 1 to ONNXOPS_MAX_GRID_AXES
  const int64_t *sizes; ///< at least 1
} OnnxopsGrid;

/// How a dimension of a tensor is sharded. `offsets` are where the shards of an
/// axis begin, and then the dimension's size: one more than the axis has ranks,
/// from 0 on and never falling. A dimension that is not sharded has the axis -1
/// and the offsets {0, size}.
typedef struct OnnxopsSharding {
  int64_t axis;
  const int64_t *offsets;
} OnnxopsSharding;

/// A part of a source, along the dimension of the exchange, and where the
/// result has it: `repeats` times, one behind the other.
typedef struct OnnxopsExchangeSegment {
  int64_t source;
  int64_t begin, length; ///< in the source
  int64_t repeats;
  int64_t resultBegin;
} OnnxopsExchangeSegment;

typedef struct OnnxopsExchange {
  OnnxopsGrid grid;
  int64_t dimensions; ///< of each source and of the result; at least 1
  int64_t dimension;  ///< along which segments are joined
  int64_t sources;
  const OnnxopsSharding *from; ///< `dimensions` for each source
  const OnnxopsSharding *to;   ///< `dimensions`
  int64_t segments;
  const OnnxopsExchangeSegment
      *segment; ///< by `resultBegin`; together all of the result
} OnnxopsExchange;

/// What is wrong with an exchange, as the end of a message that names no
/// tensor; null if it is valid. An axis shards one dimension of a tensor. Sizes
/// of sources and result are the same but along `dimension`, segments are
/// inside of their sources, and no size times another overflows.
const char *onnxopsExchangeProblem(const OnnxopsExchange *exchange);

/// A box of elements that one rank has and another needs, or the same rank.
/// Positions are in whole tensors, not in shards.
typedef struct OnnxopsPart {
  int64_t sender, receiver;
  int64_t source;
  /// In the source, and in the result except along the exchange's dimension,
  /// where `resultBegin` is.
  const int64_t *begin;
  const int64_t *sizes;
  int64_t resultBegin;
} OnnxopsPart;

/// A part of the result that equals another one, at `from`, which the rank has
/// when all parts are received. Along the exchange's dimension; all of the
/// rank's shard in the others. `length` may be more than the distance of the
/// two: the result repeats then.
typedef struct OnnxopsRepeat {
  int64_t from, to, length;
} OnnxopsRepeat;

/// Called with each part, or repeat, of a plan. A part's arrays are valid
/// during the call only.
typedef struct OnnxopsPlanVisitor {
  void *state;
  void (*send)(void *state, const OnnxopsPart *part); ///< to another rank
  void (*receive)(void *state, const OnnxopsPart *part);
  void (*copy)(void *state,
               const OnnxopsPart *part); ///< from this rank's shard
  void (*repeat)(void *state, const OnnxopsRepeat *repeat);
} OnnxopsPlanVisitor;

/// Visits what `rank` does in a valid exchange. The parts from one rank to
/// another have the same order for both. Repeats are to be made in their order.
/// Null functions of the visitor are skipped. Returns false if there is no
/// memory for the plan, perhaps after some parts.
bool onnxopsPlanExchange(const OnnxopsExchange *exchange, int64_t rank,
                         const OnnxopsPlanVisitor *visitor);

/// Elements that `rank` needs and does not hold, counted without a plan. -1 if
/// there is no memory.
int64_t onnxopsExchangeBound(const OnnxopsExchange *exchange, int64_t rank);

/// Where shard `index` of a dimension of `size` begins if it is sharded evenly
/// on `ranks` ranks, 0 <= index <= ranks: the first shards have one element
/// more than the last where ranks do not divide the size.
static inline int64_t onnxopsEvenOffset(int64_t size, int64_t ranks,
                                        int64_t index) {
  int64_t longer = size % ranks;
  return index * (size / ranks) + (index < longer ? index : longer);
}

/// The coordinate of a rank along an axis of the grid; 0 for axis -1.
int64_t onnxopsGridCoordinate(const OnnxopsGrid *grid, int64_t rank,
                              int64_t axis);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_EXCHANGE_PLAN_H */
