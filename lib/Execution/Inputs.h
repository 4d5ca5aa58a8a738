//===- Inputs.h - the data that a model is run on ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files, defaults of the model, or random numbers; checked against what the
// model declares, so that bad data is told apart from a failing model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_INPUTS_H
#define ONNXOPS_LIB_EXECUTION_INPUTS_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Execution/Run.h"
#include "onnxops/Model/Model.h"

namespace mlir::onnxops {

/// One value for each input of the model, each of which fits its declaration.
llvm::Expected<std::vector<HostValue>> gatherInputs(const Model &model,
                                                    const RunOptions &options);

/// Reads a value of the kind of an input or output from an .npy or .pb file.
llvm::Expected<HostValue> readValue(StringRef path, const ValueInfo &info);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_INPUTS_H
