//===- AxisSlices.h - parts of a tensor along one axis ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices and chunks of a tensor, and axes of size 1 that come and go, as
// upstream ops that bufferization turns into views.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// What tensor.extract_slice takes of `tensor`, as an op that verifies wherever
/// it is. It may drop dimensions of size 1, as `type` says if that is given: by
/// a tensor.collapse_shape where memref.subview would drop another one.
///
/// Upstream's does not where an offset is known to be the size of its dimension
/// or more, not even for no elements: so an empty slice is an empty tensor.
/// Where some elements are taken from there, a check fails before, and the
/// offset is an operand, which upstream folds into no attribute.
Value sliceTensor(OpBuilder &builder, Location loc, Value tensor,
                  ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<OpFoldResult> strides, RankedTensorType type = {});

/// The `size` elements of `tensor` from `offset` on along `axis`.
Value sliceAxis(OpBuilder &builder, Location loc, Value tensor, int64_t axis,
                OpFoldResult offset, OpFoldResult size);

/// `tensor` without `axis`, which has size 1.
///
/// Not a slice of lower rank: memref.subview may drop another one. A view,
/// unless the axis is the last one of a slice with strides that are unknown at
/// compile time: upstream cannot tell then that nothing has to move.
Value dropUnitAxis(OpBuilder &builder, Location loc, Value tensor,
                   int64_t axis);

/// `tensor` with a dimension of size 1 more, before dimension `axis`. A view.
Value addUnitAxis(OpBuilder &builder, Location loc, Value tensor, int64_t axis);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H
