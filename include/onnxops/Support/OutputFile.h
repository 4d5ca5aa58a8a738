//===- OutputFile.h - atomic file output ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes files for every tool and library of the project: all files of one run,
// or none.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_OUTPUTFILE_H
#define ONNXOPS_SUPPORT_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <string>

namespace mlir::onnxops {

/// Prints the content of a file. Called once, by writeOutputs.
using OutputWriter = std::function<llvm::Error(raw_ostream &)>;

/// A file to write; "-" is standard output.
struct OutputFile {
  std::string path;
  OutputWriter write;
  /// Completes what `write` has begun, in the file that has this name so far:
  /// other processes may take part. For regular files only; may be null.
  std::function<llvm::Error(StringRef temporary)> share = nullptr;
};

/// Writes all of the files, or none: each is renamed to its target once all are
/// complete. An existing target is replaced and passes on its permissions; it
/// is unchanged if a writer or the disk fails. Links are followed. A target
/// that is not a regular file, such as a pipe or a device, is written when all
/// others are complete. An error begins with the path of the file that could
/// not be written.
llvm::Error writeOutputs(ArrayRef<OutputFile> files);

/// The same for one file. An error does not name it.
llvm::Error writeOutput(StringRef file,
                        llvm::function_ref<llvm::Error(raw_ostream &)> write);

/// An existing file that other processes write to as well. Errors do not name
/// it.
class SharedFile {
public:
  static llvm::Expected<SharedFile> open(StringRef path);
  SharedFile(SharedFile &&other);
  SharedFile &operator=(SharedFile &&other) = delete;
  ~SharedFile();

  /// Writes `bytes` from `offset` on.
  llvm::Error write(uint64_t offset, ArrayRef<char> bytes);

  /// To be called at the end: not all file systems report errors before.
  llvm::Error close();

private:
  explicit SharedFile(int descriptor) : descriptor(descriptor) {}

  int descriptor;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_OUTPUTFILE_H
