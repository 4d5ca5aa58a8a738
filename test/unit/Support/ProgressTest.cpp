//===- ProgressTest.cpp - what a tool is doing ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps are printed.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Progress.h"

#include <gtest/gtest.h>

using namespace mlir::onnxops;

namespace {

TEST(ProgressTest, PrintsNothingBeforeTheInterval) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Progress progress(os, std::chrono::hours(1));
  progress.report("read");
  EXPECT_EQ(text, "");
}

TEST(ProgressTest, PrintsStepsAfterIt) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Progress progress(os, std::chrono::milliseconds(0));
  progress.report("read");
  progress.report("a\x1b[31m");
  EXPECT_EQ(text, "0 s: read\n0 s: " + escapeText("a\x1b[31m") + "\n");
}

} // namespace
