//===- ProcessLimits.h - memory and time limits of tools --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// --memory-limit and --timeout. A tool that exceeds one ends with one line and
// kRefused, and leaves no incomplete file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_PROCESSLIMITS_H
#define ONNXOPS_SUPPORT_PROCESSLIMITS_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/CommandLine.h"

#include <optional>

namespace mlir::onnxops {

/// The two flags.
class LimitFlags {
public:
  /// Registers them in `category`.
  explicit LimitFlags(llvm::cl::OptionCategory &category);

  /// Applies them to the rest of the process. To be called once, after the
  /// command line is parsed. Fails, with an error line, for an invalid value.
  LogicalResult apply() const;

  /// The bytes of --memory-limit, if given.
  std::optional<int64_t> getMemoryLimit() const;

private:
  llvm::cl::opt<int64_t> memoryLimit;
  llvm::cl::opt<double> timeout;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_PROCESSLIMITS_H
