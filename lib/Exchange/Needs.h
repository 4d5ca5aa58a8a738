/*===- Needs.h - what a shard of a result needs of the sources ---- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Along the dimension of an exchange, for one interval of its result.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_NEEDS_H
#define ONNXOPS_LIB_EXCHANGE_NEEDS_H

#include "Shards.h"

#include <stddef.h>

/// An interval of a source, and where the result has it.
typedef struct Need {
  int64_t source, begin, end, resultBegin;
} Need;

/// To be zero at first, and freed by onnxopsImplFreeNeeds.
typedef struct Needs {
  Need *needs; ///< by source, then by `begin`; disjoint
  int64_t count, capacity;
  OnnxopsRepeat *repeats; ///< the rest of the interval, in their order
  int64_t repeatCount, repeatCapacity;
} Needs;

/// Replaces `needs` by those of `result`, an interval of the exchange's result.
/// Takes time linear in them but for a binary search and for sorting. Returns
/// false if there is no memory.
bool onnxopsImplFindNeeds(const OnnxopsExchange *exchange, Interval result,
                          Needs *needs);

void onnxopsImplFreeNeeds(Needs *needs);

/// Grows an array, which has `count` of `capacity` entries, for one more.
/// Returns false, and changes nothing, if there is no memory.
bool onnxopsImplReserve(void **array, int64_t *capacity, int64_t count,
                        size_t entryBytes);

#endif /* ONNXOPS_LIB_EXCHANGE_NEEDS_H */
