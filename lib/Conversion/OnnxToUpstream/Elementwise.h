//===- Elementwise.h - any elementwise operator -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One linalg.generic; but scalars, and integers that may be sizes, of which
// there are few, are computed one by one so that constants fold.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H

#include "Broadcast.h"

namespace mlir::onnxops {

/// Computes an element from those of the operands.
using ElementBuilder =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// Whether the elements are computed one by one: a scalar, or the few integers
/// of a shape.
bool isSmall(RankedTensorType type);

/// The operands of an operator with one, or with no operand and a result of
/// `sizes`.
BroadcastOperands makeOperands(Node &node, Value tensor);
BroadcastOperands makeOperands(ArrayRef<OpFoldResult> sizes);

/// A tensor of `element`s, each of them as `build` computes it.
Value buildElementwise(Node &node, const BroadcastOperands &operands,
                       Type element, ElementBuilder build);

/// Element `index` of a vector or of a tensor of one element: a constant, where
/// `known` says so.
Value extractElement(Node &node, Value tensor, int64_t index,
                     ArrayRef<std::optional<int64_t>> known);

/// What is known of the elements of an integer tensor; empty if nothing.
SmallVector<std::optional<int64_t>> getKnown(Value tensor);

/// The same bits as another integer type: arithmetic knows no unsigned ones.
Value bitcastElements(Node &node, Value tensor, Type element);

/// Whether arithmetic on floats of that type is supported.
bool isFloat(Type element);

/// The integer type of that width that has no sign, any other type as it is.
Type getSignless(Type element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H
