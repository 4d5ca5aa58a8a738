//===- Leniency.cpp - nodes that are not by the standard ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each habit of an exporter that an option lets pass.
//
//===----------------------------------------------------------------------===//

#include "Leniency.h"

#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset in which Concat's axis may count from the end.
static constexpr int64_t kFirstNegativeAxis = 11;

// Without `split` the chunks of length 1 lose the axis.
static void dropSplitByOne(const GraphNode &node,
                           SmallVectorImpl<Value> &operands) {
  auto *keepdims = findAttribute<int64_t>(node, "keepdims");
  if (operands.size() != 2 || !operands[1] || !keepdims || *keepdims != 0)
    return;
  auto split = dyn_cast<RankedTensorType>(operands[1].getType());
  if (split && split.getRank() == 0 && getKnownScalar(operands[1]) == 1)
    operands.pop_back();
}

// An empty list among tensors; its element type still has to be theirs.
static bool isEmptyList(Value operand) {
  auto type = operand ? dyn_cast<RankedTensorType>(operand.getType())
                      : RankedTensorType();
  return type && type.getRank() == 1 && type.getDimSize(0) == 0;
}

static void dropEmptyLists(SmallVectorImpl<Value> &operands) {
  auto *kept = llvm::find_if_not(operands, isEmptyList);
  if (kept == operands.end() || !*kept)
    return;
  Type element = getElementTypeOrSelf(*kept);
  llvm::erase_if(operands, [&](Value operand) {
    return isEmptyList(operand) && getElementTypeOrSelf(operand) == element;
  });
}

// The node with its axis counted from the front, none where that is so already
// or cannot be.
static std::optional<GraphNode> countFromFront(const GraphNode &node,
                                               ArrayRef<Value> operands) {
  auto *axis = findAttribute<int64_t>(node, "axis");
  if (!axis || *axis >= 0 || node.attributes.size() != 1)
    return std::nullopt;
  for (Value operand : operands) {
    auto type = operand ? dyn_cast<RankedTensorType>(operand.getType())
                        : RankedTensorType();
    if (!type)
      continue;
    if (*axis + type.getRank() < 0)
      return std::nullopt;
    GraphNode meant = {node.number, node.label,   node.domain, node.opType,
                       node.inputs, node.outputs, {}};
    meant.attributes.push_back({"axis", *axis + type.getRank()});
    return meant;
  }
  return std::nullopt;
}

std::optional<GraphNode>
mlir::onnxops::readAsMeant(const GraphNode &node,
                           SmallVectorImpl<Value> &operands, int64_t opset,
                           const ImportOptions &options) {
  if (options.torchSplitSqueeze && node.opType == "SplitToSequence")
    dropSplitByOne(node, operands);
  if (node.opType != "Concat")
    return std::nullopt;
  if (options.dropEmptyInputs)
    dropEmptyLists(operands);
  if (options.allowNegativeAxes && opset < kFirstNegativeAxis)
    return countFromFront(node, operands);
  return std::nullopt;
}
