//===- NeighbourTypes.cpp - types of what computes elements ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models declare few types, so each known operator has a rule: here those that
// compute elements, in NeighbourDataTypes.cpp those that move them. Exact sizes
// may still follow from the ops that --convert-onnx-to-upstream makes.
//
//===----------------------------------------------------------------------===//

#include "NeighbourRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset in which arithmetic broadcasts both ways.
static constexpr int64_t kFirstBroadcast = 7;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::onnxops::inferSame(Operation *op,
                                           const InferenceMode &) {
  return {op->getOperand(0).getType()};
}

// The size that two have together. Two that do not fit are refused elsewhere.
static int64_t broadcastSizes(int64_t lhs, int64_t rhs) {
  if (lhs == rhs || rhs == 1)
    return lhs;
  // A size that is not known yields to any but 1.
  if (lhs == 1 || ShapedType::isDynamic(lhs))
    return rhs;
  return ShapedType::isDynamic(rhs) ? lhs : ShapedType::kDynamic;
}

SmallVector<int64_t> mlir::onnxops::broadcastShapes(ArrayRef<int64_t> lhs,
                                                    ArrayRef<int64_t> rhs) {
  auto [low, high] =
      lhs.size() < rhs.size() ? std::pair(lhs, rhs) : std::pair(rhs, lhs);
  SmallVector<int64_t> shape(high);
  for (auto [size, other] : llvm::zip(llvm::reverse(shape), llvm::reverse(low)))
    size = broadcastSizes(size, other);
  return shape;
}

SmallVector<Type> mlir::onnxops::inferBroadcast(Operation *op,
                                                const InferenceMode &mode) {
  TensorType lhs = getTensorType(op, 0), rhs = getTensorType(op, 1);
  if (mode.opset < kFirstBroadcast)
    return {lhs};
  if (!lhs.hasRank() || !rhs.hasRank())
    return {UnrankedTensorType::get(lhs.getElementType())};
  return {RankedTensorType::get(broadcastShapes(lhs.getShape(), rhs.getShape()),
                                lhs.getElementType())};
}

SmallVector<Type> mlir::onnxops::inferCast(Operation *op,
                                           const InferenceMode &) {
  Type element = getCastType(op);
  if (!element)
    return {};
  TensorType input = getTensorType(op, 0);
  return {input.clone(element)};
}

// The dimensions that a reduction names: all, if it names none.
static std::optional<llvm::SmallBitVector> getReduced(Operation *op,
                                                      int64_t rank) {
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!axes && hasEntries(op, "axes", 1))
    return std::nullopt;
  if (axes && !axes->empty())
    return getDimensions(*axes, rank);
  bool isNoop = getInteger(op, "noop_with_empty_axes", 0) != 0;
  return llvm::SmallBitVector(rank, !isNoop);
}

// The dimensions stay, with size 1, or go.
SmallVector<Type> mlir::onnxops::inferReduceMean(Operation *op,
                                                 const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  bool keeps = getInteger(op, "keepdims", 1) != 0;
  if (!input.hasRank())
    return {input};
  std::optional<llvm::SmallBitVector> reduced = getReduced(op, input.getRank());
  if (!reduced && keeps)
    return {makeUnknownShape(input.getRank(), element)};
  if (!reduced)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!reduced->test(dim))
      shape.push_back(size);
    else if (keeps)
      shape.push_back(1);
  return {RankedTensorType::get(shape, element)};
}

//===----------------------------------------------------------------------===//
// Constants and sizes
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::onnxops::inferConstant(Operation *op,
                                               const InferenceMode &) {
  if (ElementsAttr value = getConstantValue(op))
    return {value.getType()};
  return {};
}

SmallVector<Type> mlir::onnxops::inferConstantOfShape(Operation *op,
                                                      const InferenceMode &) {
  Type element = getFillType(op);
  if (!element)
    return {};
  ValueReader reader;
  const KnownElements *sizes = reader.read(op->getOperand(0));
  if (!sizes)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (std::optional<int64_t> size : *sizes)
    shape.push_back(size && *size >= 0 ? *size : ShapedType::kDynamic);
  return {RankedTensorType::get(shape, element)};
}

SmallVector<Type> mlir::onnxops::inferSize(Operation *op,
                                           const InferenceMode &) {
  return {RankedTensorType::get({}, IntegerType::get(op->getContext(), 64))};
}

// From opset 15 on a node may ask for some of the sizes.
SmallVector<Type> mlir::onnxops::inferShape(Operation *op,
                                            const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = IntegerType::get(op->getContext(), 64);
  if (!input.hasRank())
    return {makeUnknownShape(1, element)};
  auto [start, end] = getShapeRange(op, input.getRank());
  return {RankedTensorType::get(end - start, element)};
}
