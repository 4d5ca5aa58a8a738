//===- ElementMath.cpp - arithmetic on two elements -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds ops of arith, which fold if the elements are constants.
//
//===----------------------------------------------------------------------===//

#include "ElementMath.h"

using namespace mlir;
using namespace mlir::onnxops;
using arith::CmpFPredicate;

//===----------------------------------------------------------------------===//
// Constants and conversions
//===----------------------------------------------------------------------===//

Value mlir::onnxops::buildFloat(OpBuilder &builder, Location loc, Type type,
                                double value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getFloatAttr(type, value));
}

Value mlir::onnxops::buildInteger(OpBuilder &builder, Location loc, Type type,
                                  int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(type, value));
}

Type mlir::onnxops::getWide(Type type) {
  bool isNarrow = isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(type.getContext()) : type;
}

Value mlir::onnxops::widen(OpBuilder &builder, Location loc, Value value) {
  Type wide = getWide(value.getType());
  return wide == value.getType()
             ? value
             : builder.createOrFold<arith::ExtFOp>(loc, wide, value);
}

Value mlir::onnxops::narrow(OpBuilder &builder, Location loc, Value value,
                            Type type) {
  return value.getType() == type
             ? value
             : builder.createOrFold<arith::TruncFOp>(loc, type, value);
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

Value mlir::onnxops::buildSum(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) {
  if (isa<IntegerType>(lhs.getType()))
    return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  return builder.createOrFold<arith::AddFOp>(loc, lhs, rhs);
}

Value mlir::onnxops::buildProduct(OpBuilder &builder, Location loc, Value lhs,
                                  Value rhs) {
  if (isa<IntegerType>(lhs.getType()))
    return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
  return builder.createOrFold<arith::MulFOp>(loc, lhs, rhs);
}

// Either float by a comparison that is true if one is NaN. Not arith.maximumf:
// devices have no instruction for it, and return the other number.
static Value selectFloat(OpBuilder &builder, Location loc,
                         CmpFPredicate predicate, Value lhs, Value rhs) {
  Value isLhs = builder.createOrFold<arith::CmpFOp>(loc, predicate, lhs, rhs);
  Value chosen = builder.createOrFold<arith::SelectOp>(loc, isLhs, lhs, rhs);
  Value isNaN =
      builder.createOrFold<arith::CmpFOp>(loc, CmpFPredicate::UNO, rhs, rhs);
  return builder.createOrFold<arith::SelectOp>(loc, isNaN, rhs, chosen);
}

Value mlir::onnxops::buildMax(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) {
  if (isa<IntegerType>(lhs.getType()))
    return builder.createOrFold<arith::MaxSIOp>(loc, lhs, rhs);
  return selectFloat(builder, loc, CmpFPredicate::UGT, lhs, rhs);
}

Value mlir::onnxops::buildMin(OpBuilder &builder, Location loc, Value lhs,
                              Value rhs) {
  if (isa<IntegerType>(lhs.getType()))
    return builder.createOrFold<arith::MinSIOp>(loc, lhs, rhs);
  return selectFloat(builder, loc, CmpFPredicate::ULT, lhs, rhs);
}

Value mlir::onnxops::buildUnsignedMax(OpBuilder &builder, Location loc,
                                      Value lhs, Value rhs) {
  // Vulkan has no maximum of booleans.
  if (lhs.getType().isInteger(1))
    return builder.createOrFold<arith::OrIOp>(loc, lhs, rhs);
  return builder.createOrFold<arith::MaxUIOp>(loc, lhs, rhs);
}

Value mlir::onnxops::buildUnsignedMin(OpBuilder &builder, Location loc,
                                      Value lhs, Value rhs) {
  if (lhs.getType().isInteger(1))
    return builder.createOrFold<arith::AndIOp>(loc, lhs, rhs);
  return builder.createOrFold<arith::MinUIOp>(loc, lhs, rhs);
}
