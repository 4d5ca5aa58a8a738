//===- CompareModels.h - two models on random inputs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a model and a rewritten one on the same random inputs, and compares
// their outputs: evidence that the rewriting is right, not a proof.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EQUIVALENCE_COMPAREMODELS_H
#define ONNXOPS_EQUIVALENCE_COMPAREMODELS_H

#include "onnxops/Import/Import.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::onnxops {

struct CompareOptions {
  int64_t runs = 1;  ///< 1 or more
  uint64_t seed = 1; ///< of the inputs of the first run
  /// Sizes of symbolic dimensions, as "N=8". Others are random, 1 to 60, and
  /// equal where their symbols are.
  std::vector<std::string> dims;
  /// The library of ONNX Runtime that runs both models. If empty, this project
  /// does, or else a libonnxruntime.so that the system finds.
  std::string runtime;
  ImportOptions import; ///< as for the model that was rewritten
};

struct Comparison {
  std::string runner;    ///< "onnxops" or "ONNX Runtime 1.30.0"
  int64_t numEqual = 0;  ///< runs with equal outputs
  int64_t numFailed = 0; ///< runs on which the original failed
  /// Of the first run that differs; empty if there is none. Names the run.
  std::string difference;
};

/// Compares the outputs of `original`, a path, with those of `rewritten`, the
/// bytes of a model with the same inputs and outputs, bit for bit; all NaN are
/// equal. A run on which the original fails is not compared.
///
/// Fails if no runner can run the original, if its inputs cannot be made, if
/// the original fails on all runs, or if it is not deterministic.
llvm::Expected<Comparison> compareModels(StringRef original,
                                         StringRef rewritten,
                                         const CompareOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_EQUIVALENCE_COMPAREMODELS_H
