//===- Functions.cpp - lower Abs, Exp, Reciprocal, Relu and others --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of one element. 16-bit floats are computed as f32 and rounded once.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpFPredicate;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// The first opset in which a function of floats accepts an element type; none
// if no opset does.
static std::optional<int64_t> getFirstOpset(Type element) {
  if (!isFloat(element))
    return std::nullopt;
  return element.isBF16() ? opsets::kFirstFunctionOfBF16 : 1;
}

// The operand; verifies that the operator accepts its element type, which it
// does since opset `getFirst`.
static FailureOr<Value>
readOperand(Node &node,
            llvm::function_ref<std::optional<int64_t>(Type)> getFirst) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  Type element = getElementTypeOrSelf(input->getType());
  std::optional<int64_t> first = getFirst(element);
  if (!first)
    return node.refuse("is not supported on element type ", element);
  if (node.opset < *first)
    return node.refuse("takes element type ", element, " from opset ", *first,
                       " on, but the module's opset is ", node.opset);
  return *input;
}

static LogicalResult lowerTo(Node &node, Value input, ElementBuilder build) {
  return node.replace(buildElementwise(node, makeOperands(node, input),
                                       getElementTypeOrSelf(input.getType()),
                                       build));
}

//===----------------------------------------------------------------------===//
// Relu and Abs
//===----------------------------------------------------------------------===//

// Relu of a 16-bit float by its bits: selecting between such floats converts
// them from f32 on CPUs without registers for them, which quiets a signalling
// NaN. As integers, negative floats are below 0, and NaNs are above infinity.
static Value buildReluOfBits(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<FloatType>(value.getType());
  unsigned width = type.getWidth();
  Type bitsType = builder.getIntegerType(width);
  auto constant = [&](const APInt &bits) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(bitsType, bits));
  };
  Value bits = builder.createOrFold<arith::BitcastOp>(loc, bitsType, value);
  Value magnitude = builder.createOrFold<arith::AndIOp>(
      loc, bits, constant(APInt::getSignedMaxValue(width)));
  Value infinity =
      constant(APFloat::getInf(type.getFloatSemantics()).bitcastToAPInt());
  Value ofNaN = builder.createOrFold<arith::ShRSIOp>(
      loc, builder.createOrFold<arith::SubIOp>(loc, infinity, magnitude),
      constant(APInt(width, width - 1)));
  Value kept = builder.createOrFold<arith::OrIOp>(
      loc,
      builder.createOrFold<arith::MaxSIOp>(loc, bits,
                                           constant(APInt::getZero(width))),
      builder.createOrFold<arith::AndIOp>(loc, bits, ofNaN));
  return builder.createOrFold<arith::BitcastOp>(loc, type, kept);
}

// NaN is not less than 0, and is returned unchanged.
static Value buildRelu(OpBuilder &builder, Location loc, ValueRange values) {
  Value value = values[0];
  Type type = value.getType();
  if (isa<IntegerType>(type)) {
    Value zero = buildInteger(builder, loc, type, 0);
    return builder.createOrFold<arith::MaxSIOp>(loc, value, zero);
  }
  if (type.getIntOrFloatBitWidth() < 32)
    return buildReluOfBits(builder, loc, value);
  Value zero = buildFloat(builder, loc, type, 0);
  Value isKept =
      builder.createOrFold<arith::CmpFOp>(loc, Predicate::UGT, value, zero);
  return builder.createOrFold<arith::SelectOp>(loc, isKept, value, zero);
}

static LogicalResult lowerRelu(Node &node) {
  FailureOr<Value> input =
      readOperand(node, [](Type element) -> std::optional<int64_t> {
        if (element.isSignlessInteger() && !element.isInteger(1))
          return opsets::kFirstReluOfIntegers;
        return getFirstOpset(element);
      });
  return failed(input) ? failure() : lowerTo(node, *input, buildRelu);
}

