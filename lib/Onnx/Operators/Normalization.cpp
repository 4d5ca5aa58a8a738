//===- Normalization.cpp - rules of the normalizations --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose result has the shape of the operand: normalizations, Softmax
// and others, and Dropout. Some have further results.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of channels of a BatchNormalization: of the operand, or the length
// of any of the others.
static int64_t getChannels(Operation *op) {
  TensorType input = getTensorType(op, 0);
  if (input.hasRank() && input.getRank() >= 2 && !input.isDynamicDim(1))
    return input.getDimSize(1);
  for (unsigned index = 1; index < 5; ++index)
    if (TensorType vector = getTensorType(op, index);
        vector.hasRank() && vector.getRank() == 1 && !vector.isDynamicDim(0))
      return vector.getDimSize(0);
  return ShapedType::kDynamic;
}

// Up to version 7, there may be a mean for each element instead of each
// channel.
static SmallVector<Type> inferBatchNormalization(Operation *op,
                                                 const InferenceMode &mode) {
  SmallVector<Type> types = {getTensorType(op, 0)};
  bool isSpatial = mode.opset >= 9 || findInteger(op, "spatial", 1) == 1;
  // The means and the variances. Until opset 13, there are two of each.
  for (unsigned index : {3, 4, 3, 4}) {
    Type element = getTensorType(op, index).getElementType();
    types.push_back(isSpatial
                        ? Type(RankedTensorType::get(getChannels(op), element))
                        : Type(UnrankedTensorType::get(element)));
  }
  return takeTypes(op, ArrayRef(types).take_front(mode.opset < 14 ? 5 : 3));
}

// The type in which a LayerNormalization computes; null if it is not valid.
static Type getStashType(Operation *op) {
  std::optional<int64_t> number = findInteger(op, "stash_type", 1);
  return number ? getElementTypeOfOnnx(*number, op->getContext()) : Type();
}

// A mean and a deviation have size 1 in the dimensions from the axis on.
static SmallVector<Type> inferLayerNormalization(Operation *op,
                                                 const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  if (op->getNumResults() == 1)
    return {input};
  Type element = getStashType(op);
  if (!element)
    return {};
  TensorType reduced = input.clone(element);
  if (input.hasRank()) {
    SmallVector<int64_t> shape(input.getRank(), ShapedType::kDynamic);
    if (std::optional<int64_t> axis = findAxis(op, -1, input.getRank())) {
      shape.assign(input.getRank(), 1);
      llvm::copy(input.getShape().take_front(*axis), shape.begin());
    }
    reduced = RankedTensorType::get(shape, element);
  }
  return takeTypes(op, {input, reduced, reduced});
}

// The scale determines the element type.
static SmallVector<Type> inferRMSNormalization(Operation *op,
                                               const InferenceMode &) {
  return {getTensorType(op, 0).clone(getTensorType(op, 1).getElementType())};
}

// The mask has the type of the operand before version 10, and is boolean since.
static SmallVector<Type> inferDropout(Operation *op,
                                      const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  TensorType mask = mode.opset < 10
                        ? input
                        : input.clone(IntegerType::get(op->getContext(), 1));
  return takeTypes(op, {input, mask});
}

static constexpr OnnxOperator kOperators[] = {
    makeUnloweredVariadic("BatchNormalization", 1, 5, 5,
                          inferBatchNormalization),
    makeUnloweredVariadic("Dropout", 1, 1, 3, inferDropout),
    makeUnlowered("GroupNormalization", 18, 3, 3, inferSame),
    makeUnlowered("Hardmax", 1, 1, 1, inferSame),
    makeUnlowered("InstanceNormalization", 1, 3, 3, inferSame),
    makeUnlowered("LRN", 1, 1, 1, inferSame),
    makeUnloweredVariadic("LayerNormalization", 17, 2, 3,
                          inferLayerNormalization),
    makeUnlowered("LogSoftmax", 1, 1, 1, inferSame),
    makeUnlowered("LpNormalization", 1, 1, 1, inferSame),
    makeUnlowered("MeanVarianceNormalization", 1, 1, 1, inferSame),
    makeUnlowered("RMSNormalization", 23, 2, 2, inferRMSNormalization),
    makeUnlowered("Softmax", 1, 1, 1, inferSame),
};

ArrayRef<OnnxOperator> mlir::onnxops::getNormalizationOperators() {
  return kOperators;
}
