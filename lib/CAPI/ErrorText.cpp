//===- ErrorText.cpp - errors as strings ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lines that tools print, without the prefix "error: ".
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"

#include "onnxops-c/Models.h"

#include <cstdlib>
#include <cstring>

using namespace mlir;
using namespace mlir::onnxops;

ErrorText::ErrorText(MLIRContext *context, char **error)
    : error(error), os(text), printer(context, os) {
  if (error)
    *error = nullptr;
}

void ErrorText::fail(const Twine &message) {
  if (!error)
    return;
  if (text.empty())
    printError(os, message);
  StringRef line = StringRef(text).rtrim('\n');
  line.consume_front("error: ");
  *error = strdup(line.str().c_str());
}

void onnxopsErrorFree(char *error) { free(error); }