// The smallest integer wraps to itself; for floats, clears the sign bit.
static Value buildAbs(OpBuilder &builder, Location loc, ValueRange values) {
  Value value = values[0];
  Type type = value.getType();
  if (isa<IntegerType>(type)) {
    Value zero = buildInteger(builder, loc, type, 0);
    Value negated = builder.createOrFold<arith::SubIOp>(loc, zero, value);
    return builder.createOrFold<arith::MaxSIOp>(loc, value, negated);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  Type bitsType = builder.getIntegerType(width);
  Value mask = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(bitsType, APInt::getSignedMaxValue(width)));
  Value bits = builder.createOrFold<arith::BitcastOp>(loc, bitsType, value);
  return builder.createOrFold<arith::BitcastOp>(
      loc, type, builder.createOrFold<arith::AndIOp>(loc, bits, mask));
}

static LogicalResult lowerAbs(Node &node) {
  FailureOr<Value> input =
      readOperand(node, [](Type element) -> std::optional<int64_t> {
        if (isa<IntegerType>(element) && !element.isInteger(1))
          return 1;
        return getFirstOpset(element);
      });
  if (failed(input))
    return failure();
  if (getElementTypeOrSelf(input->getType()).isUnsignedInteger())
    return node.replace(*input);
  return lowerTo(node, *input, buildAbs);
}

//===----------------------------------------------------------------------===//
// Exp, Reciprocal, Sigmoid, Sqrt, Tanh
//===----------------------------------------------------------------------===//

// Lowers a function that `build` computes for f32 or f64.
static LogicalResult
lowerFunction(Node &node,
              llvm::function_ref<Value(OpBuilder &, Location, Value)> build) {
  FailureOr<Value> input = readOperand(node, getFirstOpset);
  if (failed(input))
    return failure();
  return lowerTo(node, *input,
                 [&](OpBuilder &builder, Location loc, ValueRange values) {
                   Type type = values[0].getType();
                   Value wide = widen(builder, loc, values[0]);
                   Value result = build(builder, loc, wide);
                   return narrow(builder, loc, result, type);
                 });
}

template <typename Op>
static Value buildMath(OpBuilder &builder, Location loc, Value value) {
  return builder.createOrFold<Op>(loc, value);
}

static LogicalResult lowerExp(Node &node) {
  return lowerFunction(node, buildMath<math::ExpOp>);
}

static Value buildReciprocal(OpBuilder &builder, Location loc, Value value) {
  Value one = buildFloat(builder, loc, value.getType(), 1);
  return builder.createOrFold<arith::DivFOp>(loc, one, value);
}

static LogicalResult lowerReciprocal(Node &node) {
  return lowerFunction(node, buildReciprocal);
}

static LogicalResult lowerSqrt(Node &node) {
  return lowerFunction(node, buildMath<math::SqrtOp>);
}

static LogicalResult lowerTanh(Node &node) {
  return lowerFunction(node, buildMath<math::TanhOp>);
}

// 1 / (1 + exp(-x)), or exp(x) / (1 + exp(x)) for negative x: the exponent is
// never positive, so that nothing overflows, and small results lose no
// precision.
static Value buildSigmoid(OpBuilder &builder, Location loc, Value value) {
  Type type = value.getType();
  Value zero = buildFloat(builder, loc, type, 0);
  Value one = buildFloat(builder, loc, type, 1);
  Value isNegative =
      builder.createOrFold<arith::CmpFOp>(loc, Predicate::OLT, value, zero);
  Value negated = builder.createOrFold<arith::NegFOp>(loc, value);
  Value exponent =
      builder.createOrFold<arith::SelectOp>(loc, isNegative, value, negated);
  Value power = builder.createOrFold<math::ExpOp>(loc, exponent);
  Value numerator =
      builder.createOrFold<arith::SelectOp>(loc, isNegative, power, one);
  Value denominator = builder.createOrFold<arith::AddFOp>(loc, one, power);
  return builder.createOrFold<arith::DivFOp>(loc, numerator, denominator);
}

static LogicalResult lowerSigmoid(Node &node) {
  return lowerFunction(node, buildSigmoid);
}

void mlir::onnxops::addFunctionsLowerings(Lowerings &lowerings) {
  lowerings["Abs"] = lowerAbs;
  lowerings["Exp"] = lowerExp;
  lowerings["Reciprocal"] = lowerReciprocal;
  lowerings["Relu"] = lowerRelu;
  lowerings["Sigmoid"] = lowerSigmoid;
  lowerings["Sqrt"] = lowerSqrt;
  lowerings["Tanh"] = lowerTanh;
}
