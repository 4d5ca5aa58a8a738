//===- Shards.h - the inputs and outputs that are sharded -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What users say of the shards of inputs, and what the compiler says of those
// of outputs.
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

/// How an input is sharded, and, for each axis, where shards begin, and the
/// end: empty for even shards, or any ones.
struct InputShards {
  AxisDimensions dimensions;
  SmallVector<SmallVector<int64_t, 0>, 1> offsets;
};

/// Refuses all but NAME=SHARDS. AssignShards reads both. The error begins with
/// "--shard".
llvm::Error checkShardOptions(ArrayRef<std::string> shards);

/// Writes NAME=SHARDS as the option of AssignShards, NAME:SHARDS.
SmallVector<std::string> getShardOptions(ArrayRef<std::string> shards);

/// How each input and output of a lowered module is sharded. Fails with the
/// reason.
llvm::Expected<SmallVector<InputShards>>
readInputShards(ModuleOp lowered, const Model &model, int64_t axes = 1);
llvm::Expected<SmallVector<AxisDimensions>>
readOutputShards(ModuleOp lowered, const Model &model, int64_t axes = 1);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_SHARDS_H
