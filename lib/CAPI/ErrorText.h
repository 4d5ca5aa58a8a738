//===- ErrorText.h - errors as strings --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a function of the C API says through its `error`.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CAPI_ERRORTEXT_H
#define ONNXOPS_LIB_CAPI_ERRORTEXT_H

#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::onnxops {

/// While it lives, gathers the errors of a context for one caller, who gets
/// them by `fail`. Storing null in `error` is the first thing that it does.
class ErrorText {
public:
  /// Null `error`: nobody wants to know.
  ErrorText(MLIRContext *context, char **error);

  /// Hands the caller what was reported; `message` where nothing was.
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
