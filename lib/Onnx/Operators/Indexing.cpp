//===- Indexing.cpp - rules of ScatterND, Resize, ArgMax and others -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators that move or find elements and are not lowered.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The shape of the indices, with the elements of the data.
static SmallVector<Type> inferGatherElements(Operation *op,
                                             const InferenceMode &) {
  return {getTensorType(op, 1).clone(getTensorType(op, 0).getElementType())};
}

// Sizes depend on scales, or are operands: only the rank is inferred.
static SmallVector<Type> inferRank(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  return {makeUnknownShape(input.getRank(), input.getElementType())};
}

// One row for each dimension.
static SmallVector<Type> inferNonZero(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  int64_t rank = input.hasRank() ? input.getRank() : ShapedType::kDynamic;
  return {RankedTensorType::get({rank, ShapedType::kDynamic},
                                IntegerType::get(op->getContext(), 64))};
}

// Drops the axis, or keeps it with size 1.
static SmallVector<Type> inferArgument(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = IntegerType::get(op->getContext(), 64);
  if (!input.hasRank())
    return {UnrankedTensorType::get(element)};
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(op, "axis", 0), input.getRank());
  if (!axis)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape(input.getShape());
  if (getInteger(op, "keepdims", 1) != 0)
    shape[*axis] = 1;
  else
    shape.erase(shape.begin() + *axis);
  return {RankedTensorType::get(shape, element)};
}

// The largest elements of an axis, and their indices.
static SmallVector<Type> inferTopK(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  std::optional<int64_t> axis =
      input.hasRank()
          ? normalizeAxis(getInteger(op, "axis", -1), input.getRank())
          : std::nullopt;
  TensorType values = UnrankedTensorType::get(input.getElementType());
  if (axis) {
    SmallVector<int64_t> shape(input.getShape());
    ValueReader reader;
    Value count = getGivenOperand(op, 1);
    std::optional<int64_t> known =
        count ? reader.readScalar(count) : getIntegerValue(op->getAttr("k"));
    shape[*axis] = known && *known >= 0 ? *known : ShapedType::kDynamic;
    values = RankedTensorType::get(shape, input.getElementType());
  }
  SmallVector<Type> types(op->getNumResults(),
                          values.clone(IntegerType::get(op->getContext(), 64)));
  types.front() = values;
  return types;
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("ArgMax", 1, 1, 1, inferArgument),
    makeUnlowered("ArgMin", 1, 1, 1, inferArgument),
    makeUnlowered("GatherElements", 11, 2, 2, inferGatherElements),
    makeUnlowered("NonZero", 9, 1, 1, inferNonZero),
    makeUnlowered("Resize", 10, 1, 4, inferRank),
    makeUnlowered("Scatter", 9, 3, 3, inferSame),
    makeUnlowered("ScatterElements", 11, 3, 3, inferSame),
    makeUnlowered("ScatterND", 11, 3, 3, inferSame),
    makeUnloweredVariadic("TopK", 1, 1, 2, inferTopK),
    makeUnlowered("Upsample", 7, 1, 2, inferRank),
};

ArrayRef<OnnxOperator> mlir::onnxops::getIndexingOperators() {
  return kOperators;
}
