//===- Shapes.cpp - rules of Shape, Size, Squeeze, Unsqueeze --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads sizes as elements, and drops or adds dimensions of size 1.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The range [begin, end) of the sizes that a Shape reads from a tensor of
// `rank`.
static std::pair<int64_t, int64_t> getShapeRange(Operation *op, int64_t rank) {
  auto clamp = [&](int64_t position) {
    return std::clamp<int64_t>(position < 0 ? position + rank : position, 0,
                               rank);
  };
  int64_t start = clamp(getInteger(op, "start", 0));
  int64_t end = clamp(getInteger(op, "end", rank));
  return {start, std::max(start, end)};
}

// Since opset 15, a node may read a range of the sizes.
static SmallVector<Type> inferShape(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = IntegerType::get(op->getContext(), 64);
  if (!input.hasRank())
    return {makeUnknownShape(1, element)};
  auto [start, end] = getShapeRange(op, input.getRank());
  return {RankedTensorType::get(end - start, element)};
}

static std::optional<KnownElements> readShape(Operation *op, unsigned,
                                              ValueReader &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return std::nullopt;
  auto [start, end] = getShapeRange(op, input.getRank());
  KnownElements sizes;
  for (int64_t size : input.getShape().slice(start, end - start))
    sizes.push_back(ShapedType::isDynamic(size) ? std::nullopt
                                                : std::optional(size));
  return sizes;
}

static SmallVector<Type> inferSize(Operation *op, const InferenceMode &) {
  return {RankedTensorType::get({}, IntegerType::get(op->getContext(), 64))};
}

static std::optional<KnownElements> readSize(Operation *op, unsigned,
                                             ValueReader &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return std::nullopt;
  if (llvm::is_contained(input.getShape(), 0))
    return KnownElements(1, 0);
  Type type = IntegerType::get(op->getContext(), 64);
  std::optional<int64_t> product = 1;
  for (int64_t size : input.getShape())
    product = computeInteger(IntegerOperator::Mul, type, product,
                             ShapedType::isDynamic(size) ? std::nullopt
                                                         : std::optional(size));
  return KnownElements(1, product);
}

// Without axes, drops all dimensions of size 1, if all sizes are known.
static Type squeezeUnits(TensorType input, const InferenceMode &mode) {
  if (mode.isImport || !input.hasStaticShape())
    return UnrankedTensorType::get(input.getElementType());
  SmallVector<int64_t> shape(input.getShape());
  llvm::erase(shape, 1);
  return RankedTensorType::get(shape, input.getElementType());
}

static SmallVector<Type> inferSqueeze(Operation *op,
                                      const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  if (!hasEntries(op, "axes", 1))
    return {squeezeUnits(input, mode)};
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!input.hasRank() || !axes ||
      static_cast<int64_t>(axes->size()) > input.getRank())
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank();
  std::optional<llvm::SmallBitVector> isGone = getDimensions(*axes, rank);
  if (!isGone)
    return {makeUnknownShape(rank - axes->size(), element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!isGone->test(dim))
      shape.push_back(size);
  return {RankedTensorType::get(shape, element)};
}

static SmallVector<Type> inferUnsqueeze(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!input.hasRank() || !axes)
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank() + axes->size();
  std::optional<llvm::SmallBitVector> isNew = getDimensions(*axes, rank);
  if (!isNew)
    return {makeUnknownShape(rank, element)};
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> sizes = input.getShape();
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(isNew->test(dim) ? 1 : sizes.consume_front());
  return {RankedTensorType::get(shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    {"Shape", 6, 1, 1, inferShape, readShape},
    {"Size", 6, 1, 1, inferSize, readSize},
    {"Squeeze", 6, 1, 2, inferSqueeze, readSame},
    {"Unsqueeze", 6, 1, 2, inferUnsqueeze, readSame},
};

ArrayRef<OnnxOperator> mlir::onnxops::getShapesOperators() {
  return kOperators;
}
