/*===- Tensor.c - bytes, shapes and copies of tensors ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sizes come from callers and from checks that have yet to run, so every
 * product is checked. Memory comes from the C library alone: sanitizers then
 * see each block with its exact bounds.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200112L

#include "Tensor.h"

#include <stdlib.h>
#include <string.h>

Problem onnxopsImplTensorBytes(int64_t elementBytes, int64_t rank,
                               const int64_t *sizes, int64_t *bytes) {
  if (elementBytes <= 0)
    return ProblemElementType;
  if (rank < 0 || rank > ONNXOPS_MAX_RANK)
    return ProblemRank;
  if (rank > 0 && !sizes)
    return ProblemNoSizes;
  bool isEmpty = false;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      return ProblemNegativeSize;
    isEmpty |= sizes[i] == 0;
  }
  *bytes = isEmpty ? 0 : elementBytes;
  if (isEmpty)
    return ProblemNone;
  for (int64_t i = 0; i < rank; ++i)
    if (__builtin_mul_overflow(*bytes, sizes[i], bytes))
      return ProblemTooLarge;
  return ProblemNone;
}

bool onnxopsImplIsAligned(const void *data, int64_t elementBytes) {
  // Complex numbers are moved as integers of at most 8 bytes.
  uintptr_t alignment = elementBytes < 8 ? (uintptr_t)elementBytes : 8;
  return (uintptr_t)data % alignment == 0;
}

void *onnxopsImplAlignedAlloc(size_t bytes) {
  // Not aligned_alloc, which wants a multiple of the alignment: rounded up,
  // AddressSanitizer would miss a store just past the end.
  void *data = NULL;
  if (posix_memalign(&data, onnxopsAlignment, bytes ? bytes : 1))
    return NULL;
  return data;
}

size_t onnxopsImplShapeBytes(int64_t count) {
  return sizeof(Shape) + (size_t)count * sizeof(int64_t);
}

void onnxopsImplRowMajorStrides(int64_t rank, const int64_t *sizes,
                                int64_t *strides) {
  // Unsigned: [2^40, 2^40, 0] is a legal shape, whose strides nobody uses.
  uint64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    strides[i] = (int64_t)stride;
    stride *= (uint64_t)sizes[i];
  }
}

void onnxopsImplShapeDestroy(Shape *shape) {
  if (!shape)
    return;
  free(shape->strings);
  free(shape);
}

Shape *onnxopsImplShapeOf(int64_t *sizes) {
  return (Shape *)(void *)((char *)sizes - offsetof(Shape, values));
}

bool onnxopsImplStringsAreWhole(const OnnxopsString *const *strings,
                                int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    if (!strings[i] || strings[i]->size < 0 ||
        (strings[i]->size > 0 && !strings[i]->data))
      return false;
  return true;
}

Problem onnxopsImplCopyStrings(const OnnxopsString *const *strings,
                               int64_t count, OnnxopsString **copies) {
  *copies = NULL;
  if (count == 0)
    return ProblemNone;
  if (!onnxopsImplStringsAreWhole(strings, count))
    return ProblemNullString;
  int64_t bytes;
  bool isTooLarge =
      __builtin_mul_overflow(count, (int64_t)sizeof(OnnxopsString), &bytes);
  for (int64_t i = 0; i < count && !isTooLarge; ++i)
    isTooLarge = __builtin_add_overflow(bytes, strings[i]->size, &bytes);
  if (isTooLarge)
    return ProblemTooLarge;
  OnnxopsString *block = malloc((size_t)bytes);
  if (!block)
    return ProblemNoMemory;

  char *text = (char *)(block + count);
  for (int64_t i = 0; i < count; ++i) {
    size_t size = (size_t)strings[i]->size;
    if (size > 0)
      memcpy(text, strings[i]->data, size);
    block[i] = (OnnxopsString){.size = (int64_t)size, .data = text};
    text += size;
  }
  *copies = block;
  return ProblemNone;
}

/// Copies run by run, `outer` dimensions of runs; returns where the next run
/// goes.
static char *copyRuns(char *to, const char *from, int64_t outer,
                      const int64_t *sizes, const int64_t *strides,
                      int64_t elementBytes, int64_t runBytes) {
  if (outer == 0) {
    memcpy(to, from, (size_t)runBytes);
    return to + runBytes;
  }
  for (int64_t i = 0; i < sizes[0]; ++i)
    to = copyRuns(to, from + i * strides[0] * elementBytes, outer - 1,
                  sizes + 1, strides + 1, elementBytes, runBytes);
  return to;
}

/// Copies a tensor that has elements, the inner dimensions that are contiguous
/// at one go.
static void copyRowMajor(void *to, const void *from, int64_t elementBytes,
                         int64_t rank, const int64_t *sizes,
                         const int64_t *strides) {
  int64_t outer = rank, run = 1;
  while (outer > 0 && (sizes[outer - 1] == 1 || strides[outer - 1] == run))
    run *= sizes[--outer];
  copyRuns(to, from, outer, sizes, strides, elementBytes, run * elementBytes);
}

/// Makes each of the copied pointers refer to a string of its own.
static Problem detachStrings(const OnnxopsString **elements, int64_t count,
                             Shape *shape) {
  Problem problem = onnxopsImplCopyStrings(elements, count, &shape->strings);
  if (problem)
    return problem;
  for (int64_t i = 0; i < count; ++i)
    elements[i] = &shape->strings[i];
  return ProblemNone;
}

Problem onnxopsImplCopyTensor(int32_t elementType, const void *data,
                              int64_t rank, const int64_t *sizes,
                              const int64_t *strides, void **copy,
                              Shape **shape, int64_t *bytesCopied) {
  int64_t elementBytes = onnxopsElementBytes(elementType), bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (problem)
    return problem;
  if (bytes > 0 && !data)
    return ProblemNoData;

  void *newData = onnxopsImplAlignedAlloc((size_t)bytes);
  Shape *newShape = malloc(onnxopsImplShapeBytes(2 * rank));
  if (!newData || !newShape) {
    free(newData);
    free(newShape);
    return ProblemNoMemory;
  }
  newShape->strings = NULL;
  if (rank > 0)
    memcpy(newShape->values, sizes, (size_t)rank * sizeof(int64_t));
  int64_t *rowMajor = newShape->values + rank;
  onnxopsImplRowMajorStrides(rank, sizes, rowMajor);

  if (bytes > 0)
    copyRowMajor(newData, data, elementBytes, rank, sizes,
                 strides ? strides : rowMajor);
  if (elementType == ONNXOPS_STRING)
    problem = detachStrings(newData, bytes / elementBytes, newShape);
  if (problem) {
    free(newData);
    onnxopsImplShapeDestroy(newShape);
    return problem;
  }
  *copy = newData;
  *shape = newShape;
  *bytesCopied += bytes;
  return ProblemNone;
}
