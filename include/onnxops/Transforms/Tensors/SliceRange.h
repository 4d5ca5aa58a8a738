//===- SliceRange.h - what a slice takes of a tensor ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranges as values of their own, so that a slice of one tensor can become one
// of another. Part of --onnxops-simplify-views.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H
#define ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// What is taken of each dimension of a tensor or memref.
struct SliceRange {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  explicit SliceRange(OffsetSizeAndStrideOpInterface slice)
      : offsets(slice.getMixedOffsets()), sizes(slice.getMixedSizes()),
        strides(slice.getMixedStrides()) {}

  int64_t getRank() const { return sizes.size(); }

  /// Takes the `size` rows of dimension `dim` from `offset` on instead.
  void setDim(MLIRContext *context, int64_t dim, int64_t offset, int64_t size);

  /// Whether all of dimension `dim` of `tensor` is taken, for certain.
  bool coversDim(Value tensor, int64_t dim) const;

  /// Whether all of `tensor` is taken, for certain.
  bool covers(Value tensor) const;

  /// Whether both take the same of dimension `dim`, for certain.
  bool isSameDim(const SliceRange &other, int64_t dim) const;

  /// Whether dimension `dim` may have `size` rows, as far as is known.
  bool fits(int64_t dim, int64_t size) const;
};

/// Whether the result of `slice` has fewer dimensions than its source.
bool dropsDimensions(tensor::ExtractSliceOp slice);

/// `value` with the type `type`.
Value castTensor(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type);

/// What `range` takes of `source`, of type `type`: `source` itself if that is
/// all of it. A slice of a slice is one.
Value createSlice(OpBuilder &builder, Location loc, Value source,
                  SliceRange range, RankedTensorType type);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H
