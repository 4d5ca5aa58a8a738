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

/// The dimension of each tensor on a grid of one axis.
SmallVector<int64_t> onOneAxis(ArrayRef<AxisDimensions> tensors);

/// Reads NAME=DIMENSION, or NAME=DIMENSION@AXIS for a grid of several axes, for
/// each input of a model. Fails with the reason, which begins with "--shard".
llvm::Expected<SmallVector<AxisDimensions>>
readInputShards(const Model &model, ArrayRef<std::string> shards,
                int64_t axes = 1);

/// Writes NAME=DIMENSION as the option of AssignShards, NAME:DIMENSION.
SmallVector<std::string> getShardOptions(ArrayRef<std::string> shards);

/// How each output of a lowered module is sharded. Fails with the reason.
llvm::Expected<SmallVector<AxisDimensions>>
readOutputShards(ModuleOp lowered, const Model &model, int64_t axes = 1);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_SHARDS_H
