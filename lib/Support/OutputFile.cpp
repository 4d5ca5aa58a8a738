//===- OutputFile.cpp - files that are whole or not there -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM writes a temporary file and gives it the name of the output in the end,
// which is right for files only: it would take the place of a pipe or a link.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace fs = llvm::sys::fs;

using Writer = llvm::function_ref<llvm::Error(raw_ostream &)>;

// Reports what the disk says here: when it goes, the stream would abort.
// LLVM hands over streams of files only.
static llvm::Error writeAll(raw_ostream &os, Writer write) {
  auto &stream = static_cast<llvm::raw_fd_ostream &>(os);
  llvm::Error error = write(stream);
  stream.flush();
  std::error_code code = stream.error();
  stream.clear_error();
  if (error)
    return error;
  return llvm::errorCodeToError(code);
}

static llvm::Error writeInto(StringRef file, Writer write) {
  std::error_code code;
  llvm::raw_fd_ostream os(file, code);
  if (code)
    return llvm::errorCodeToError(code);
  return writeAll(os, write);
}

llvm::Error mlir::onnxops::writeOutput(StringRef file, Writer write) {
  auto writeStream = [&](raw_ostream &os) { return writeAll(os, write); };
  fs::file_status status;
  // Looks through links; standard output has none to look at.
  if (file == "-" || fs::status(file, status))
    return llvm::writeToOutput(file, writeStream);
  bool isFile = fs::is_regular_file(status) || fs::is_directory(status);
  llvm::SmallString<128> path;
  if (!isFile || fs::real_path(file, path))
    return writeInto(file, write);
  return llvm::writeToOutput(path, writeStream);
}
