//===- Compile.h - ahead-of-time compilation of a model ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functionality of onnxops-compile without its command line.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_AHEADOFTIME_COMPILE_H
#define ONNXOPS_AHEADOFTIME_COMPILE_H

#include "onnxops/CodeGen/MachineCode.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Pipelines/Pipelines.h"

namespace mlir::onnxops {

/// How to compile a model. Paths are as the user gave them.
struct AheadOfTimeOptions {
  std::string model;    ///< .onnx, .xml or .mlir
  std::string function; ///< a public one; empty as in readModel
  std::string output;   ///< its ending chooses the kind of file
  std::string header;   ///< a C header, or empty
  std::string name;     ///< of the C function; empty: derived from the file's
  std::string triple;   ///< an LLVM triple; empty: this machine
  std::string cpu = kHostCPU.str(); ///< as for lookUpCPU
  std::string device = "cpu";       ///< where the code runs: vulkan or cuda
  std::string chip;                 ///< LLVM's name of the CUDA device
  CheckMode checks = CheckMode::Status;
  int64_t threads = 1; ///< 1 to ONNXOPS_MAX_THREADS
  /// The ranks that call the function, along each axis of a grid; see
  /// chooseGrid.
  SmallVector<int64_t> ranks;
  /// NAME=DIMENSION, NAME=DIMENSION@AXIS or NAME=free.
  std::vector<std::string> shards;
  Sanitizer sanitizer = Sanitizer::None;
  /// Verify the module after each pass, and LLVM's code.
  bool verifyPasses = false;
  std::string linker;           ///< a C compiler, or empty; for .so
  std::string runtimeDirectory; ///< with libonnxops_runtime.so, or empty
  ImportOptions import;
};

/// Compiles a model and writes the requested files: code, then the header.
/// Prints one error to `errors` if that fails; a file is written completely or
/// not at all, and none before all code is there. Returns the exit status that
/// docs/interfaces.md documents.
int compileModel(const AheadOfTimeOptions &options, raw_ostream &errors);

} // namespace mlir::onnxops

#endif // ONNXOPS_AHEADOFTIME_COMPILE_H
