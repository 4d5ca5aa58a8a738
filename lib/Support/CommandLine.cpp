//===- CommandLine.cpp - the options of a tool ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parses options and rewrites the parser's complaints.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/CommandLine.h"

#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;

LogicalResult
mlir::onnxops::parseCommandLine(int argc, char **argv, StringRef overview,
                                llvm::cl::OptionCategory &category) {
  llvm::cl::HideUnrelatedOptions(category);
  std::string complaint;
  llvm::raw_string_ostream os(complaint);
  if (llvm::cl::ParseCommandLineOptions(argc, argv, overview, &os))
    return success();
  // "tool: what is wrong", maybe repeated, with hints on further lines.
  StringRef line = StringRef(complaint).ltrim().split('\n').first;
  line.consume_front(llvm::sys::path::filename(argv[0]));
  line.consume_front(": ");
  printError(llvm::errs(), line);
  return failure();
}
