//===- Recurrent.cpp - rules of GRU, LSTM, RNN ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recurrent layers. The results are all outputs, [length, directions, batch,
// hidden], and the last output, [directions, batch, hidden]; LSTM adds a last
// state. With `layout`, the batch is the first dimension of all of them.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

static int64_t countDirections(Operation *op) {
  Attribute direction = op->getAttr("direction");
  if (!direction)
    return 1;
  auto name = dyn_cast<StringAttr>(direction);
  return llvm::StringSwitch<int64_t>(name ? name.strref() : "")
      .Cases({"forward", "reverse"}, 1)
      .Case("bidirectional", 2)
      .Default(ShapedType::kDynamic);
}

// The attribute, or the size in the recurrence weights, [directions, gates *
// hidden, hidden].
static int64_t getHiddenSize(Operation *op) {
  TensorType weights = getTensorType(op, 2);
  int64_t size = weights.hasRank() && weights.getRank() == 3
                     ? weights.getDimSize(2)
                     : ShapedType::kDynamic;
  if (!op->hasAttr("hidden_size"))
    return size;
  int64_t given = getInteger(op, "hidden_size", 0);
  bool isValid = given > 0 && (ShapedType::isDynamic(size) || size == given);
  return isValid ? given : ShapedType::kDynamic;
}

static SmallVector<Type> inferRecurrent(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  int64_t length = ShapedType::kDynamic, batch = ShapedType::kDynamic;
  std::optional<int64_t> layout = findInteger(op, "layout", 0);
  bool isBatchFirst = layout == 1;
  if (layout != 0 && layout != 1)
    return takeTypes(op, {makeUnknownShape(4, element),
                          makeUnknownShape(3, element),
                          makeUnknownShape(3, element)});
  if (input.hasRank() && input.getRank() == 3) {
    length = input.getDimSize(isBatchFirst ? 1 : 0);
    batch = input.getDimSize(isBatchFirst ? 0 : 1);
  }
  int64_t directions = countDirections(op), hidden = getHiddenSize(op);
  SmallVector<int64_t> all = {length, directions, batch, hidden};
  SmallVector<int64_t> last = {directions, batch, hidden};
  if (isBatchFirst) {
    all = {batch, length, directions, hidden};
    last = {batch, directions, hidden};
  }
  Type lastType = RankedTensorType::get(last, element);
  return takeTypes(op,
                   {RankedTensorType::get(all, element), lastType, lastType});
}

static constexpr OnnxOperator kOperators[] = {
    makeUnloweredVariadic("GRU", 1, 3, 6, inferRecurrent),
    makeUnloweredVariadic("LSTM", 1, 3, 8, inferRecurrent),
    makeUnloweredVariadic("RNN", 1, 3, 6, inferRecurrent),
};

ArrayRef<OnnxOperator> mlir::onnxops::getRecurrentOperators() {
  return kOperators;
}
