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

/// The flags of ImportOptions.def.
class ImportFlags {
public:
  /// Registers them in `category`: --allow-unsupported only if
  /// `keepsUnsupported`, as a module with unsupported ops cannot be run.
  explicit ImportFlags(llvm::cl::OptionCategory &category,
                       bool keepsUnsupported = false);

  /// The options of the command line, which must have been parsed.
  ImportOptions get() const;

  /// Whether any flag for ONNX models is given, and whether any flag that
  /// limits models is given.
  bool isGiven() const;
  bool hasLimits() const;

private:
  llvm::cl::OptionCategory &category;
#define ONNXOPS_IMPORT_OPTION(member, flag, help)                              \
  llvm::cl::opt<bool> member{flag, llvm::cl::cat(category),                    \
                             llvm::cl::desc(help)};
// 0 means the default limit.
#define ONNXOPS_MODEL_LIMIT(member, flag, help)                                \
  llvm::cl::opt<uint64_t> member{flag, llvm::cl::cat(category),                \
                                 llvm::cl::value_desc("N"),                    \
                                 llvm::cl::desc(help)};
#include "onnxops/Import/ImportOptions.def"
};

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_IMPORTFLAGS_H
