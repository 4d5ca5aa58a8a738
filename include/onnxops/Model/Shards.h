//===- Shards.h - the inputs and outputs that are sharded -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What users say of the ranks and of the shards of inputs, and what the
// compiler says of these and of those of outputs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_MODEL_SHARDS_H
#define ONNXOPS_MODEL_SHARDS_H

#include "onnxops/Model/Model.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Which dimension of a tensor the ranks along each axis of their grid share;
/// -1 for none.
using AxisDimensions = SmallVector<int64_t, 1>;

/// Whether ranks share the tensor at all.
bool isSharded(const AxisDimensions &dimensions);

/// How an input or output is sharded, and, for each axis, where the shards of
/// an input begin, and the end: empty for even shards, or any ones.
struct TensorShards {
  AxisDimensions dimensions;
  SmallVector<SmallVector<int64_t, 0>, 1> offsets;
};

/// How the ranks of a grid share the inputs and outputs of a model.
struct ModelShards {
  SmallVector<int64_t> grid; ///< the ranks along each axis; empty without ranks
  SmallVector<TensorShards> inputs, outputs;
};

/// Refuses all but NAME=SHARDS. AssignShards reads both. The error begins with
/// "--shard".
llvm::Error checkShardOptions(ArrayRef<std::string> shards);

/// Writes NAME=SHARDS as the option of AssignShards, NAME:SHARDS.
SmallVector<std::string> getShardOptions(ArrayRef<std::string> shards);

/// The grid of the ranks that call the functions of a module, which is the
/// option `ranks` of the pipelines: `ranks`, that of the module's annotations,
/// or one rank. Where both are given, a number of ranks is numbered in the
/// annotated grid; AssignShards refuses another grid. Empty if neither `shards`
/// nor annotations shard anything.
SmallVector<int64_t> chooseGrid(ModuleOp module, ArrayRef<int64_t> ranks,
                                ArrayRef<std::string> shards);

/// How the inputs and outputs of a module are sharded that was lowered for a
/// grid. Fails with the reason.
llvm::Expected<ModelShards> readShards(ModuleOp lowered, const Model &model,
                                       ArrayRef<int64_t> grid);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_SHARDS_H
