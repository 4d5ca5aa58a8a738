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
#include "onnxops/Model/Model.h"

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

/// Writes each output to a file of its name. Refuses colliding names before
/// writing anything.
llvm::Error writeOutputs(const Model &model, ArrayRef<HostValue> outputs,
                         StringRef directory);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_OUTPUTS_H
