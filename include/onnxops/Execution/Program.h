//===- Program.h - compilation of a function to calls -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs that hold a module and want to call a function of it: lowers,
// compiles and describes the function.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXECUTION_PROGRAM_H
#define ONNXOPS_EXECUTION_PROGRAM_H

#include "onnxops/Execution/Compiler.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace mlir::onnxops {

struct ProgramOptions {
  std::string function; ///< a public one; empty as in describeModel
  CheckMode checks = CheckMode::Status;
  std::string cpu = kHostCPU.str(); ///< as for lookUpRunnableCPU
  std::string device = "cpu";       ///< where it runs: cpu, vulkan or cuda
  int64_t threads = 1;              ///< 1 to ONNXOPS_MAX_THREADS
  /// The ranks that call it, along each axis of a grid; see chooseGrid.
  SmallVector<int64_t> ranks;
  /// NAME=DIMENSION, NAME=DIMENSION@AXIS or NAME=free.
  std::vector<std::string> shards;
  /// Verify the module after each pass, and LLVM's code: a bug of the compiler
  /// is then an error, not wrong code.
  bool verifyPasses = false;
  /// Options of the pipeline, in its syntax; they take precedence over those
  /// above.
  std::string pipeline;
  std::string cache; ///< a directory of compiled code (CodeCache), or empty
};

/// An input or output of a program as its module declares it.
struct ProgramValueInfo {
  std::string name;
  bool isSequence;
  int32_t elementType; ///< OnnxopsElementType; of a sequence's elements
  /// Of a sequence's elements; -1 for an unknown size. None for unknown rank.
  std::optional<SmallVector<int64_t>> sizes;
  SmallVector<std::string> symbols; ///< one for each size, "" for none
  TensorShards shards;              ///< how ranks share it; empty without ranks
};

/// A function in machine code. Independent of the module and its context.
class Program {
public:
  /// Compiles a public function of a module, which is not changed. Fails after
  /// an error through the context, or with a message of its own.
  static llvm::Expected<std::unique_ptr<Program>>
  compile(ModuleOp module, const ProgramOptions &options = {});

  /// Called with a slot for each input, then one for each output. A program for
  /// several ranks is called on each of them, with its shards, in a context
  /// with a transport.
  EntryFunction getEntry() const { return entry; }
  /// Whether a call that has begun looks for cancellation again.
  bool canBeCancelled() const { return isCancellable; }
  /// The grid of the ranks that call it; empty if it is not for ranks.
  ArrayRef<int64_t> getGrid() const { return grid; }
  ArrayRef<ProgramValueInfo> getInputs() const { return inputs; }
  ArrayRef<ProgramValueInfo> getOutputs() const { return outputs; }

private:
  Program() = default;

  std::unique_ptr<CompiledModule> compiled;
  EntryFunction entry = nullptr;
  bool isCancellable = true;
  SmallVector<int64_t> grid;
  std::vector<ProgramValueInfo> inputs, outputs;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_EXECUTION_PROGRAM_H
