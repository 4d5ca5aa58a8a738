//===- RunErrors.h - errors of a run ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Prints the reason of a failure once, and chooses the exit status.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_RUNERRORS_H
#define ONNXOPS_LIB_EXECUTION_RUNERRORS_H

#include "mlir/IR/MLIRContext.h"
#include "onnxops/Execution/Run.h"
#include "onnxops/Support/Diagnostics.h"

namespace mlir::onnxops {

/// The context of a run, whose errors are printed. The base class of what runs
/// a model.
class RunErrors {
protected:
  RunErrors(const RunOptions &options, raw_ostream &errors);

  int fail(const Twine &message);

  /// For a message of the run-time library.
  int failCall(StringRef message);

  /// Reports the reason unless a diagnostic has reported it.
  int refuse(const Twine &message);
  int refuse(llvm::Error error);

  const RunOptions &options;
  raw_ostream &errors;
  MLIRContext context;

private:
  DiagnosticPrinter printer;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_RUNERRORS_H
