//===- Shards.cpp - the inputs and outputs that are sharded ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of inputs may have any characters: what follows the last "=" counts.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Model/Shards.h"

#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isSharded(const AxisDimensions &dimensions) {
  return llvm::any_of(dimensions,
                      [](int64_t dimension) { return dimension >= 0; });
}

SmallVector<int64_t>
mlir::onnxops::onOneAxis(ArrayRef<AxisDimensions> tensors) {
  return llvm::map_to_vector(
      tensors, [](const AxisDimensions &dimensions) { return dimensions[0]; });
}

// Reads DIMENSION or DIMENSION@AXIS.
static bool readDimension(StringRef text, int64_t axes, int64_t &dimension,
                          int64_t &axis) {
  auto [number, axisText] = text.split('@');
  axis = 0;
  if (number.size() != text.size() &&
      (axisText.getAsInteger(10, axis) || axis < 0 || axis >= axes))
    return false;
  return !number.getAsInteger(10, dimension) && dimension >= 0;
}

llvm::Expected<SmallVector<AxisDimensions>>
mlir::onnxops::readInputShards(const Model &model, ArrayRef<std::string> shards,
                               int64_t axes) {
  llvm::StringMap<size_t> indices;
  for (auto [index, input] : llvm::enumerate(model.inputs))
    indices.try_emplace(input.name, index);
  SmallVector<AxisDimensions> inputs(model.inputs.size(),
                                     AxisDimensions(axes, -1));
  for (StringRef text : shards) {
    auto [name, numbers] = text.rsplit('=');
    auto found = indices.find(name);
    int64_t dimension = 0, axis = 0;
    if (!readDimension(numbers, axes, dimension, axis))
      return llvm::createStringError(
          axes == 1 ? "--shard: expected NAME=DIMENSION, but got '" + text + "'"
                    : "--shard: expected NAME=DIMENSION@AXIS, with an axis of "
                      "a grid of " +
                          Twine(axes) + ", but got '" + text + "'");
    if (found == indices.end())
      return llvm::createStringError("--shard: the model has no input '" +
                                     name + "'");
    AxisDimensions &dimensions = inputs[found->second];
    if (dimensions[axis] >= 0 || llvm::is_contained(dimensions, dimension))
      return llvm::createStringError(
          "--shard: '" + name + "' is given twice" +
          (axes == 1 ? "" : " for one dimension or one axis"));
    dimensions[axis] = dimension;
  }
  return inputs;
}

SmallVector<std::string>
mlir::onnxops::getShardOptions(ArrayRef<std::string> shards) {
  return llvm::map_to_vector(shards, [](StringRef shard) {
    auto [name, dimension] = shard.rsplit('=');
    return (name + ":" + dimension).str();
  });
}

llvm::Expected<SmallVector<AxisDimensions>>
mlir::onnxops::readOutputShards(ModuleOp lowered, const Model &model,
                                int64_t axes) {
  auto numbers = lowered->getAttrOfType<DenseI64ArrayAttr>(kOutputShardsAttr);
  if (!numbers || numbers.size() != int64_t(model.outputs.size()) * axes)
    return llvm::createStringError(
        "expected a model with one function for several ranks");
  SmallVector<AxisDimensions> outputs;
  for (size_t index = 0; index < model.outputs.size(); ++index)
    outputs.emplace_back(numbers.asArrayRef().slice(index * axes, axes));
  return outputs;
}
