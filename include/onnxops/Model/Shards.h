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

/// Reads NAME=DIMENSION for each input of a model: -1 for one that is not
/// named. Fails with the reason, which begins with "--shard".
llvm::Expected<SmallVector<int64_t>>
readInputShards(const Model &model, ArrayRef<std::string> shards);

/// Writes NAME=DIMENSION as the option of AssignShards, NAME:DIMENSION.
SmallVector<std::string> getShardOptions(ArrayRef<std::string> shards);

/// The dimension along which each output of a lowered module is sharded; -1 for
/// one that all ranks have. Fails with the reason.
llvm::Expected<SmallVector<int64_t>> readOutputShards(ModuleOp lowered,
                                                      const Model &model);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_SHARDS_H
