/*===- InputSeries.h - inputs like the one before ------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A call may have hundreds of inputs, of which most have the type and nearly
 * the sizes of the one before: these are tested in a loop of few instructions.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_INPUTSERIES_H
#define ONNXOPS_LIB_RUNTIME_INPUTSERIES_H

#include "Input.h"

#include <string.h>

/// What slots of tensors of one element type hold.
typedef struct TensorType {
  int64_t elementType;
  int64_t elementBytes;
  uint64_t firstWord;     ///< of the slot
  uintptr_t addressZeros; ///< bits that are 0 in addresses of data
} TensorType;

static inline uint64_t onnxopsImplFirstWord(const OnnxopsValue *value) {
  uint64_t word;
  memcpy(&word, value, sizeof(word));
  return word;
}

/// Whether a value is surely a row-major tensor of this type and rank, whose
/// data and sizes are there. Without a branch for each field: a call may have
/// hundreds of inputs.
static inline bool onnxopsImplIsTensor(const OnnxopsValue *value,
                                       const TensorType *type, int64_t rank) {
  const uint64_t unexpected =
      (onnxopsImplFirstWord(value) ^ type->firstWord) |
      (uint64_t)(value->rank ^ rank) | (uintptr_t)value->strides |
      (uint32_t)value->reserved | ((uintptr_t)value->data & type->addressZeros);
  return !unexpected && value->data && (value->sizes || rank == 0);
}

/// Whether two rows of `rank` sizes are equal: two at a time, since a call may
/// have hundreds of inputs.
static inline bool onnxopsImplAreSizes(const int64_t *sizes,
                                       const int64_t *expected, int64_t rank) {
  typedef int64_t Pair __attribute__((vector_size(16), aligned(8), may_alias));
  if (rank < 2)
    return rank == 0 || *sizes == *expected;
  const int64_t last = rank - 2;
  Pair differ =
      *(const Pair *)(sizes + last) ^ *(const Pair *)(expected + last);
  for (int64_t i = 0; i < last; i += 2)
    differ |= *(const Pair *)(sizes + i) ^ *(const Pair *)(expected + i);
  return (differ[0] | differ[1]) == 0;
}

/// The number of inputs after `value`, which is as `entry` declares it, that
/// are surely as declared too, of the `limit` whose entries are alike. They
/// have the sizes of `value`, and so its symbols, but for the dimension
/// that is stored in `alike`, with the sum of its sizes.
int64_t onnxopsImplCountAlike(const OnnxopsValue *value, const int64_t *entry,
                              const TensorType *type, int64_t limit,
                              AlikeInputs *alike);

#endif /* ONNXOPS_LIB_RUNTIME_INPUTSERIES_H */
