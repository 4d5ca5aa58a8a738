//===- Arithmetic.cpp - lower Add, Sub, Mul, Div, Neg, Not ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The computation of each element, and the supported types.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

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
  Type wide = builder.getF32Type();
  lhs = arith::ExtFOp::create(builder, loc, wide, lhs);
  rhs = arith::ExtFOp::create(builder, loc, wide, rhs);
  Value result = FloatOp::create(builder, loc, lhs, rhs);
  return arith::TruncFOp::create(builder, loc, type, result);
}

// Whether operands broadcast, depending on the opset.
static FailureOr<bool> readBroadcast(Node &node) {
  if (node.opset >= opsets::kFirstBroadcast)
    return true;
  FailureOr<int64_t> broadcast = node.integer("broadcast", 0);
  if (failed(broadcast))
    return failure();
  if (*broadcast)
    return node.fail("is not supported: broadcast along an axis, as before "
                     "opset 7");
  return false;
}

// The operands of an arithmetic operator, depending on the opset.
static FailureOr<std::pair<Value, Value>> readOperands(Node &node) {
  SmallVector<StringRef> attributes;
  if (node.opset < opsets::kFirstBroadcast)
    attributes = {"axis", "broadcast", "consumed_inputs"};
  if (failed(node.verifyForm(2, 2, attributes)))
    return failure();
  FailureOr<Value> lhs = node.tensor(0, "A");
  if (failed(lhs))
    return failure();
  FailureOr<Value> rhs = node.tensor(1, "B");
  if (failed(rhs))
    return failure();
  Type element = getElementTypeOrSelf(lhs->getType());
  if (getElementTypeOrSelf(rhs->getType()) != element)
    return node.fail("expected B to have element type ", element,
                     ", as A has, but got ",
                     getElementTypeOrSelf(rhs->getType()));
  return std::pair(*lhs, *rhs);
}

static bool isNumber(Type element) {
  return isFloat(element) ||
         (isa<IntegerType>(element) && !element.isInteger(1));
}

// Builds the result after calling `check`, if any, with the operands.
static LogicalResult lowerArithmetic(
    Node &node, ElementBuilder build,
    llvm::function_ref<LogicalResult(const BroadcastOperands &)> check = {}) {
  FailureOr<std::pair<Value, Value>> given = readOperands(node);
  if (failed(given))
    return failure();
  auto [lhs, rhs] = *given;
  FailureOr<bool> broadcasts = readBroadcast(node);
  if (failed(broadcasts))
    return failure();
  Type element = getElementTypeOrSelf(lhs.getType());
  if (!isNumber(element))
    return node.fail("is not supported on element type ", element);
  Type signless = getSignless(element);
  FailureOr<BroadcastOperands> operands =
      broadcastOperands(node, bitcastElements(node, lhs, signless),
                        bitcastElements(node, rhs, signless), *broadcasts);
  if (failed(operands) || (check && failed(check(*operands))))
    return failure();
  Value result = buildElementwise(node, *operands, signless, build);
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

// The number of zeros in a tensor of integers, as an index.
static Value countZeros(Node &node, Value tensor) {
  OpBuilder &builder = node.builder;
  auto type = cast<RankedTensorType>(tensor.getType());
  Type i64 = builder.getI64Type();
  auto isZero = [](OpBuilder &builder, Location loc, Value element) -> Value {
    Value zero =
        arith::ConstantIntOp::create(builder, loc, element.getType(), 0);
    return builder.createOrFold<arith::CmpIOp>(loc, Predicate::eq, element,
                                               zero);
  };
  if (isSmall(type)) {
    Value count = node.constant(0);
    SmallVector<std::optional<int64_t>> known = getKnown(tensor);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      Value element = extractElement(node, tensor, i, known);
      count = node.add(count, node.select(isZero(builder, node.loc, element),
                                          node.constant(1), node.constant(0)));
    }
    return count;
  }
  auto scalar = RankedTensorType::get({}, i64);
  Value empty =
      tensor::EmptyOp::create(builder, node.loc, ArrayRef<int64_t>(), i64);
  Value zero = arith::ConstantIntOp::create(builder, node.loc, i64, 0);
  Value none =
      linalg::FillOp::create(builder, node.loc, zero, empty).getResult(0);
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps{
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, /*symbolCount=*/0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  Value count =
      linalg::GenericOp::create(
          builder, node.loc, scalar, tensor, none, maps, iterators,
          [&](OpBuilder &nested, Location loc, ValueRange values) {
            Value one = arith::ExtUIOp::create(nested, loc, i64,
                                               isZero(nested, loc, values[0]));
            Value sum = arith::AddIOp::create(nested, loc, values[1], one);
            linalg::YieldOp::create(nested, loc, sum);
          })
          .getResult(0);
  return node.toIndex(
      tensor::ExtractOp::create(builder, node.loc, count, ValueRange()));
}

// Requires nonzero divisors of integers, unless the result is empty.
static LogicalResult verifyDivisors(Node &node,
                                    const BroadcastOperands &operands) {
  Value divisors = operands.tensors[1];
  if (!isa<IntegerType>(getElementTypeOrSelf(divisors.getType())))
    return success();
  Value zeros = countZeros(node, divisors), zero = node.constant(0);
  Value fits = node.compare(Predicate::eq, zeros, zero);
  for (OpFoldResult size : operands.sizes) {
    Value index = getValueOrCreateConstantIndexOp(node.builder, node.loc, size);
    Value isEmpty = node.compare(Predicate::eq, index, zero);
    fits = node.builder.createOrFold<arith::OrIOp>(node.loc, fits, isEmpty);
  }
  return node.verify(fits, "expected B to have no 0, but got {0}", zeros);
}

// A truncated quotient of integers. Division by -1 is a wrapping negation.
static Value divideIntegers(OpBuilder &builder, Location loc, Value lhs,
                            Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return builder.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIntOp::create(builder, loc, rhs.getType(), value);
  };
  Value isMinus = builder.createOrFold<arith::CmpIOp>(loc, Predicate::eq, rhs,
                                                      constant(-1));
  Value safe =
      builder.createOrFold<arith::SelectOp>(loc, isMinus, constant(1), rhs);
  Value quotient = builder.createOrFold<arith::DivSIOp>(loc, lhs, safe);
  Value negated = builder.createOrFold<arith::SubIOp>(loc, constant(0), lhs);
  return builder.createOrFold<arith::SelectOp>(loc, isMinus, negated, quotient);
}

