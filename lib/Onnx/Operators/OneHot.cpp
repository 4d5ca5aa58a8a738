//===- OneHot.cpp - rules of OneHot ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds a dimension, in which each index selects one element.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferOneHot(Operation *op, const InferenceMode &) {
  TensorType indices = getTensorType(op, 0);
  Type element = getTensorType(op, 2).getElementType();
  if (!indices.hasRank())
    return {UnrankedTensorType::get(element)};
  int64_t rank = indices.getRank() + 1;
  std::optional<int64_t> axis = findAxis(op, -1, rank);
  if (!axis)
    return {makeUnknownShape(rank, element)};
  std::optional<int64_t> depth = ValueReader().readScalar(op->getOperand(1));
  SmallVector<int64_t> shape(indices.getShape());
  shape.insert(shape.begin() + *axis,
               depth && *depth > 0 ? *depth : ShapedType::kDynamic);
  return {RankedTensorType::get(shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("OneHot", 9, 3, 3, inferOneHot),
};

ArrayRef<OnnxOperator> mlir::onnxops::getOneHotOperators() {
  return kOperators;
}
