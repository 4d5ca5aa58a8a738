//===- Escape.cpp - escaping of text from files ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether a character is printable is decided by LLVM's Unicode tables.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Escape.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"

using llvm::StringRef;

// The number of bytes of the character at the start of `text`; 0 if it is not
// printable.
static size_t getVisibleLength(StringRef text) {
  if (llvm::isASCII(text.front()))
    return llvm::isPrint(text.front());
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(text.data());
  const auto *end = begin;
  llvm::UTF32 character;
  if (llvm::convertUTF8Sequence(&end, begin + text.size(), &character,
                                llvm::strictConversion) != llvm::conversionOK)
    return 0;
  return llvm::sys::unicode::isPrintable(character) ? end - begin : 0;
}

std::string mlir::onnxops::escapeText(StringRef text) {
  std::string escaped;
  while (!text.empty()) {
    size_t length = getVisibleLength(text);
    if (length) {
      escaped += text.take_front(length);
    } else {
      length = 1;
      unsigned char byte = text.front();
      escaped += '\\';
      escaped += llvm::hexdigit(byte >> 4);
      escaped += llvm::hexdigit(byte & 15);
    }
    text = text.drop_front(length);
  }
  return escaped;
}
