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

llvm::Expected<SmallVector<int64_t>>
mlir::onnxops::readInputShards(const Model &model,
                               ArrayRef<std::string> shards) {
  llvm::StringMap<size_t> indices;
  for (auto [index, input] : llvm::enumerate(model.inputs))
    indices.try_emplace(input.name, index);
  SmallVector<int64_t> dimensions(model.inputs.size(), -1);
  for (StringRef text : shards) {
    auto [name, number] = text.rsplit('=');
    auto found = indices.find(name);
    int64_t dimension = 0;
    if (number.empty() || number.getAsInteger(10, dimension) || dimension < 0)
      return llvm::createStringError(
          "--shard: expected NAME=DIMENSION, but got '" + text + "'");
    if (found == indices.end())
      return llvm::createStringError("--shard: the model has no input '" +
                                     name + "'");
    if (dimensions[found->second] >= 0)
      return llvm::createStringError("--shard: '" + name + "' is given twice");
    dimensions[found->second] = dimension;
  }
  return dimensions;
}

SmallVector<std::string>
mlir::onnxops::getShardOptions(ArrayRef<std::string> shards) {
  return llvm::map_to_vector(shards, [](StringRef shard) {
    auto [name, dimension] = shard.rsplit('=');
    return (name + ":" + dimension).str();
  });
}

llvm::Expected<SmallVector<int64_t>>
mlir::onnxops::readOutputShards(ModuleOp lowered, const Model &model) {
  auto outputs = lowered->getAttrOfType<DenseI64ArrayAttr>(kOutputShardsAttr);
  if (!outputs || outputs.size() != int64_t(model.outputs.size()))
    return llvm::createStringError(
        "expected a model with one function for several ranks");
  return llvm::to_vector(outputs.asArrayRef());
}
