/*===- Tensor.h - bytes, shapes and copies of tensors -------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What the files of the runtime share about tensors: how many bytes one has,
 * the block that keeps its sizes, deep copies. Nothing here knows a context;
 * a problem is returned and becomes a message where the value's name is known.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_TENSOR_H
#define ONNXOPS_LIB_RUNTIME_TENSOR_H

#include "onnxops/ABI/Device.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

_Static_assert(sizeof(size_t) >= sizeof(int64_t),
               "sizes that fit in an int64_t can be asked of malloc");

/// Alignment in bytes of all tensor data that the runtime allocates: a cache
/// line, and enough for every vector load.
enum { onnxopsAlignment = 64 };

/// What can be wrong with a tensor or with making one.
typedef enum Problem {
  ProblemNone,
  ProblemElementType,
  ProblemRank,
  ProblemNoSizes,
  ProblemNegativeSize,
  ProblemTooLarge,
  ProblemNoData,
  ProblemAlignment,
  ProblemNullString,
  ProblemOverLimit, ///< of the call's memory
  ProblemNoMemory
} Problem;

/// The sizes of a tensor, in one block with what else belongs to exactly one
/// tensor and has no place in an OnnxopsValue.
typedef struct Shape {
  OnnxopsString *strings; ///< what a deep copy's elements point to, or null
  int32_t valueCapacity;  ///< how many values fit
  int32_t rank;           ///< of an element of a sequence
  int64_t capacity;       ///< bytes that fit where the elements are, if owned
  OnnxopsDevice *device;  ///< that owned elements are on, null for the host
  int64_t values[];       ///< `rank` sizes; in a sequence then `rank` strides
} Shape;

/// Computes elementBytes * product(sizes). A size of 0 makes it 0 however large
/// the others are.
Problem onnxopsImplTensorBytes(int64_t elementBytes, int64_t rank,
                               const int64_t *sizes, int64_t *bytes);

/// Whether compiled code can load and store elements at `data`: complex numbers
/// are moved as integers of at most 8 bytes. A mask, as all sizes of elements
/// are powers of two and a division costs as much as a call.
static inline bool onnxopsImplIsAligned(const void *data,
                                        int64_t elementBytes) {
  uintptr_t alignment = elementBytes < 8 ? (uintptr_t)elementBytes : 8;
  return ((uintptr_t)data & (alignment - 1)) == 0;
}

/// Like malloc, aligned to onnxopsAlignment, never null for 0 bytes.
void *onnxopsImplAlignedAlloc(size_t bytes);

/// Frees elements on a device, null for the host.
static inline void onnxopsImplFreeData(OnnxopsDevice *device, void *data) {
  if (device)
    onnxopsDeviceFree(device, data);
  else
    free(data);
}

/// Bytes of a Shape block for `count` values.
size_t onnxopsImplShapeBytes(int64_t count);

/// Makes a block for `count` values that has no strings. Null if there is no
/// memory.
Shape *onnxopsImplShapeCreate(int64_t count);

/// The same for sizes and row-major strides of a tensor whose elements are
/// where `capacity` bytes fit.
Shape *onnxopsImplRowMajorShape(int64_t rank, const int64_t *sizes,
                                int64_t capacity);

/// Fills `strides` with those of a row-major tensor.
void onnxopsImplRowMajorStrides(int64_t rank, const int64_t *sizes,
                                int64_t *strides);

/// Frees a block and its strings. Null is ignored.
void onnxopsImplShapeDestroy(Shape *shape);

/// The block that `sizes` of an output or an element are part of.
static inline Shape *onnxopsImplShapeOf(int64_t *sizes) {
  return (Shape *)(void *)((char *)sizes - offsetof(Shape, values));
}

/// Copies `count` strings with their bytes into one block, to be freed with
/// free; null when there are none. Takes their bytes from `budget`, unless that
/// is null.
Problem onnxopsImplCopyStrings(const OnnxopsString *const *strings,
                               int64_t count, int64_t *budget,
                               OnnxopsString **copies);

/// Whether each of `count` strings is there and whole.
bool onnxopsImplStringsAreWhole(const OnnxopsString *const *strings,
                                int64_t count);

/// Allocates a row-major tensor without values on a device, null for the host.
/// `shape` gets sizes and strides. What the device says when it has no memory
/// is onnxopsDeviceError.
Problem onnxopsImplMakeTensor(OnnxopsDevice *device, int32_t elementType,
                              int64_t rank, const int64_t *sizes, void **data,
                              Shape **shape);

/// Makes each of the copied pointers refer to a string of its own, in a block
/// that becomes the shape's.
Problem onnxopsImplDetachStrings(const OnnxopsString **elements, int64_t count,
                                 int64_t *budget, Shape *shape);

#endif /* ONNXOPS_LIB_RUNTIME_TENSOR_H */
