//===- Elementwise.cpp - lowering of elementwise operators ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds a linalg.generic, or a few single elements.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

using namespace mlir;
using namespace mlir::onnxops;

// The maximum number of elements of a tensor treated as shape arithmetic.
static constexpr int64_t kMaxElements = 16;

bool mlir::onnxops::isSmall(RankedTensorType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !element.isSignlessIntOrFloat())
    return false;
  return type.getNumElements() == 1 ||
         (element.isSignlessInteger() && type.getRank() <= 1 &&
          type.getNumElements() <= kMaxElements);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

BroadcastOperands mlir::onnxops::makeOperands(Node &node, Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return {node.sizesOf(tensor),
          {tensor},
          {node.builder.getMultiDimIdentityMap(rank)}};
}

BroadcastOperands mlir::onnxops::makeOperands(ArrayRef<OpFoldResult> sizes) {
  return {SmallVector<OpFoldResult>(sizes), {}, {}};
}

FailureOr<BroadcastOperands> mlir::onnxops::readPair(Node &node, StringRef lhs,
                                                     StringRef rhs) {
  FailureOr<bool> broadcasts = readBroadcast(node);
  if (failed(broadcasts))
    return failure();
  SmallVector<Value> tensors;
  const StringRef names[] = {lhs, rhs};
  for (auto [index, name] : llvm::enumerate(names)) {
    FailureOr<Value> tensor = node.tensor(index, name);
    if (failed(tensor))
      return failure();
    Type element = getElementTypeOrSelf(tensor->getType());
    tensors.push_back(bitcastElements(node, *tensor, getSignless(element)));
  }
  return broadcastOperands(node, tensors, lhs + " and " + rhs, *broadcasts);
}

SmallVector<std::optional<int64_t>> mlir::onnxops::getKnown(Value tensor) {
  if (isa<IntegerType>(getElementTypeOrSelf(tensor.getType())))
    if (auto known = getKnownElements(tensor); succeeded(known))
      return *known;
  return {};
}

Value mlir::onnxops::extractElement(Node &node, Value tensor, int64_t index,
                                    ArrayRef<std::optional<int64_t>> known) {
  auto type = cast<RankedTensorType>(tensor.getType());
  OpBuilder &builder = node.builder;
  if (index < static_cast<int64_t>(known.size()) && known[index])
    return arith::ConstantOp::create(
        builder, node.loc,
        builder.getIntegerAttr(type.getElementType(), *known[index]));
  SmallVector<Value> indices(type.getRank(), node.constant(index));
  return builder.createOrFold<tensor::ExtractOp>(node.loc, tensor, indices);
}

bool mlir::onnxops::isFloat(Type element) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(element);
}

Type mlir::onnxops::getSignless(Type element) {
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

Value mlir::onnxops::bitcastElements(Node &node, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getElementType() == element)
    return tensor;
  return tensor::BitcastOp::create(node.builder, node.loc, type.clone(element),
                                   tensor);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// Computes each element of a result that has rank 0 or 1, or one element.
static Value buildElements(Node &node, const BroadcastOperands &operands,
                           RankedTensorType type, ElementBuilder build) {
  SmallVector<SmallVector<std::optional<int64_t>>> known =
      llvm::map_to_vector(operands.tensors, getKnown);
  SmallVector<Value> elements;
  for (int64_t i = 0, e = type.getNumElements(); i < e; ++i) {
    SmallVector<Value> values;
    for (auto [tensor, constants] : llvm::zip_equal(operands.tensors, known)) {
      auto from = cast<RankedTensorType>(tensor.getType());
      // At most one dimension has a size other than 1.
      bool moves = from.getNumElements() > 1;
      values.push_back(extractElement(node, tensor, moves ? i : 0, constants));
    }
    elements.push_back(build(node.builder, node.loc, values));
  }
  return tensor::FromElementsOp::create(node.builder, node.loc, type, elements);
}

Value mlir::onnxops::buildElementwise(Node &node,
                                      const BroadcastOperands &operands,
                                      Type element, ElementBuilder build) {
  OpBuilder &builder = node.builder;
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
