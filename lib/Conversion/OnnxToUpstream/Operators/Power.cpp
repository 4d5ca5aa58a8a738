//===- Power.cpp - lower Pow ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of floats by math.powf. Powers of integers by repeated squaring, which
// wraps, if the exponents are integers too, and otherwise as f64. The exponents
// may be of another type.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

static Value compare(OpBuilder &builder, Location loc, Predicate predicate,
                     Value lhs, int64_t rhs) {
  return builder.createOrFold<arith::CmpIOp>(
      loc, predicate, lhs, buildInteger(builder, loc, lhs.getType(), rhs));
}

// The power for an exponent of 0 or more, taken without sign. One iteration for
// each bit of its type: a loop that ends earlier would be polled for the end of
// the call.
static Value raise(OpBuilder &builder, Location loc, Value base,
                   Value exponent) {
  Type bits = exponent.getType();
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto square = [&](OpBuilder &nested, Location loc, Value, ValueRange values) {
    Value power = values[0], factor = values[1], rest = values[2];
    Value unit = buildInteger(nested, loc, bits, 1);
    Value isOdd = compare(nested, loc, Predicate::ne,
                          arith::AndIOp::create(nested, loc, rest, unit), 0);
    Value next = arith::SelectOp::create(
        nested, loc, isOdd, buildProduct(nested, loc, power, factor), power);
    scf::YieldOp::create(
        nested, loc,
        ValueRange{next, buildProduct(nested, loc, factor, factor),
                   arith::ShRUIOp::create(nested, loc, rest, unit)});
  };
  Value one = buildInteger(builder, loc, base.getType(), 1);
  return scf::ForOp::create(builder, loc, index(0),
                            index(bits.getIntOrFloatBitWidth()), index(1),
                            ValueRange{one, base, exponent}, square)
      .getResult(0);
}

// A power with a negative exponent, truncated: that of 1 and -1 is exact, that
// of 0 is infinite, for which the largest integer stands, and others are 0.
static Value invert(OpBuilder &builder, Location loc, Value base,
                    Value exponent) {
  Type type = base.getType();
  auto integer = [&](int64_t value) {
    return buildInteger(builder, loc, type, value);
  };
  auto choose = [&](int64_t number, Value value, Value other) {
    return builder.createOrFold<arith::SelectOp>(
        loc, compare(builder, loc, Predicate::eq, base, number), value, other);
  };
  Value isOdd = compare(
      builder, loc, Predicate::ne,
      builder.createOrFold<arith::AndIOp>(
          loc, exponent, buildInteger(builder, loc, exponent.getType(), 1)),
      0);
  Value sign = builder.createOrFold<arith::SelectOp>(loc, isOdd, integer(-1),
                                                     integer(1));
  int64_t largest =
      APInt::getSignedMaxValue(type.getIntOrFloatBitWidth()).getSExtValue();
  return choose(0, integer(largest),
                choose(1, integer(1), choose(-1, sign, integer(0))));
}

static Value buildIntegerPower(OpBuilder &builder, Location loc, Value base,
                               Value exponent, bool isUnsigned) {
  if (isUnsigned)
    return raise(builder, loc, base, exponent);
  Value isNegative = compare(builder, loc, Predicate::slt, exponent, 0);
  Value zero = buildInteger(builder, loc, exponent.getType(), 0);
  Value magnitude =
      builder.createOrFold<arith::SelectOp>(loc, isNegative, zero, exponent);
  return builder.createOrFold<arith::SelectOp>(
      loc, isNegative, invert(builder, loc, base, exponent),
      raise(builder, loc, base, magnitude));
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

// Converts a number to `type`, f32 or f64.
static Value toFloat(OpBuilder &builder, Location loc, Value value, Type type,
                     bool isUnsigned) {
  if (isa<IntegerType>(value.getType()))
    return isUnsigned ? builder.createOrFold<arith::UIToFPOp>(loc, type, value)
                      : builder.createOrFold<arith::SIToFPOp>(loc, type, value);
  Value wide = widen(builder, loc, value);
  return wide.getType() == type
             ? wide
             : builder.createOrFold<arith::ExtFOp>(loc, type, wide);
}

// Truncates an f64 to a signed integer, to the nearest one if it is out of
// range, and NaN to 0.
static Value toInteger(OpBuilder &builder, Location loc, Value value,
                       Type type) {
  unsigned width = type.getIntOrFloatBitWidth();
  double end = std::ldexp(1.0, width - 1);
  auto choose = [&](arith::CmpFPredicate predicate, double bound,
                    int64_t chosen, Value other) {
    Value isOutside = builder.createOrFold<arith::CmpFOp>(
        loc, predicate, value,
        buildFloat(builder, loc, value.getType(), bound));
    return builder.createOrFold<arith::SelectOp>(
        loc, isOutside, buildInteger(builder, loc, type, chosen), other);
  };
  Value result = builder.createOrFold<arith::FPToSIOp>(loc, type, value);
  result = choose(arith::CmpFPredicate::OGE, end,
                  APInt::getSignedMaxValue(width).getSExtValue(), result);
  result = choose(arith::CmpFPredicate::OLE, -end,
                  APInt::getSignedMinValue(width).getSExtValue(), result);
  return choose(arith::CmpFPredicate::UNO, 0, 0, result);
}

// As f64 if one operand is an integer or an f64, and otherwise as f32.
static Value buildFloatPower(OpBuilder &builder, Location loc, Value base,
                             Value exponent, bool isUnsigned) {
  Type f64 = builder.getF64Type(), type = base.getType();
  bool isDouble = llvm::any_of(ValueRange{base, exponent}, [&](Value value) {
    return value.getType() == f64 || isa<IntegerType>(value.getType());
  });
  Type wide = isDouble ? f64 : builder.getF32Type();
  Value result = builder.createOrFold<math::PowFOp>(
      loc, toFloat(builder, loc, base, wide, /*isUnsigned=*/false),
      toFloat(builder, loc, exponent, wide, isUnsigned));
  if (isa<IntegerType>(type))
    return toInteger(builder, loc, result, type);
  // To 16 bits by way of f32, as a Cast does.
  if (isDouble && type.getIntOrFloatBitWidth() < 32)
    result = narrow(builder, loc, result, builder.getF32Type());
  return narrow(builder, loc, result, type);
}

static LogicalResult lowerPow(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<BroadcastOperands> operands = readPair(node, "X", "Y");
  if (failed(operands))
    return failure();
  Type element = getElementTypeOrSelf(node.operand(0).getType());
  Type given = getElementTypeOrSelf(node.operand(1).getType());
  bool isUnsigned = given.isUnsignedInteger();
  bool isInteger = isa<IntegerType>(element) && isa<IntegerType>(given);
  auto build = isInteger ? buildIntegerPower : buildFloatPower;
  return node.replace(buildElementwise(
      node, *operands, element,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        return build(builder, loc, values[0], values[1], isUnsigned);
      }));
}

void mlir::onnxops::addPowerLowerings(Lowerings &lowerings) {
  lowerings["Pow"] = lowerPow;
}
