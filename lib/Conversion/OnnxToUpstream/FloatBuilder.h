//===- FloatBuilder.h - arithmetic on f32 -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds ops on f32, for operators that compute sizes or positions with it;
// what is known folds.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_FLOATBUILDER_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_FLOATBUILDER_H

#include "ElementMath.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace mlir::onnxops {

class FloatBuilder {
public:
  FloatBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(double value) {
    return buildFloat(builder, loc, builder.getF32Type(), value);
  }
  /// Converts an index.
  Value convert(Value index) {
    Value integer = builder.createOrFold<arith::IndexCastOp>(
        loc, builder.getI64Type(), index);
    return builder.createOrFold<arith::SIToFPOp>(loc, builder.getF32Type(),
                                                 integer);
  }
  /// Rounds toward 0, to an index, which must have 63 bits.
  Value toIndex(Value number) {
    Value integer = builder.createOrFold<arith::FPToSIOp>(
        loc, builder.getI64Type(), number);
    return builder.createOrFold<arith::IndexCastOp>(loc, builder.getIndexType(),
                                                    integer);
  }

  Value add(Value lhs, Value rhs) { return build<arith::AddFOp>(lhs, rhs); }
  Value subtract(Value lhs, Value rhs) {
    return build<arith::SubFOp>(lhs, rhs);
  }
  Value multiply(Value lhs, Value rhs) {
    return build<arith::MulFOp>(lhs, rhs);
  }
  Value divide(Value lhs, Value rhs) { return build<arith::DivFOp>(lhs, rhs); }
  /// The smaller or the larger one, or the other one of a NaN.
  Value smaller(Value lhs, Value rhs) {
    return build<arith::MinNumFOp>(lhs, rhs);
  }
  Value larger(Value lhs, Value rhs) {
    return build<arith::MaxNumFOp>(lhs, rhs);
  }
  Value floor(Value number) {
    return builder.createOrFold<math::FloorOp>(loc, number);
  }

  Value compare(arith::CmpFPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpFOp>(loc, predicate, lhs, rhs);
  }
  Value compare(arith::CmpFPredicate predicate, Value lhs, double rhs) {
    return compare(predicate, lhs, constant(rhs));
  }
  Value never() { return buildInteger(builder, loc, builder.getI1Type(), 0); }
  /// Of conditions and values of any type.
  Value both(Value lhs, Value rhs) { return build<arith::AndIOp>(lhs, rhs); }
  Value select(Value condition, Value lhs, Value rhs) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
  }

private:
  template <typename Op>
  Value build(Value lhs, Value rhs) {
    return builder.createOrFold<Op>(loc, lhs, rhs);
  }

  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_FLOATBUILDER_H
