//===- Escape.h - escaping of text from files -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names in models may contain any bytes: line breaks that forge a line of a
// tool, terminal escape sequences, characters that reverse the direction of
// text. All output of text from files is escaped by this function.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_ESCAPE_H
#define ONNXOPS_SUPPORT_ESCAPE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::onnxops {

/// The text on one line of valid UTF-8. Printable characters, letters of any
/// script and the blank among them, stay unchanged. The bytes of all others and
/// bytes that are not UTF-8 are written as "\0A": control characters, line
/// separators, direction marks and zero-width characters.
std::string escapeText(llvm::StringRef text);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_ESCAPE_H
