//===- OutputFile.h - atomic file output ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How every tool and library of the project writes files: all of those that one
// run makes, or none.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_OUTPUTFILE_H
#define ONNXOPS_SUPPORT_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace mlir::onnxops {

/// Prints the content of a file. Called once, while writeOutputs runs.
using OutputWriter = std::function<llvm::Error(raw_ostream &)>;

/// A file that is to be written; "-" is standard output.
struct OutputFile {
  std::string path;
  OutputWriter write;
};

/// Writes all of the files, or none: each gets its name once all are complete.
/// What had a name before is replaced and hands on its permissions; it stays as
/// it was if a writer or the disk fails. Of a link, the file that it leads to.
/// What is not a regular file, such as a pipe or a device, is written to when
/// all others are complete. An error begins with the path of the file that
/// could not be written.
llvm::Error writeOutputs(ArrayRef<OutputFile> files);

/// The same for one file. An error does not name it.
llvm::Error writeOutput(StringRef file,
                        llvm::function_ref<llvm::Error(raw_ostream &)> write);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_OUTPUTFILE_H
