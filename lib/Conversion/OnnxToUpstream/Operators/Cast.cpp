//===- Cast.cpp - lower Cast between numbers and booleans -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers wrap. Defines cases that the standard leaves undefined: a float
// beyond the range of an integer saturates, a NaN becomes 0.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Converts one element. Signedness is part of the dialect's types, not of the
/// values' types.
class ElementCast {
public:
  ElementCast(Type from, Type to) : from(from), to(to) {}

  Value build(OpBuilder &builder, Location loc, Value element) const;

private:
  Value constant(OpBuilder &builder, Location loc, Type type,
                 double value) const;
  Value toBoolean(OpBuilder &builder, Location loc, Value element) const;
  Value integerToInteger(OpBuilder &builder, Location loc, Value element) const;
  Value integerToFloat(OpBuilder &builder, Location loc, Value element) const;
  Value floatToInteger(OpBuilder &builder, Location loc, Value element) const;
  Value floatToFloat(OpBuilder &builder, Location loc, Value element,
                     Type type) const;

  // Booleans are 0 and 1.
  bool isUnsigned(Type type) const {
    return type.isUnsignedInteger() || type.isInteger(1);
  }

  Type from, to;
};

} // namespace

Value ElementCast::constant(OpBuilder &builder, Location loc, Type type,
                            double value) const {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, static_cast<int64_t>(value)));
}

// All values except 0 are true, including NaN.
Value ElementCast::toBoolean(OpBuilder &builder, Location loc,
                             Value element) const {
  Value zero = constant(builder, loc, element.getType(), 0);
  if (isa<FloatType>(from))
    return builder.createOrFold<arith::CmpFOp>(loc, arith::CmpFPredicate::UNE,
                                               element, zero);
  return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ne,
                                             element, zero);
}

Value ElementCast::integerToInteger(OpBuilder &builder, Location loc,
                                    Value element) const {
  Type type = getSignless(to);
  unsigned width = to.getIntOrFloatBitWidth();
  unsigned given = from.getIntOrFloatBitWidth();
  if (width == given)
    return element;
  if (width < given)
    return builder.createOrFold<arith::TruncIOp>(loc, type, element);
  if (isUnsigned(from))
    return builder.createOrFold<arith::ExtUIOp>(loc, type, element);
  return builder.createOrFold<arith::ExtSIOp>(loc, type, element);
}

// Converts to 16-bit floats via f32.
Value ElementCast::integerToFloat(OpBuilder &builder, Location loc,
                                  Value element) const {
  bool isHalf = to.getIntOrFloatBitWidth() == 16;
  Type wide = isHalf ? builder.getF32Type() : to;
  Value number =
      isUnsigned(from)
          ? builder.createOrFold<arith::UIToFPOp>(loc, wide, element)
          : builder.createOrFold<arith::SIToFPOp>(loc, wide, element);
  return isHalf ? builder.createOrFold<arith::TruncFOp>(loc, to, number)
                : number;
}

Value ElementCast::floatToInteger(OpBuilder &builder, Location loc,
                                  Value element) const {
  Type type = getSignless(to);
  unsigned width = to.getIntOrFloatBitWidth();
  // The range of f16 is smaller than that of some integers.
  Type wide = from.getIntOrFloatBitWidth() == 16 ? builder.getF32Type() : from;
  Value number = floatToFloat(builder, loc, element, wide);
  bool isUnsigned = to.isUnsignedInteger();
  // The end of the range, exclusive, and its start: powers of 2, which all
  // floats represent exactly.
  unsigned bits = isUnsigned ? width : width - 1;
  double end = std::ldexp(1.0, bits), start = isUnsigned ? 0 : -end;
  APInt last =
      isUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  APInt first =
      isUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  auto integer = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value other) {
    return builder.createOrFold<arith::CmpFOp>(loc, predicate, number, other);
  };
  auto select = [&](Value condition, Value lhs, Value rhs) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
  };
  Value result = isUnsigned
                     ? builder.createOrFold<arith::FPToUIOp>(loc, type, number)
                     : builder.createOrFold<arith::FPToSIOp>(loc, type, number);
  using arith::CmpFPredicate;
  result =
      select(compare(CmpFPredicate::OGE, constant(builder, loc, wide, end)),
             integer(last), result);
  result =
      select(compare(CmpFPredicate::OLE, constant(builder, loc, wide, start)),
             integer(first), result);
  return select(compare(CmpFPredicate::UNO, number),
                integer(APInt::getZero(width)), result);
}

Value ElementCast::floatToFloat(OpBuilder &builder, Location loc, Value element,
                                Type type) const {
  Type f32 = builder.getF32Type();
  unsigned width = type.getIntOrFloatBitWidth();
  unsigned given = element.getType().getIntOrFloatBitWidth();
  if (element.getType() == type)
    return element;
  if (width > given)
    return builder.createOrFold<arith::ExtFOp>(loc, type, element);
  if (width == 16 && given != 32) {
    // From f64, and between f16 and bf16, via f32.
    Value middle = floatToFloat(builder, loc, element, f32);
    return builder.createOrFold<arith::TruncFOp>(loc, type, middle);
  }
  return builder.createOrFold<arith::TruncFOp>(loc, type, element);
}

Value ElementCast::build(OpBuilder &builder, Location loc,
                         Value element) const {
  if (from == to)
    return element;
  if (to.isInteger(1))
    return toBoolean(builder, loc, element);
  if (isa<FloatType>(from))
    return isa<FloatType>(to) ? floatToFloat(builder, loc, element, to)
                              : floatToInteger(builder, loc, element);
  return isa<FloatType>(to) ? integerToFloat(builder, loc, element)
                            : integerToInteger(builder, loc, element);
}

static bool isCastable(Type element) {
  return isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
      element);
}

static LogicalResult lowerCast(Node &node) {
  SmallVector<StringRef> attributes{"to"};
  if (node.opset >= opsets::kFirstSaturate)
    attributes.push_back("saturate");
  if (node.opset >= opsets::kFirstRoundMode)
    attributes.push_back("round_mode");
  if (failed(node.verifyForm(1, 1, attributes)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "input");
  if (failed(input))
    return failure();
  FailureOr<int64_t> number = node.integer("to", 0);
  if (failed(number))
    return failure();
  Type to = getCastType(node.op);
  if (!to)
    return node.fail("expected 'to' to be the number of a known element type, "
                     "but got ",
                     *number);
  Type from = getElementTypeOrSelf(input->getType());
  if (!isCastable(from) || !isCastable(to))
    return node.refuse("is not supported from element type ", from, " to ", to);
  if (from == to)
    return node.replace(*input);
  ElementCast cast(from, to);
  Value bits = bitcastElements(node, *input, getSignless(from));
  Value result = buildElementwise(
      node, makeOperands(node, bits), getSignless(to),
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        return cast.build(builder, loc, values.front());
      });
  return node.replace(bitcastElements(node, result, to));
}

void mlir::onnxops::addCastLowerings(Lowerings &lowerings) {
  lowerings["Cast"] = lowerCast;
}
