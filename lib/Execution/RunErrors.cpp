//===- RunErrors.cpp - errors of a run ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exit statuses are those of docs/interfaces.md.
//
//===----------------------------------------------------------------------===//

#include "RunErrors.h"

#include "onnxops/InitAll.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Escape.h"

using namespace mlir;
using namespace mlir::onnxops;

RunErrors::RunErrors(const RunOptions &options, raw_ostream &errors)
    : options(options), errors(errors), printer(&context, errors) {
  prepareContext(context);
}

int RunErrors::fail(const Twine &message) {
  printError(errors, message);
  return kFailed;
}

// Messages name the file, except those of the run-time library, which contain
// only names of inputs and outputs.
int RunErrors::failCall(StringRef message) {
  // Exceeding the user's limit is not an error of the data.
  bool isOverLimit = options.memoryLimit && message.contains("over the limit");
  int status = isOverLimit ? kRefused : kFailed;
  if (message.starts_with(escapeText(options.model) + ":"))
    printError(errors, message);
  else
    printError(errors, options.model + ": " + message);
  return status;
}

int RunErrors::refuse(const Twine &message) {
  if (!printer.hasError())
    printError(errors, message);
  return kRefused;
}

int RunErrors::refuse(llvm::Error error) {
  return refuse(llvm::toString(std::move(error)));
}
