//===- Escape.h - text out of files in front of people ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in models may hold any bytes: line breaks that forge a line of a tool,
// sequences that command a terminal, characters that reverse what is read.
// Whatever prints text out of a file for people escapes it by this function.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_ESCAPE_H
#define ONNXOPS_SUPPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::onnxops {

/// The text on one line of valid UTF-8. Characters that people see, letters of
/// any script and the blank among them, stay as they are. Bytes of all others
/// and bytes that are not UTF-8 are written as "\0A": control characters,
/// separators of lines, marks of direction and of no width.
std::string escapeText(llvm::StringRef text);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_ESCAPE_H
