//===- Arithmetic.cpp - lower Add, Sub, Mul, Div, Neg ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The computation of each element, and the supported types.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../IntegerDivision.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Add, Sub, Mul
//===----------------------------------------------------------------------===//

// An operation on integers, which wrap, or on floats. bf16 is computed as f32
// and rounded: f32 is precise enough for rounding twice to equal rounding once.
template <typename IntegerOp, typename FloatOp>
static Value buildElement(OpBuilder &builder, Location loc, ValueRange values) {
  Value lhs = values[0], rhs = values[1];
  Type type = lhs.getType();
  if (isa<IntegerType>(type))
    return builder.createOrFold<IntegerOp>(loc, lhs, rhs);
  if (!type.isBF16())
    return builder.createOrFold<FloatOp>(loc, lhs, rhs);
  Value result = FloatOp::create(builder, loc, widen(builder, loc, lhs),
                                 widen(builder, loc, rhs));
  return narrow(builder, loc, result, type);
}

static bool isNumber(Type element) {
  return isFloat(element) ||
         (isa<IntegerType>(element) && !element.isInteger(1));
}

// Builds the result after calling `check`, if any, with the operands.
static LogicalResult lowerArithmetic(
    Node &node, ElementBuilder build,
    llvm::function_ref<LogicalResult(const BroadcastOperands &)> check = {}) {
  SmallVector<StringRef> attributes;
  if (node.opset < opsets::kFirstBroadcast)
    attributes = {"axis", "broadcast", "consumed_inputs"};
  if (failed(node.verifyForm(2, 2, attributes)))
    return failure();
  FailureOr<BroadcastOperands> operands = readPair(node, "A", "B");
  if (failed(operands))
    return failure();
  Type element = getElementTypeOrSelf(node.operand(0).getType());
  Type other = getElementTypeOrSelf(node.operand(1).getType());
  if (other != element)
    return node.fail("expected B to have element type ", element,
                     ", as A has, but got ", other);
  if (!isNumber(element))
    return node.refuse("is not supported on element type ", element);
  if (check && failed(check(*operands)))
    return failure();
  Value result = buildElementwise(node, *operands, getSignless(element), build);
  return node.replace(bitcastElements(node, result, element));
}

static LogicalResult lowerAdd(Node &node) {
  return lowerArithmetic(node, buildElement<arith::AddIOp, arith::AddFOp>);
}

static LogicalResult lowerSub(Node &node) {
  return lowerArithmetic(node, buildElement<arith::SubIOp, arith::SubFOp>);
}

static LogicalResult lowerMul(Node &node) {
  return lowerArithmetic(node, buildElement<arith::MulIOp, arith::MulFOp>);
}

//===----------------------------------------------------------------------===//
// Div
//===----------------------------------------------------------------------===//

static LogicalResult lowerDiv(Node &node) {
  bool isUnsigned = node.op->getNumOperands() > 0 &&
                    getElementTypeOrSelf(node.op->getOperand(0).getType())
                        .isUnsignedInteger();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange values) {
    if (isFloat(values[0].getType()))
      return buildElement<arith::DivUIOp, arith::DivFOp>(builder, loc, values);
    return buildQuotient(builder, loc, values[0], values[1], isUnsigned);
  };
  return lowerArithmetic(node, build, [&](const BroadcastOperands &operands) {
    return verifyDivisors(node, operands);
  });
}

//===----------------------------------------------------------------------===//
// Neg
//===----------------------------------------------------------------------===//

static LogicalResult lowerNeg(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  Type element = getElementTypeOrSelf(input->getType());
  if (!isNumber(element) || element.isUnsignedInteger())
    return node.refuse("is not supported on element type ", element);
  Value result = buildElementwise(
      node, makeOperands(node, *input), element,
      [](OpBuilder &builder, Location loc, ValueRange values) -> Value {
        Type type = values[0].getType();
        if (isFloat(type))
          return builder.createOrFold<arith::NegFOp>(loc, values[0]);
        Value zero = buildInteger(builder, loc, type, 0);
        return builder.createOrFold<arith::SubIOp>(loc, zero, values[0]);
      });
  return node.replace(result);
}

void mlir::onnxops::addArithmeticLowerings(Lowerings &lowerings) {
  lowerings["Add"] = lowerAdd;
  lowerings["Sub"] = lowerSub;
  lowerings["Mul"] = lowerMul;
  lowerings["Div"] = lowerDiv;
  lowerings["Neg"] = lowerNeg;
}
