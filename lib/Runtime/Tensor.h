/*===- Tensor.h - bytes, shapes and copies of tensors -------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Helpers for tensors shared by the files of the runtime: sizes in bytes, the
 * block that keeps a tensor's sizes, deep copies. Nothing here depends on a
 * context: problems are returned, and become messages where the value's name is
 * known.
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

/// Problems with a tensor or with making one.
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
  ProblemOverLimit, ///< of the memory of a call
  ProblemNoMemory
} Problem;

/// The sizes of a tensor, in one block with data that belongs to exactly one
/// tensor and has no field in an OnnxopsValue.
typedef struct Shape {
  OnnxopsString *strings; ///< the strings of a deep copy, or null
  int32_t valueCapacity;  ///< the capacity of `values`
  int32_t rank;           ///< of an element of a sequence
  int64_t capacity;       ///< bytes of the elements' memory, if owned
  OnnxopsDevice *device;  ///< of owned elements, null for the host
  int64_t values[];       ///< `rank` sizes; in a sequence then `rank` strides
} Shape;

/// Computes elementBytes * product(sizes). A size of 0 makes it 0 however large
/// the others are.
Problem onnxopsImplTensorBytes(int64_t elementBytes, int64_t rank,
                               const int64_t *sizes, int64_t *bytes);

/// The bits that are 0 in addresses at which compiled code can load and store
/// elements: complex numbers are moved as integers of at most 8 bytes. A mask,
/// since all element sizes are powers of two and a division costs as much as a
/// call.
static inline uintptr_t onnxopsImplAddressZeros(int64_t elementBytes) {
  return (uintptr_t)(elementBytes < 8 ? elementBytes : 8) - 1;
}

/// Whether compiled code can load and store elements at `data`.
static inline bool onnxopsImplIsAligned(const void *data,
                                        int64_t elementBytes) {
  return ((uintptr_t)data & onnxopsImplAddressZeros(elementBytes)) == 0;
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

/// Whether the first `count` of two rows of numbers are equal. For sizes and
/// strides, which are few: a call of memcmp would take longer.
static inline bool onnxopsImplAreEqual(const int64_t *a, const int64_t *b,
                                       int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    if (a[i] != b[i])
      return false;
  return true;
}

/// Bytes of a Shape block for `count` values.
size_t onnxopsImplShapeBytes(int64_t count);

/// Makes a block for `count` values that has no strings. Null if there is no
/// memory.
Shape *onnxopsImplShapeCreate(int64_t count);

/// The same for sizes and row-major strides of a tensor with `capacity` bytes
/// for its elements.
Shape *onnxopsImplRowMajorShape(int64_t rank, const int64_t *sizes,
                                int64_t capacity);

/// Fills `strides` with those of a row-major tensor.
void onnxopsImplRowMajorStrides(int64_t rank, const int64_t *sizes,
                                int64_t *strides);

/// The last dimension whose stride is not `*expected`, that of a row-major
/// tensor; -1 if there is none. A stride that is only ever multiplied by 0 may
/// be any, and so may all strides of sizes that no tensor can have.
int64_t onnxopsImplOddStride(int64_t rank, const int64_t *sizes,
                             const int64_t *strides, int64_t *expected);

/// Frees a block and its strings. Null is ignored.
void onnxopsImplShapeDestroy(Shape *shape);

/// The block that contains `sizes` of an output or an element.
static inline Shape *onnxopsImplShapeOf(int64_t *sizes) {
  return (Shape *)(void *)((char *)sizes - offsetof(Shape, values));
}

/// Copies `count` strings with their bytes into one block, to be freed with
/// free; null if there are none. Charges their bytes to `budget`, unless it is
/// null.
Problem onnxopsImplCopyStrings(const OnnxopsString *const *strings,
                               int64_t count, int64_t *budget,
                               OnnxopsString **copies);

/// Whether each of `count` strings exists and is valid.
bool onnxopsImplStringsAreWhole(const OnnxopsString *const *strings,
                                int64_t count);

/// Allocates an uninitialized row-major tensor on a device, null for the host.
/// `shape` gets sizes and strides. If the device has no memory,
/// onnxopsDeviceError has the reason.
Problem onnxopsImplMakeTensor(OnnxopsDevice *device, int32_t elementType,
                              int64_t rank, const int64_t *sizes, void **data,
                              Shape **shape);

/// Replaces each of the copied pointers by one to a copy of its string, in a
/// block that becomes the shape's.
Problem onnxopsImplDetachStrings(const OnnxopsString **elements, int64_t count,
                                 int64_t *budget, Shape *shape);

#endif /* ONNXOPS_LIB_RUNTIME_TENSOR_H */
