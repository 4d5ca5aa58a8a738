//===- TopK.cpp - rules of TopK, ArgMax, ArgMin ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Positions of the largest or smallest elements along an axis.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferArgMax(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type index = IntegerType::get(op->getContext(), 64);
  std::optional<int64_t> keeps = findInteger(op, "keepdims", 1);
  if (!input.hasRank() || !keeps || input.getRank() == 0)
    return {UnrankedTensorType::get(index)};
  std::optional<int64_t> axis = findAxis(op, 0, input.getRank());
  if (!axis)
    return {makeUnknownShape(input.getRank() - (*keeps == 0), index)};
  SmallVector<int64_t> shape(input.getShape());
  if (*keeps)
    shape[*axis] = 1;
  else
    shape.erase(shape.begin() + *axis);
  return {RankedTensorType::get(shape, index)};
}

// The number of selected elements: an attribute before version 10, an operand
// since.
static int64_t getSelectedCount(Operation *op, const InferenceMode &mode,
                                int64_t size) {
  std::optional<int64_t> count;
  if (mode.opset < 10)
    count = findInteger(op, "k", -1);
  else if (Value operand = getGivenOperand(op, 1))
    count = ValueReader().readScalar(operand);
  bool isValid =
      count && *count >= 0 && (ShapedType::isDynamic(size) || *count <= size);
  return isValid ? *count : ShapedType::kDynamic;
}

static SmallVector<Type> inferTopK(Operation *op, const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  Type index = IntegerType::get(op->getContext(), 64);
  if (!input.hasRank())
    return takeTypes(op, {input, input.clone(index)});
  SmallVector<int64_t> shape(input.getRank(), ShapedType::kDynamic);
  if (std::optional<int64_t> axis = findAxis(op, -1, input.getRank())) {
    llvm::copy(input.getShape(), shape.begin());
    shape[*axis] = getSelectedCount(op, mode, shape[*axis]);
  }
  return takeTypes(op, {RankedTensorType::get(shape, input.getElementType()),
                        RankedTensorType::get(shape, index)});
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("ArgMax", 1, 1, 1, inferArgMax),
    makeUnlowered("ArgMin", 1, 1, 1, inferArgMax),
    makeUnloweredVariadic("TopK", 1, 1, 2, inferTopK),
};

ArrayRef<OnnxOperator> mlir::onnxops::getTopKOperators() { return kOperators; }
