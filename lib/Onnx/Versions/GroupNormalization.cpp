//===- GroupNormalization.cpp - versions of GroupNormalization ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before opset 21, scale and bias have one element for each group; since then,
// one for each channel, and `stash_type` is the type of intermediate values.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of channels, dimension 1 of the operand; none if it is not known.
static std::optional<int64_t> getChannels(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  if (!type || type.getRank() < 2 || type.isDynamicDim(1))
    return std::nullopt;
  return type.getDimSize(1);
}

// Repeats each of the elements of a vector.
static Value repeatElements(const VersionStep &step, Value vector,
                            int64_t number, int64_t times) {
  Type element = cast<TensorType>(vector.getType()).getElementType();
  auto reshape = [&](StringRef opType, Value operand, ArrayRef<int64_t> shape) {
    return buildOnnx(step, opType, {operand, buildVector(step, shape)},
                     RankedTensorType::get(shape, element));
  };
  Value column = reshape("Reshape", vector, {number, 1});
  Value matrix = reshape("Expand", column, {number, times});
  return reshape("Reshape", matrix, number * times);
}

static LogicalResult upgradeGroupNormalization(const VersionStep &step) {
  Operation *op = step.op;
  std::optional<int64_t> channels = getChannels(op);
  std::optional<int64_t> groups = getIntegerValue(op->getAttr("num_groups"));
  if (!channels || !groups || *groups <= 0 || *channels % *groups != 0)
    return step.refuse("opset ", step.to, " has a scale for each channel, ",
                       "whose number is not known to be a multiple of "
                       "'num_groups'");
  for (unsigned index : {1, 2})
    if (!isa<TensorType>(op->getOperand(index).getType()))
      return step.refuse("the type of operand #", index, " is not known");
  for (unsigned index : {1, 2})
    setOperand(step, index,
               repeatElements(step, op->getOperand(index), *groups,
                              *channels / *groups));
  Type element = cast<TensorType>(op->getOperand(0).getType()).getElementType();
  if (!element.isF32())
    op->setAttr("stash_type",
                step.builder.getI64IntegerAttr(*getOnnxOfElementType(element)));
  return stepBySchema(step);
}

static LogicalResult downgradeGroupNormalization(const VersionStep &step) {
  return step.refuse("opset ", step.to,
                     " has a scale for each group, not for each channel");
}

static constexpr VersionRule kRules[] = {
    {"GroupNormalization", 21, upgradeGroupNormalization,
     downgradeGroupNormalization},
};

ArrayRef<VersionRule> mlir::onnxops::getGroupNormalizationRules() {
  return kRules;
}
