/*===- Tensor.c - bytes, shapes and copies of tensors ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sizes come from callers and from code that has yet to check them, so that
 * every product is checked for overflow. Memory comes from the C library alone:
 * sanitizers then see each block with its exact bounds.
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
  bool isEmpty = false, isTooLarge = false;
  int64_t product = elementBytes;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] < 0)
      return ProblemNegativeSize;
    isEmpty |= sizes[i] == 0;
    isTooLarge |= __builtin_mul_overflow(product, sizes[i], &product);
  }
  *bytes = isEmpty ? 0 : product;
  return isTooLarge && !isEmpty ? ProblemTooLarge : ProblemNone;
}

void *onnxopsImplAlignedAlloc(size_t bytes) {
  // Not aligned_alloc, which needs a multiple of the alignment: rounding up
  // would hide a store just past the end from AddressSanitizer.
  void *data = NULL;
  if (posix_memalign(&data, onnxopsAlignment, bytes ? bytes : 1))
    return NULL;
  return data;
}

size_t onnxopsImplShapeBytes(int64_t count) {
  return sizeof(Shape) + (size_t)count * sizeof(int64_t);
}

Shape *onnxopsImplShapeCreate(int64_t count) {
  Shape *shape = malloc(onnxopsImplShapeBytes(count));
  if (!shape)
    return NULL;
  *shape = (Shape){.valueCapacity = (int32_t)count};
  return shape;
}

void onnxopsImplRowMajorStrides(int64_t rank, const int64_t *sizes,
                                int64_t *strides) {
  // Unsigned: [2^40, 2^40, 0] is a legal shape, although its strides overflow;
  // they are never used.
  uint64_t stride = 1;
  for (int64_t i = rank; i-- > 0;) {
    strides[i] = (int64_t)stride;
    stride *= (uint64_t)sizes[i];
  }
}

int64_t onnxopsImplOddStride(int64_t rank, const int64_t *sizes,
                             const int64_t *strides, int64_t *expected) {
  for (int64_t i = 0; i < rank; ++i)
    if (sizes[i] <= 0)
      return -1;
  *expected = 1;
  for (int64_t i = rank; i-- > 0;) {
    if (sizes[i] != 1 && strides[i] != *expected)
      return i;
    if (__builtin_mul_overflow(*expected, sizes[i], expected))
      return -1;
  }
  return -1;
}

void onnxopsImplShapeDestroy(Shape *shape) {
  if (!shape)
    return;
  free(shape->strings);
  free(shape);
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
                               int64_t count, int64_t *budget,
                               OnnxopsString **copies) {
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
  if (budget && bytes > *budget)
    return ProblemOverLimit;
  if (budget)
    *budget -= bytes;
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

Problem onnxopsImplDetachStrings(const OnnxopsString **elements, int64_t count,
                                 int64_t *budget, Shape *shape) {
  Problem problem =
      onnxopsImplCopyStrings(elements, count, budget, &shape->strings);
  if (problem)
    return problem;
  for (int64_t i = 0; i < count; ++i)
    elements[i] = &shape->strings[i];
  return ProblemNone;
}

Shape *onnxopsImplRowMajorShape(int64_t rank, const int64_t *sizes,
                                int64_t capacity) {
  Shape *shape = onnxopsImplShapeCreate(2 * rank);
  if (!shape)
    return NULL;
  shape->capacity = capacity;
  shape->rank = (int32_t)rank;
  if (rank > 0)
    memcpy(shape->values, sizes, (size_t)rank * sizeof(int64_t));
  onnxopsImplRowMajorStrides(rank, sizes, shape->values + rank);
  return shape;
}

Problem onnxopsImplMakeTensor(OnnxopsDevice *device, int32_t elementType,
                              int64_t rank, const int64_t *sizes, void **data,
                              Shape **shape) {
  int64_t elementBytes = onnxopsElementBytes(elementType), bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (problem)
    return problem;
  void *newData = device ? onnxopsDeviceAllocate(device, bytes)
                         : onnxopsImplAlignedAlloc((size_t)bytes);
  Shape *newShape = onnxopsImplRowMajorShape(rank, sizes, bytes);
  if (!newData || !newShape) {
    onnxopsImplFreeData(device, newData);
    free(newShape);
    return ProblemNoMemory;
  }
  newShape->device = device;
  *data = newData;
  *shape = newShape;
  return ProblemNone;
}
