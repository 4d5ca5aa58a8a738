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

#include "onnxops/Runtime/Runtime.h"

#include <stdbool.h>
#include <stddef.h>

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
  ProblemNoMemory
} Problem;

/// The sizes of a tensor, in one block with what else belongs to exactly one
/// tensor and has no place in an OnnxopsValue.
typedef struct Shape {
  OnnxopsString *strings; ///< what a deep copy's elements point to, or null
  int64_t values[];       ///< `rank` sizes; in a sequence then `rank` strides
} Shape;

/// Computes elementBytes * product(sizes). A size of 0 makes it 0 however large
/// the others are.
Problem onnxopsImplTensorBytes(int64_t elementBytes, int64_t rank,
                               const int64_t *sizes, int64_t *bytes);

/// Whether compiled code can load and store elements at `data`.
bool onnxopsImplIsAligned(const void *data, int64_t elementBytes);

/// Like malloc, aligned to onnxopsAlignment, never null for 0 bytes.
void *onnxopsImplAlignedAlloc(size_t bytes);

/// Bytes of a Shape block for `count` values.
size_t onnxopsImplShapeBytes(int64_t count);

/// Fills `strides` with those of a row-major tensor.
void onnxopsImplRowMajorStrides(int64_t rank, const int64_t *sizes,
                                int64_t *strides);

/// Frees what onnxopsImplCopyTensor or onnxopsRtOutput made. Null is ignored.
void onnxopsImplShapeDestroy(Shape *shape);

/// The block that `sizes` of an output or an element are part of.
Shape *onnxopsImplShapeOf(int64_t *sizes);

/// Copies `count` strings with their bytes into one block, to be freed with
/// free; null when there are none.
Problem onnxopsImplCopyStrings(const OnnxopsString *const *strings,
                               int64_t count, OnnxopsString **copies);

/// Whether each of `count` strings is there and whole.
bool onnxopsImplStringsAreWhole(const OnnxopsString *const *strings,
                                int64_t count);

/// Makes a deep row-major copy of a tensor with any strides, null for
/// row-major. `shape` gets sizes and strides. Adds the bytes of the data to
/// `bytesCopied`.
Problem onnxopsImplCopyTensor(int32_t elementType, const void *data,
                              int64_t rank, const int64_t *sizes,
                              const int64_t *strides, void **copy,
                              Shape **shape, int64_t *bytesCopied);

#endif /* ONNXOPS_LIB_RUNTIME_TENSOR_H */
