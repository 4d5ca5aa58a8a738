//===- ImportFlags.h - import options of a command line ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same flags for every tool that reads model files.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_IMPORTFLAGS_H
#define ONNXOPS_IMPORT_IMPORTFLAGS_H

#include "onnxops/Import/Import.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::onnxops {

/// Registers the flags in `category`; all but --allow-unsupported, which is of
/// use only where the module is not run.
class ImportFlags {
public:
  explicit ImportFlags(llvm::cl::OptionCategory &category);

  /// What the command line said. Call it after that is parsed.
  ImportOptions get() const;

  /// Whether the command line has any of those for ONNX models, and whether it
  /// has any of those that limit what a model may have.
  bool isGiven() const;
  bool hasLimits() const;

private:
  llvm::cl::opt<bool> allowBytecode, allowNegativeAxes, allowNewerOpset,
      dropEmptyInputs, freezeInitializers, torchSplitSqueeze;
  // 0 is what holds without the flag.
  llvm::cl::opt<uint64_t> maxConstantBytes, maxElements, maxNodes, maxRank;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_IMPORTFLAGS_H
