//===- MatMul.cpp - rules of MatMul and Gemm ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matrix products, which are not lowered.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// As numpy.matmul: a vector is a row or a column, which the result lacks; the
// dimensions before the last two broadcast.
static SmallVector<Type> inferMatMul(Operation *op, const InferenceMode &) {
  TensorType lhs = getTensorType(op, 0), rhs = getTensorType(op, 1);
  Type element = lhs.getElementType();
  if (!lhs.hasRank() || !rhs.hasRank() || lhs.getRank() == 0 ||
      rhs.getRank() == 0)
    return {UnrankedTensorType::get(element)};
  ArrayRef<int64_t> left = lhs.getShape(), right = rhs.getShape();
  SmallVector<int64_t> shape =
      broadcastShapes(left.drop_back(std::min<size_t>(left.size(), 2)),
                      right.drop_back(std::min<size_t>(right.size(), 2)));
  if (left.size() > 1)
    shape.push_back(left[left.size() - 2]);
  if (right.size() > 1)
    shape.push_back(right.back());
  return {RankedTensorType::get(shape, element)};
}

// The size of a matrix along `dim`, after it is transposed if the attribute is
// not 0.
static int64_t getMatrixSize(Operation *op, unsigned index,
                             StringRef transposes, int64_t dim) {
  TensorType type = getTensorType(op, index);
  if (!type.hasRank() || type.getRank() != 2)
    return ShapedType::kDynamic;
  bool isTransposed = getInteger(op, transposes, 0) != 0;
  return type.getDimSize(isTransposed ? 1 - dim : dim);
}

static SmallVector<Type> inferGemm(Operation *op, const InferenceMode &) {
  return {RankedTensorType::get(
      {getMatrixSize(op, 0, "transA", 0), getMatrixSize(op, 1, "transB", 1)},
      getTensorType(op, 0).getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Gemm", 7, 2, 3, inferGemm),
    makeUnlowered("MatMul", 1, 2, 2, inferMatMul),
};

ArrayRef<OnnxOperator> mlir::onnxops::getMatMulOperators() {
  return kOperators;
}
