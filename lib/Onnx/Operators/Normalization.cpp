//===- Normalization.cpp - rules of BatchNormalization and others ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalizations and Dropout, whose first result has the type of the first
// operand. They are not lowered.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset in which the mask of a Dropout is boolean.
static constexpr int64_t kFirstBooleanMask = 10;

// Other results have the element type of the operands from the fourth on.
static SmallVector<Type> inferBatchNormalization(Operation *op,
                                                 const InferenceMode &) {
  Type element = getTensorType(op, 3).getElementType();
  SmallVector<Type> types(op->getNumResults(),
                          UnrankedTensorType::get(element));
  types.front() = getTensorType(op, 0);
  return types;
}

static SmallVector<Type> inferDropout(Operation *op,
                                      const InferenceMode &mode) {
  TensorType data = getTensorType(op, 0);
  Type mask = mode.opset < kFirstBooleanMask
                  ? data
                  : data.clone(IntegerType::get(op->getContext(), 1));
  SmallVector<Type> types(op->getNumResults(), mask);
  types.front() = data;
  return types;
}

static constexpr OnnxOperator kOperators[] = {
    makeUnloweredVariadic("BatchNormalization", 7, 5, 5,
                          inferBatchNormalization),
    makeUnloweredVariadic("Dropout", 7, 1, 3, inferDropout),
    makeUnlowered("GroupNormalization", 18, 3, 3, inferSame),
    makeUnlowered("InstanceNormalization", 1, 3, 3, inferSame),
    makeUnlowered("LayerNormalization", 17, 2, 3, inferSame),
    makeUnlowered("RMSNormalization", 23, 2, 2, inferSame),
};

ArrayRef<OnnxOperator> mlir::onnxops::getNormalizationOperators() {
  return kOperators;
}
