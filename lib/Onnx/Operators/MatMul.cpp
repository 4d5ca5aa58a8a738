//===- MatMul.cpp - rules of MatMul, Gemm and others ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products of matrices, and determinants.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Multiplies matrices, the last two dimensions, for each element of the others,
// which broadcast. A vector is a row on the left and a column on the right; the
// result does not have that dimension.
static Type multiply(TensorType lhs, TensorType rhs, Type element) {
  if (!lhs.hasRank() || !rhs.hasRank() || lhs.getRank() == 0 ||
      rhs.getRank() == 0)
    return UnrankedTensorType::get(element);
  ArrayRef<int64_t> left = lhs.getShape(), right = rhs.getShape();
  auto dropMatrix = [](ArrayRef<int64_t> shape) {
    return shape.drop_back(std::min<size_t>(shape.size(), 2));
  };
  SmallVector<int64_t> shape =
      broadcastShapes(dropMatrix(left), dropMatrix(right));
  if (left.size() > 1)
    shape.push_back(left[left.size() - 2]);
  if (right.size() > 1)
    shape.push_back(right.back());
  return RankedTensorType::get(shape, element);
}

static SmallVector<Type> inferMatMul(Operation *op, const InferenceMode &) {
  TensorType lhs = getTensorType(op, 0);
  return {multiply(lhs, getTensorType(op, 1), lhs.getElementType())};
}

static SmallVector<Type> inferMatMulInteger(Operation *op,
                                            const InferenceMode &) {
  return {multiply(getTensorType(op, 0), getTensorType(op, 1),
                   IntegerType::get(op->getContext(), 32))};
}

// Each operand has a scale and a zero point, and so has the result.
static SmallVector<Type> inferQLinearMatMul(Operation *op,
                                            const InferenceMode &) {
  return {multiply(getTensorType(op, 0), getTensorType(op, 3),
                   getTensorType(op, 7).getElementType())};
}

// Dimension `dim` of a matrix that attribute `name` may transpose.
static int64_t getMatrixSize(Operation *op, unsigned index, StringRef name,
                             unsigned dim) {
  TensorType matrix = getTensorType(op, index);
  std::optional<int64_t> transposes = findInteger(op, name, 0);
  if (!matrix.hasRank() || matrix.getRank() != 2 || !transposes)
    return ShapedType::kDynamic;
  return matrix.getDimSize(*transposes ? 1 - dim : dim);
}

static SmallVector<Type> inferGemm(Operation *op, const InferenceMode &) {
  return {RankedTensorType::get(
      {getMatrixSize(op, 0, "transA", 0), getMatrixSize(op, 1, "transB", 1)},
      getTensorType(op, 0).getElementType())};
}

static SmallVector<Type> inferDet(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  if (!input.hasRank() || input.getRank() < 2)
    return {UnrankedTensorType::get(element)};
  return {RankedTensorType::get(input.getShape().drop_back(2), element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Det", 11, 1, 1, inferDet),
    makeUnlowered("Gemm", 1, 2, 3, inferGemm),
    makeUnlowered("MatMul", 1, 2, 2, inferMatMul),
    makeUnlowered("MatMulInteger", 10, 2, 4, inferMatMulInteger),
    makeUnlowered("QLinearMatMul", 10, 8, 8, inferQLinearMatMul),
};

ArrayRef<OnnxOperator> mlir::onnxops::getMatMulOperators() {
  return kOperators;
}
