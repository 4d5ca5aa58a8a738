//===- Recurrent.cpp - rules of LSTM, GRU, RNN ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recurrent networks, which are not lowered.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static int64_t countDirections(Operation *op) {
  auto direction = op->getAttrOfType<StringAttr>("direction");
  return direction && direction.getValue() == "bidirectional" ? 2 : 1;
}

// From the attribute, or the last dimension of the recurrence weights.
static int64_t getHiddenSize(Operation *op) {
  int64_t size = getInteger(op, "hidden_size", -1);
  if (size > 0)
    return size;
  TensorType weights = getTensorType(op, 2);
  return weights.hasRank() && weights.getRank() == 3 ? weights.getDimSize(2)
                                                     : ShapedType::kDynamic;
}

// The output of all steps, [steps, directions, batch, hidden], and those of the
// last step, without the steps; with layout 1 the batch comes first.
static SmallVector<Type> inferRecurrent(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  bool isBatchFirst = getInteger(op, "layout", 0) != 0;
  int64_t steps = ShapedType::kDynamic, batch = ShapedType::kDynamic;
  if (input.hasRank() && input.getRank() == 3) {
    steps = input.getDimSize(isBatchFirst ? 1 : 0);
    batch = input.getDimSize(isBatchFirst ? 0 : 1);
  }
  int64_t directions = countDirections(op), hidden = getHiddenSize(op);
  SmallVector<int64_t> all = {steps, directions, batch, hidden};
  SmallVector<int64_t> last = {directions, batch, hidden};
  if (isBatchFirst) {
    all = {batch, steps, directions, hidden};
    last = {batch, directions, hidden};
  }
  Type element = input.getElementType();
  SmallVector<Type> types(op->getNumResults(),
                          RankedTensorType::get(last, element));
  types.front() = RankedTensorType::get(all, element);
  return types;
}

static constexpr OnnxOperator kOperators[] = {
    makeUnloweredVariadic("GRU", 7, 3, 6, inferRecurrent),
    makeUnloweredVariadic("LSTM", 7, 3, 8, inferRecurrent),
    makeUnloweredVariadic("RNN", 7, 3, 6, inferRecurrent),
};

ArrayRef<OnnxOperator> mlir::onnxops::getRecurrentOperators() {
  return kOperators;
}
