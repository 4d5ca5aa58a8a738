//===- Elementwise.h - lowering of elementwise operators --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers an operator to a linalg.generic. Scalars, and small tensors of
// integers, which may be sizes, are computed element by element, so that
// constants fold.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H

#include "Broadcast.h"

namespace mlir::onnxops {

/// Computes an element from the elements of the operands.
using ElementBuilder =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

/// Whether elements are computed one by one: for a scalar, or a small tensor of
/// integers.
bool isSmall(RankedTensorType type);

/// The operands of an operator with one operand, or without operands and a
/// result of `sizes`.
BroadcastOperands makeOperands(Node &node, Value tensor);
BroadcastOperands makeOperands(ArrayRef<OpFoldResult> sizes);

/// The two operands of an elementwise operator, called `lhs` and `rhs`: of
/// signless types, broadcast as the op's opset does.
FailureOr<BroadcastOperands> readPair(Node &node, StringRef lhs, StringRef rhs);

/// Builds a tensor of element type `element`, computed by `build`.
Value buildElementwise(Node &node, const BroadcastOperands &operands,
                       Type element, ElementBuilder build);

/// Element `index` of a vector or of a tensor of one element: a constant if it
/// is in `known`.
Value extractElement(Node &node, Value tensor, int64_t index,
                     ArrayRef<std::optional<int64_t>> known);

/// The known elements of an integer tensor; empty if none is known.
SmallVector<std::optional<int64_t>> getKnown(Value tensor);

/// Bitcasts to another integer type: arith has no unsigned types.
Value bitcastElements(Node &node, Value tensor, Type element);

/// Whether the type is a float type with supported arithmetic.
bool isFloat(Type element);

/// The signless integer type of the same width; other types unchanged.
Type getSignless(Type element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTWISE_H
