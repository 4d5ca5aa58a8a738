//===- ErrorText.h - errors as strings --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The `error` argument of functions of the C API.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CAPI_ERRORTEXT_H
#define ONNXOPS_LIB_CAPI_ERRORTEXT_H

#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::onnxops {

/// While it lives, collects the errors of a context for one caller, who gets
/// them through `fail`. The constructor stores null in `error`.
class ErrorText {
public:
  /// A null `error` discards the message.
  ErrorText(MLIRContext *context, char **error);

  /// Stores the reported errors for the caller; `message` if there are none.
  void fail(const Twine &message);
  void fail(llvm::Error message) { fail(llvm::toString(std::move(message))); }

private:
  char **error;
  std::string text;
  llvm::raw_string_ostream os;
  DiagnosticPrinter printer;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CAPI_ERRORTEXT_H