static LogicalResult lowerDiv(Node &node) {
  bool isUnsigned = node.op->getNumOperands() > 0 &&
                    getElementTypeOrSelf(node.op->getOperand(0).getType())
                        .isUnsignedInteger();
  auto build = [&](OpBuilder &builder, Location loc, ValueRange values) {
    if (isFloat(values[0].getType()))
      return buildElement<arith::DivUIOp, arith::DivFOp>(builder, loc, values);
    return divideIntegers(builder, loc, values[0], values[1], isUnsigned);
  };
  return lowerArithmetic(node, build, [&](const BroadcastOperands &operands) {
    return verifyDivisors(node, operands);
  });
}

//===----------------------------------------------------------------------===//
// Neg and Not
//===----------------------------------------------------------------------===//

static LogicalResult lowerNeg(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  Type element = getElementTypeOrSelf(input->getType());
  if (!isNumber(element) || element.isUnsignedInteger())
    return node.fail("is not supported on element type ", element);
  Value result = buildElementwise(
      node, makeOperands(node, *input), element,
      [](OpBuilder &builder, Location loc, ValueRange values) -> Value {
        Type type = values[0].getType();
        if (isFloat(type))
          return builder.createOrFold<arith::NegFOp>(loc, values[0]);
        Value zero = arith::ConstantIntOp::create(builder, loc, type, 0);
        return builder.createOrFold<arith::SubIOp>(loc, zero, values[0]);
      });
  return node.replace(result);
}

static LogicalResult lowerNot(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  auto type = cast<RankedTensorType>(input->getType());
  if (!type.getElementType().isInteger(1))
    return node.fail("expected X to be boolean, but got ", type);
  Value result = buildElementwise(
      node, makeOperands(node, *input), type.getElementType(),
      [](OpBuilder &builder, Location loc, ValueRange values) {
        Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
        return builder.createOrFold<arith::XOrIOp>(loc, values[0], one);
      });
  return node.replace(result);
}

void mlir::onnxops::addArithmeticLowerings(Lowerings &lowerings) {
  lowerings["Add"] = lowerAdd;
  lowerings["Sub"] = lowerSub;
  lowerings["Mul"] = lowerMul;
  lowerings["Div"] = lowerDiv;
  lowerings["Neg"] = lowerNeg;
  lowerings["Not"] = lowerNot;
}
