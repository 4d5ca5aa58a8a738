//===- CompatibilityOptions.cpp - deviations from ONNX --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each compatibility option.
//
//===----------------------------------------------------------------------===//

#include "CompatibilityOptions.h"

#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

// Drops a `split` of 1, so that keepdims = 0 removes the axis from the chunks.
static void dropSplitByOne(const GraphNode &node,
                           SmallVectorImpl<Value> &operands) {
  auto *keepdims = findAttribute<int64_t>(node, "keepdims");
  if (operands.size() != 2 || !operands[1] || !keepdims || *keepdims != 0)
    return;
  auto split = dyn_cast<RankedTensorType>(operands[1].getType());
  if (split && split.getRank() == 0 && getKnownScalar(operands[1]) == 1)
    operands.pop_back();
}

// Whether the operand is an empty list. Its element type must match that of the
// other operands.
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

static std::optional<int64_t> findRank(ArrayRef<Value> operands) {
  for (Value operand : operands)
    if (auto type = operand ? dyn_cast<RankedTensorType>(operand.getType())
                            : RankedTensorType())
      return type.getRank();
  return std::nullopt;
}

// Sets `adjusted` to the node with a positive axis if its axis is negative.
static LogicalResult countFromFront(Location loc, const GraphNode &node,
                                    ArrayRef<Value> operands,
                                    std::optional<GraphNode> &adjusted) {
  auto *axis = findAttribute<int64_t>(node, "axis");
  if (!axis || *axis >= 0 || node.attributes.size() != 1)
    return success();
  std::optional<int64_t> rank = findRank(operands);
  if (!rank)
    return emitError(loc) << "cannot count axis " << *axis
                          << " from the end: the rank of the inputs is unknown";
  if (*axis < -*rank)
    return emitError(loc) << "expected axis to be in [" << -*rank << ", "
                          << *rank - 1 << "], but got " << *axis;
  adjusted = GraphNode{node.number, node.label,   node.domain, node.opType,
                       node.inputs, node.outputs, {}};
  adjusted->attributes.push_back({"axis", *axis + *rank});
  return success();
}

LogicalResult mlir::onnxops::applyCompatibilityOptions(
    Location loc, const GraphNode &node, SmallVectorImpl<Value> &operands,
    int64_t opset, const ImportOptions &options,
    std::optional<GraphNode> &adjusted) {
  if (options.torchSplitSqueeze && node.opType == "SplitToSequence")
    dropSplitByOne(node, operands);
  if (node.opType != "Concat")
    return success();
  if (options.dropEmptyInputs)
    dropEmptyLists(operands);
  if (options.allowNegativeAxes && opset < opsets::kFirstNegativeAxis)
    return countFromFront(loc, node, operands, adjusted);
  return success();
}
