/*===- InputSeries.c - inputs like the one before -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What cannot be accepted ends a series, and is decided by the caller.
 *
 *===--------------------------------------------------------------------===*/

#include "InputSeries.h"

/// Sizes are prefetched some slots ahead, and slots twice as many: after a copy
/// of 1 MB, those of a thousand inputs are in no cache of the core. `left`
/// slots come after this one.
static inline void prefetchAfter(const OnnxopsValue *value, int64_t left) {
  enum { SlotsAhead = 16 };
  if (left < 2 * SlotsAhead)
    return;
  __builtin_prefetch(value[SlotsAhead].sizes);
  __builtin_prefetch(value + 2 * SlotsAhead);
}

int64_t onnxopsImplCountFixed(const OnnxopsValue *value, const int64_t *entry,
                              const TensorType *type, int64_t most) {
  const int64_t kind = entry[EntryKind], rank = entry[EntryRank];
  int64_t count = 0;
  while (count < most) {
    entry += EntrySizes + rank;
    if ((entry[EntryKind] ^ kind) | (entry[EntryRank] ^ rank) |
        (entry[EntryElementType] ^ type->elementType))
      break;
    if (!onnxopsImplIsTensor(++value, type, rank) ||
        !onnxopsImplAreSizes(value->sizes, entry + EntrySizes, rank))
      break;
    prefetchAfter(value, most - ++count);
  }
  return count;
}

/// The largest size of this dimension, if the others have these, of which the
/// bytes fit an int64_t.
static uint64_t getLargest(const int64_t *sizes, int64_t rank, int64_t axis,
                           int64_t elementBytes) {
  uint64_t largest = (uint64_t)INT64_MAX / (uint64_t)elementBytes;
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      largest /= (uint64_t)sizes[i];
  return largest;
}

int64_t onnxopsImplCountAlike(const OnnxopsValue *value, const int64_t *entry,
                              const TensorType *type, int64_t most) {
  const int64_t rank = value->rank;
  const int64_t *first = value->sizes;
  int64_t axis = rank; // the dimension that differs, if any has differed
  uint64_t largest = 0;
  int64_t count = 0;
  while (count < most && onnxopsImplIsTensor(++value, type, rank)) {
    const int64_t *sizes = value->sizes;
    if (axis == rank) {
      for (axis = 0; axis < rank && sizes[axis] == first[axis];)
        ++axis;
      if (axis < rank) {
        if (entry[EntrySizes + axis] != -1)
          break;
        largest = getLargest(first, rank, axis, type->elementBytes);
      }
    }
    if (axis < rank && ((uint64_t)sizes[axis] - 1 >= largest ||
                        !onnxopsImplAreSizes(sizes, first, axis) ||
                        !onnxopsImplAreSizes(sizes + axis + 1, first + axis + 1,
                                             rank - axis - 1)))
      break;
    prefetchAfter(value, most - ++count);
  }
  return count;
}
