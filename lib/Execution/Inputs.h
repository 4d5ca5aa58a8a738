//===- Inputs.h - input data of a run ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files, defaults of the model, or random numbers; checked against the model's
// declarations, so that invalid data is distinguished from a failing model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_INPUTS_H
#define ONNXOPS_LIB_EXECUTION_INPUTS_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Execution/Run.h"
#include "onnxops/Model/Model.h"
#include "onnxops/Model/Shards.h"

namespace mlir::onnxops {

/// One value for each input of the model, which matches its declaration.
llvm::Expected<std::vector<HostValue>> gatherInputs(const Model &model,
                                                    const RunOptions &options);

/// One rank's inputs: its shards, and all of every other input.
struct RankInputs {
  std::vector<HostValue> values;
  std::vector<SmallVector<int64_t>> sizes; ///< of the whole tensors
};

/// The same for one rank of a grid, which reads no more than it needs of .npy
/// files. `shards` are as readShards returns them.
llvm::Expected<RankInputs> gatherShards(const Model &model,
                                        const RunOptions &options,
                                        ArrayRef<TensorShards> shards,
                                        ArrayRef<int64_t> grid, int64_t rank);

/// The shard of a rank of a grid. Fails, with the name of the option, if the
/// input is no tensor with these dimensions.
llvm::Expected<HostValue> cutInput(const HostValue &input,
                                   const TensorShards &shards,
                                   ArrayRef<int64_t> grid, int64_t rank);

/// Reads a value of the kind of an input or output from an .npy or .pb file.
llvm::Expected<HostValue> readValue(StringRef path, const ValueInfo &info);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_INPUTS_H
