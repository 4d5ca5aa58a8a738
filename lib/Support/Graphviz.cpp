//===- Graphviz.cpp - layout of graphs by Graphviz ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Graphviz is a program here, not a library: what crashes on a graph is not the
// tool.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Graphviz.h"

#include "onnxops/Support/InputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;

static constexpr unsigned kMaxSeconds = 60;
static constexpr uint64_t kMaxBytes = uint64_t(1) << 30;

namespace {

/// An empty file, while it lives.
class TemporaryFile {
public:
  llvm::Error create(StringRef ending) {
    if (std::error_code code = fs::createTemporaryFile("onnxops", ending, path))
      return llvm::createStringError("temporary file: " + code.message());
    remover.setFile(path);
    return llvm::Error::success();
  }
  StringRef getPath() const { return path; }

private:
  SmallString<128> path;
  llvm::FileRemover remover;
};

} // namespace

static llvm::Error writeDot(StringRef path,
                            llvm::function_ref<void(raw_ostream &)> printDot) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code) {
    printDot(os);
    os.close();
    code = os.error();
    os.clear_error();
  }
  if (code)
    return llvm::createStringError(path + ": " + code.message());
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::onnxops::layOutGraph(StringRef format,
                           llvm::function_ref<void(raw_ostream &)> printDot) {
  auto program = llvm::sys::findProgramByName("dot");
  if (!program)
    return llvm::createStringError(
        "cannot find Graphviz's program 'dot', which lays out the graph "
        "(package graphviz)");
  TemporaryFile input, output;
  if (llvm::Error error = input.create("dot"))
    return error;
  if (llvm::Error error = output.create(format))
    return error;
  if (llvm::Error error = writeDot(input.getPath(), printDot))
    return error;
  std::string option = ("-T" + format).str();
  StringRef arguments[] = {*program, option, "-o", output.getPath(),
                           input.getPath()};
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(""),
                                          StringRef("")};
  std::string message;
  int status =
      llvm::sys::ExecuteAndWait(*program, arguments,
                                /*Env=*/std::nullopt, redirects, kMaxSeconds,
                                /*MemoryLimit=*/0, &message);
  if (status != 0)
    return llvm::createStringError(
        *program + " cannot lay out the graph" +
        (message.empty() ? " (exit status " + std::to_string(status) + ")"
                         : ": " + message));
  return readInput(output.getPath(), kMaxBytes);
}
