//===- Compile.h - a model from its file to a file of code ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All that onnxops-compile does, without its command line.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_AHEADOFTIME_COMPILE_H
#define ONNXOPS_AHEADOFTIME_COMPILE_H

#include "onnxops/CodeGen/MachineCode.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Pipelines/Pipelines.h"

namespace mlir::onnxops {

/// What to make of a model. Paths are as the user gave them.
struct AheadOfTimeOptions {
  std::string model;    ///< .onnx, .xml or .mlir
  std::string function; ///< which public one; empty as readModel has it
  std::string output;   ///< its ending says what it is to be
  std::string header;   ///< a C header, or empty
  std::string name;     ///< of the C function; empty: after the model's file
  std::string triple;   ///< what machine, as LLVM spells it; empty: this one
  std::string cpu = kHostCPU.str(); ///< as lookUpCPU takes it
  std::string device = "cpu";       ///< where the code runs: vulkan or cuda
  std::string chip;                 ///< which CUDA device, as LLVM names it
  CheckMode checks = CheckMode::Status;
  int64_t threads = 1; ///< 1 to ONNXOPS_MAX_THREADS
  Sanitizer sanitizer = Sanitizer::None;
  /// Verify the module after each pass, and LLVM's code.
  bool verifyPasses = false;
  std::string linker;           ///< a C compiler, or empty; for .so
  std::string runtimeDirectory; ///< with libonnxops_runtime.so, or empty
  ImportOptions import;
};

/// Compiles a model and writes what was asked for: code, then the header.
/// Prints one error to `errors` if that fails; a file is written whole or not
/// at all, and none before all code is there. Returns the exit status that
/// docs/interfaces.md documents.
int compileModel(const AheadOfTimeOptions &options, raw_ostream &errors);

} // namespace mlir::onnxops

#endif // ONNXOPS_AHEADOFTIME_COMPILE_H
