//===- AxisSlices.h - parts of a tensor along one axis ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds slices of a tensor, and adds and drops axes of size 1, with upstream
// ops that bufferize to views.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// Builds the slice of `tensor` that tensor.extract_slice would return, with
/// ops that always verify. `type`, if given, may drop dimensions of size 1;
/// this uses a tensor.collapse_shape where memref.subview would drop another
/// one.
///
/// tensor.extract_slice does not verify if a constant offset is not less than
/// the size of its dimension, even if no elements are taken. An empty slice is
/// therefore a tensor.empty. If a slice that is not empty is out of bounds, an
/// earlier check fails, and the offset is an operand that upstream does not
/// fold into an attribute.
Value sliceTensor(OpBuilder &builder, Location loc, Value tensor,
                  ArrayRef<OpFoldResult> offsets, ArrayRef<OpFoldResult> sizes,
                  ArrayRef<OpFoldResult> strides, RankedTensorType type = {});

/// The `size` elements of `tensor` from `offset` on along `axis`.
Value sliceAxis(OpBuilder &builder, Location loc, Value tensor, int64_t axis,
                OpFoldResult offset, OpFoldResult size);

/// `tensor` without `axis`, which has size 1.
///
/// Not a rank-reducing slice, since memref.subview may drop another axis. This
/// is a view, unless the axis is the last one of a slice with strides unknown
/// at compile time: upstream then cannot prove that no copy is needed.
Value dropUnitAxis(OpBuilder &builder, Location loc, Value tensor,
                   int64_t axis);

/// A view of `tensor` with an additional dimension of size 1 before `axis`.
Value addUnitAxis(OpBuilder &builder, Location loc, Value tensor, int64_t axis);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_AXISSLICES_H
