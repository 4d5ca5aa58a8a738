//===- Arithmetic.cpp - Add, Sub, Mul, Not --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators as one linalg.generic. Scalars, and integers that may
// be sizes, of which there are few, are computed one by one so that constants
// fold.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"
#include "Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset whose arithmetic broadcasts as numpy does.
static constexpr int64_t kFirstBroadcast = 7;
// Tensors of shape arithmetic have no more elements than this.
static constexpr int64_t kMaxElements = 16;

// Computes an element from those of the operands.
using ElementBuilder =
    llvm::function_ref<Value(OpBuilder &, Location, ValueRange)>;

//===----------------------------------------------------------------------===//
// Any elementwise operator
//===----------------------------------------------------------------------===//

// Whether the elements are to be computed one by one: a scalar, or the few
// integers of a shape.
static bool isSmall(RankedTensorType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !element.isSignlessIntOrFloat())
    return false;
  return type.getNumElements() == 1 ||
         (element.isSignlessInteger() && type.getRank() <= 1 &&
          type.getNumElements() <= kMaxElements);
}

// Computes each element of a result of rank 0 or 1, or of one element.
static Value buildElements(Node &node, const BroadcastOperands &operands,
                           RankedTensorType type, ElementBuilder build) {
  OpBuilder &builder = node.builder;
  SmallVector<Value> elements;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    SmallVector<Value> values;
    for (Value tensor : operands.tensors) {
      auto from = cast<RankedTensorType>(tensor.getType());
      // All but the only dimension of a vector have size 1.
      bool moves = from.getRank() > 0 && from.getNumElements() > 1;
      SmallVector<Value> index(from.getRank(), node.constant(moves ? i : 0));
      values.push_back(
          builder.createOrFold<tensor::ExtractOp>(node.loc, tensor, index));
    }
    elements.push_back(build(builder, node.loc, values));
  }
  return tensor::FromElementsOp::create(builder, node.loc, type, elements);
}

static Value buildElementwise(Node &node, const BroadcastOperands &operands,
                              ElementBuilder build) {
  OpBuilder &builder = node.builder;
  Type element = getElementTypeOrSelf(operands.tensors.front().getType());
  auto type = RankedTensorType::get(
      llvm::map_to_vector(operands.sizes,
                          [](OpFoldResult size) {
                            return getConstantIntValue(size).value_or(
                                ShapedType::kDynamic);
                          }),
      element);
  if (isSmall(type) && llvm::all_of(operands.tensors, [](Value tensor) {
        return isSmall(cast<RankedTensorType>(tensor.getType()));
      }))
    return buildElements(node, operands, type, build);
  Value init =
      tensor::EmptyOp::create(builder, node.loc, operands.sizes, element);
  SmallVector<AffineMap> maps = operands.maps;
  maps.push_back(builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, node.loc, type, operands.tensors, init, maps, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange elements) {
               Value result = build(nested, loc, elements.drop_back());
               linalg::YieldOp::create(nested, loc, result);
             })
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Add, Sub, Mul
//===----------------------------------------------------------------------===//

// One operation on integers, which wrap, or on floats. bf16 is computed as f32
// and rounded: with that much room, rounding twice is rounding once.
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

// The same bits as another integer type: arithmetic knows no unsigned ones.
static Value bitcast(Node &node, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  return tensor::BitcastOp::create(node.builder, node.loc, type.clone(element),
                                   tensor);
}

// Whether operands broadcast, as the opset has it.
static FailureOr<bool> readBroadcast(Node &node) {
  if (node.opset >= kFirstBroadcast)
    return true;
  FailureOr<int64_t> broadcast = node.integer("broadcast", 0);
  if (failed(broadcast))
    return failure();
  if (*broadcast)
    return node.fail("is not supported: broadcast along an axis, as before "
                     "opset 7");
  return false;
}

static LogicalResult lowerArithmetic(Node &node, ElementBuilder build) {
  SmallVector<StringRef> attributes;
  if (node.opset < kFirstBroadcast)
    attributes = {"axis", "broadcast", "consumed_inputs"};
  if (failed(node.verifyForm(2, 2, attributes)))
    return failure();
  FailureOr<Value> lhs = node.tensor(0, "A");
  if (failed(lhs))
    return failure();
  FailureOr<Value> rhs = node.tensor(1, "B");
  if (failed(rhs))
    return failure();
  FailureOr<bool> broadcasts = readBroadcast(node);
  if (failed(broadcasts))
    return failure();
  Type element = getElementTypeOrSelf(lhs->getType());
  if (getElementTypeOrSelf(rhs->getType()) != element)
    return node.fail("expected B to have element type ", element,
                     ", as A has, but got ",
                     getElementTypeOrSelf(rhs->getType()));
  if (!isa<IntegerType, Float16Type, BFloat16Type, Float32Type, Float64Type>(
          element) ||
      element.isInteger(1))
    return node.fail("is not supported on element type ", element);
  Type signless = element;
  if (auto integer = dyn_cast<IntegerType>(element))
    signless = node.builder.getIntegerType(integer.getWidth());
  FailureOr<BroadcastOperands> operands =
      broadcastOperands(node, bitcast(node, *lhs, signless),
                        bitcast(node, *rhs, signless), *broadcasts);
  if (failed(operands))
    return failure();
  Value result = buildElementwise(node, *operands, build);
  return node.replace(bitcast(node, result, element));
}

LogicalResult mlir::onnxops::lowerAdd(Node &node) {
  return lowerArithmetic(node, buildElement<arith::AddIOp, arith::AddFOp>);
}

LogicalResult mlir::onnxops::lowerSub(Node &node) {
  return lowerArithmetic(node, buildElement<arith::SubIOp, arith::SubFOp>);
}

LogicalResult mlir::onnxops::lowerMul(Node &node) {
  return lowerArithmetic(node, buildElement<arith::MulIOp, arith::MulFOp>);
}

//===----------------------------------------------------------------------===//
// Not
//===----------------------------------------------------------------------===//

LogicalResult mlir::onnxops::lowerNot(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  auto type = cast<RankedTensorType>(input->getType());
  if (!type.getElementType().isInteger(1))
    return node.fail("expected X to be boolean, but got ", type);
  BroadcastOperands operands{
      node.sizesOf(*input),
      {*input},
      {node.builder.getMultiDimIdentityMap(type.getRank())}};
  Value result = buildElementwise(
      node, operands, [](OpBuilder &builder, Location loc, ValueRange values) {
        Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
        return builder.createOrFold<arith::XOrIOp>(loc, values[0], one);
      });
  return node.replace(result);
}
