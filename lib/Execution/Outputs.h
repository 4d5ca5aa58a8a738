//===- Outputs.h - output data of a run -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints, compares and writes results.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_OUTPUTS_H
#define ONNXOPS_LIB_EXECUTION_OUTPUTS_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Data/TensorShards.h"
#include "onnxops/Model/Model.h"
#include "onnxops/Model/Shards.h"

namespace mlir::onnxops {

/// Prints name, type and values of each output, elided when long.
void printOutputs(raw_ostream &os, const Model &model,
                  ArrayRef<HostValue> outputs);

/// Reads output_0.pb, ... for each output of the model.
llvm::Expected<std::vector<HostValue>> readExpected(const Model &model,
                                                    StringRef directory);

/// The first difference between outputs and expected values, with the output's
/// name.
std::optional<std::string> findFirstDifference(const Model &model,
                                               ArrayRef<HostValue> outputs,
                                               ArrayRef<HostValue> expected,
                                               double rtol);

/// How an output is sharded, and where this rank's shard is.
struct OutputShard {
  AxisDimensions dimensions;  ///< none for an output that all ranks have
  SmallVector<int64_t> sizes; ///< of the whole tensor
  TensorBox box;
};

/// Writes the shards of all ranks into the file of an output, which has this
/// name so far and a header.
using ShareOutput =
    llvm::function_ref<llvm::Error(size_t output, StringRef temporary)>;

/// Writes each output to a file of its name. Refuses colliding names before
/// writing anything. `shards` is empty, or has an entry for each output: files
/// of sharded outputs are .npy, and completed by `share`, in their order; only
/// the element types of these outputs matter.
llvm::Error writeOutputs(const Model &model, ArrayRef<HostValue> outputs,
                         StringRef directory, ArrayRef<OutputShard> shards = {},
                         ShareOutput share = nullptr);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_OUTPUTS_H
