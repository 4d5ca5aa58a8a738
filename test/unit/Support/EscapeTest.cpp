//===- EscapeTest.cpp - escaping of text from files -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which characters stay unchanged, and which do not.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Escape.h"

#include <gtest/gtest.h>

using namespace mlir::onnxops;
using llvm::StringRef;

TEST(EscapeTest, KeepsPrintableCharacters) {
  for (StringRef text :
       {"", "model.onnx: node '/layer.0/Concat_3'", "a\\b \"c\"",
        "\u00e4\u4e2d\u0416\u05d0\U0001f600 e\u0301"})
    EXPECT_EQ(escapeText(text), text.str());
}

TEST(EscapeTest, EscapesControlCharacters) {
  EXPECT_EQ(escapeText(StringRef("a\0b\n\r\t\x1b[31m\x7f", 12)),
            "a\\00b\\0A\\0D\\09\\1B[31m\\7F");
  // A terminal command in one character, a line break and a paragraph break.
  EXPECT_EQ(escapeText("\u009b \u0085 \u2028\u2029"),
            "\\C2\\9B \\C2\\85 \\E2\\80\\A8\\E2\\80\\A9");
}

TEST(EscapeTest, EscapesUnprintableCharacters) {
  EXPECT_EQ(escapeText("\u202e\u2066\u200b\ufeff"),
            "\\E2\\80\\AE\\E2\\81\\A6\\E2\\80\\8B\\EF\\BB\\BF");
}

TEST(EscapeTest, EscapesInvalidUTF8) {
  // Alone, cut off, too long, a surrogate, beyond the last character.
  EXPECT_EQ(escapeText("\x80 \xff \xc3"), "\\80 \\FF \\C3");
  EXPECT_EQ(escapeText("\xe4\xb8z"), "\\E4\\B8z");
  EXPECT_EQ(escapeText("\xc0\xaf"), "\\C0\\AF");
  EXPECT_EQ(escapeText("\xed\xa0\x80"), "\\ED\\A0\\80");
  EXPECT_EQ(escapeText("\xf4\x90\x80\x80"), "\\F4\\90\\80\\80");
}
