//===- SliceRange.h - offsets, sizes and strides of slices ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range independent of its tensor, so that a slice of one tensor can become a
// slice of another. Part of --onnxops-simplify-views.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H
#define ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// The range of a slice in each dimension of a tensor or memref.
struct SliceRange {
  SmallVector<OpFoldResult> offsets, sizes, strides;

  explicit SliceRange(OffsetSizeAndStrideOpInterface slice)
      : offsets(slice.getMixedOffsets()), sizes(slice.getMixedSizes()),
        strides(slice.getMixedStrides()) {}

  int64_t getRank() const { return sizes.size(); }

  /// Sets the range of dimension `dim` to `size` rows from `offset` on.
  void setDim(MLIRContext *context, int64_t dim, int64_t offset, int64_t size);

  /// Whether the range is known to cover dimension `dim` of `tensor`.
  bool coversDim(Value tensor, int64_t dim) const;

  /// Whether the range is known to cover `tensor`.
  bool covers(Value tensor) const;

  /// Whether both ranges are known to be equal in dimension `dim`.
  bool isSameDim(const SliceRange &other, int64_t dim) const;

  /// Whether the range may be in bounds of a dimension `dim` of `size` rows.
  bool fits(int64_t dim, int64_t size) const;
};

/// Whether the result of `slice` has fewer dimensions than its source.
bool dropsDimensions(tensor::ExtractSliceOp slice);

/// Casts `value` to `type` if necessary.
Value castTensor(OpBuilder &builder, Location loc, Value value,
                 RankedTensorType type);

/// The slice `range` of `source`, of type `type`; `source` itself if the range
/// covers it. A slice of a slice becomes a single slice.
Value createSlice(OpBuilder &builder, Location loc, Value source,
                  SliceRange range, RankedTensorType type);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_TENSORS_SLICERANGE_H
