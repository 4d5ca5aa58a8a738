//===- Run.h - execution of a model -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functionality of onnxops-run without its command line.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXECUTION_RUN_H
#define ONNXOPS_EXECUTION_RUN_H

#include "onnxops/Import/Import.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Support/TargetCPU.h"

#include <optional>

namespace mlir::onnxops {

/// How to run a model. Paths are as the user gave them.
struct RunOptions {
  std::string model;               ///< .onnx or .mlir
  std::string function;            ///< a public one; main if empty
  std::vector<std::string> inputs; ///< NAME=FILE
  std::string inputDirectory;      ///< holds input_0.pb, ...
  std::string expectDirectory;     ///< holds output_0.pb, ...
  std::string outputDirectory;     ///< gets NAME.npy, ...
  std::vector<std::string> dims;   ///< SYMBOL=SIZE
  std::optional<uint64_t>
      seed;            ///< for random values of inputs that are not given
  std::string emit;    ///< a stage to print instead of running
  std::string explain; ///< text, dot or svg: explain copies instead of running
  std::optional<int64_t> timedRuns; ///< 1 or more; does not print results
  double rtol = 1e-5;               ///< for results of arithmetic
  CheckMode checks = CheckMode::Status;
  std::string cpu = kHostCPU.str(); ///< CPU to generate code for
  std::string device = "cpu";       ///< where it runs: cpu, vulkan or cuda
  int64_t threads = 1;              ///< 1 to ONNXOPS_MAX_THREADS
  /// Ranks that have shards of inputs, along each axis of a grid: threads.
  /// Empty for those of the module's annotations or of MPI, or for one.
  SmallVector<int64_t> ranks;
  /// NAME=DIMENSION, NAME=DIMENSION@AXIS or NAME=free.
  std::vector<std::string> shards;
  /// This process is one of the ranks, which are those of an MPI: openmpi,
  /// mpich, or empty for the one that has started it.
  std::optional<std::string> mpi;
  std::string copyStrategy; ///< LowerCopies' `force`, for tests
  /// Bytes from which threads share work; the pipeline's default if absent.
  std::optional<int64_t> parallelThreshold;
  bool verifyPasses = false; ///< as in ProgramOptions
  std::string pipeline;      ///< likewise
  std::string cache;         ///< likewise
  /// Bytes that the call may have at one time; none if absent.
  std::optional<int64_t> memoryLimit;
  ImportOptions import;
};

/// Runs a model. Prints results to `os` and one error to `errors`; returns the
/// exit status that docs/interfaces.md documents.
int runModel(const RunOptions &options, raw_ostream &os, raw_ostream &errors);

} // namespace mlir::onnxops

#endif // ONNXOPS_EXECUTION_RUN_H
