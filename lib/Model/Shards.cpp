//===- Shards.cpp - the inputs and outputs that are sharded ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of inputs may have any characters: what follows the last "=" counts.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Model/Shards.h"

#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Support/Placement.h"

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

// The shape of the grid of a module's annotations; empty without any.
// AssignShards reports what is wrong with it.
static ArrayRef<int64_t> getAnnotatedGrid(ModuleOp module) {
  bool isAnnotated =
      module.walk([](shard::ShardOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  auto grids = module.getOps<shard::GridOp>();
  if (!isAnnotated || grids.empty())
    return {};
  return (*grids.begin()).getShape();
}

SmallVector<int64_t> mlir::onnxops::chooseGrid(ModuleOp module,
                                               ArrayRef<int64_t> ranks,
                                               ArrayRef<std::string> shards) {
  ArrayRef<int64_t> annotated = getAnnotatedGrid(module);
  if (shards.empty() && annotated.empty())
    return {};
  if (ranks.empty())
    return annotated.empty() ? SmallVector<int64_t>{1}
                             : SmallVector<int64_t>(annotated);
  if (ranks.size() == 1 && !annotated.empty() &&
      ranks[0] == countRanks(annotated))
    return SmallVector<int64_t>(annotated);
  return SmallVector<int64_t>(ranks);
}

static llvm::Error refuseFunctions() {
  return llvm::createStringError(
      "expected a model with one function for several ranks");
}

llvm::Expected<ModelShards> mlir::onnxops::readShards(ModuleOp lowered,
                                                      const Model &model,
                                                      ArrayRef<int64_t> grid) {
  const size_t axes = grid.size();
  auto inputs = lowered->getAttrOfType<ArrayAttr>(kInputShardsAttr);
  auto outputs = lowered->getAttrOfType<DenseI64ArrayAttr>(kOutputShardsAttr);
  if (!inputs || inputs.size() != model.inputs.size() * axes || !outputs ||
      outputs.size() != int64_t(model.outputs.size() * axes))
    return refuseFunctions();
  ModelShards shards = {SmallVector<int64_t>(grid),
                        SmallVector<TensorShards>(model.inputs.size()),
                        SmallVector<TensorShards>(model.outputs.size())};
  for (auto [index, entry] : llvm::enumerate(inputs)) {
    auto numbers = dyn_cast<DenseI64ArrayAttr>(entry);
    if (!numbers || numbers.empty())
      return refuseFunctions();
    TensorShards &input = shards.inputs[index / axes];
    input.dimensions.push_back(numbers[0]);
    input.offsets.emplace_back(numbers.asArrayRef().drop_front());
  }
  for (auto [index, dimension] : llvm::enumerate(outputs.asArrayRef())) {
    TensorShards &output = shards.outputs[index / axes];
    output.dimensions.push_back(dimension);
    output.offsets.emplace_back();
  }
  return shards;
}
