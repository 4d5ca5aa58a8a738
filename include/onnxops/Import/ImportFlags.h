//===- ImportFlags.h - import flags of command-line tools -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The flags shared by all tools that read model files.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_IMPORTFLAGS_H
#define ONNXOPS_IMPORT_IMPORTFLAGS_H

#include "onnxops/Import/Import.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::onnxops {

/// Registers the flags in `category`, except --allow-unsupported, which is only
/// useful if the module is not run.
class ImportFlags {
public:
  explicit ImportFlags(llvm::cl::OptionCategory &category);

  /// The options of the command line, which must have been parsed.
  ImportOptions get() const;

  /// Whether any flag for ONNX models is given, and whether any flag that
  /// limits models is given.
  bool isGiven() const;
  bool hasLimits() const;

private:
  llvm::cl::opt<bool> allowBytecode, allowNegativeAxes, allowNewerOpset,
      dropEmptyInputs, freezeInitializers, torchSplitSqueeze;
  // 0 means the default limit.
  llvm::cl::opt<uint64_t> maxConstantBytes, maxElements, maxNodes, maxRank;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_IMPORTFLAGS_H
