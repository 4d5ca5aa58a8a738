//===- Shards.cpp - the inputs and outputs that are sharded ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of inputs may have any characters: what follows the last "=" counts.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Model/Shards.h"

#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isSharded(const AxisDimensions &dimensions) {
  return llvm::any_of(dimensions,
                      [](int64_t dimension) { return dimension >= 0; });
}

llvm::Error mlir::onnxops::checkShardOptions(ArrayRef<std::string> shards) {
  for (StringRef text : shards) {
    auto [name, numbers] = text.rsplit('=');
    if (name.empty() || numbers.empty())
      return llvm::createStringError(
          "--shard: expected NAME=DIMENSION, but got '" + text + "'");
  }
  return llvm::Error::success();
}

SmallVector<std::string>
mlir::onnxops::getShardOptions(ArrayRef<std::string> shards) {
  return llvm::map_to_vector(shards, [](StringRef shard) {
    auto [name, dimension] = shard.rsplit('=');
    return (name + ":" + dimension).str();
  });
}

static llvm::Error refuseFunctions() {
  return llvm::createStringError(
      "expected a model with one function for several ranks");
}

llvm::Expected<SmallVector<InputShards>>
mlir::onnxops::readInputShards(ModuleOp lowered, const Model &model,
                               int64_t axes) {
  auto entries = lowered->getAttrOfType<ArrayAttr>(kInputShardsAttr);
  if (!entries || entries.size() != model.inputs.size() * axes)
    return refuseFunctions();
  SmallVector<InputShards> inputs(model.inputs.size());
  for (auto [index, entry] : llvm::enumerate(entries)) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(entry);
    if (!numbers || numbers.empty())
      return refuseFunctions();
    InputShards &input = inputs[index / axes];
    input.dimensions.push_back(numbers[0]);
    input.offsets.emplace_back(numbers.asArrayRef().drop_front());
  }
  return inputs;
}

llvm::Expected<SmallVector<AxisDimensions>>
mlir::onnxops::readOutputShards(ModuleOp lowered, const Model &model,
                                int64_t axes) {
  auto numbers = lowered->getAttrOfType<DenseI64ArrayAttr>(kOutputShardsAttr);
  if (!numbers || numbers.size() != int64_t(model.outputs.size()) * axes)
    return refuseFunctions();
  SmallVector<AxisDimensions> outputs;
  for (size_t index = 0; index < model.outputs.size(); ++index)
    outputs.emplace_back(numbers.asArrayRef().slice(index * axes, axes));
  return outputs;
}
