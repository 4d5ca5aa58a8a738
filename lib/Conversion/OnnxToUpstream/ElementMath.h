//===- ElementMath.h - arithmetic on two elements ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums, products, and the smaller or larger of two elements, for operators on
// pairs of elements and for reductions. Integers are of signless types.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTMATH_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTMATH_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::onnxops {

/// A constant of a float type.
Value buildFloat(OpBuilder &builder, Location loc, Type type, double value);
/// A constant of an integer type.
Value buildInteger(OpBuilder &builder, Location loc, Type type, int64_t value);

/// The type in which elements of `type` are computed: f32 for 16-bit floats,
/// which are rounded once, at the end. f32 is precise enough for one operation
/// that is rounded twice to equal one that is rounded once.
Type getWide(Type type);

/// Converts an element to the type in which it is computed, and back.
Value widen(OpBuilder &builder, Location loc, Value value);
Value narrow(OpBuilder &builder, Location loc, Value value, Type type);

/// Computes an element from two of the same type, which is not a 16-bit float.
using PairBuilder = Value (*)(OpBuilder &, Location, Value lhs, Value rhs);

/// The sum and the product, which wrap for integers.
Value buildSum(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value buildProduct(OpBuilder &builder, Location loc, Value lhs, Value rhs);

/// The larger and the smaller element; for floats, NaN if one of them is NaN.
Value buildMax(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value buildMin(OpBuilder &builder, Location loc, Value lhs, Value rhs);
/// The same for integers without sign, and booleans.
Value buildUnsignedMax(OpBuilder &builder, Location loc, Value lhs, Value rhs);
Value buildUnsignedMin(OpBuilder &builder, Location loc, Value lhs, Value rhs);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ELEMENTMATH_H
