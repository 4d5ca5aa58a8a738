//===- OutputFile.h - files that are whole or not there ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How every tool and library of the project writes a file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_OUTPUTFILE_H
#define ONNXOPS_SUPPORT_OUTPUTFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Writes what `write` puts into the stream; "-" is standard output. A file is
/// replaced once all is written, and left alone if `write` or the disk fails;
/// of a link, the file that it leads to. What is no file, such as a pipe or a
/// device, is written to as it is.
llvm::Error writeOutput(StringRef file,
                        llvm::function_ref<llvm::Error(raw_ostream &)> write);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_OUTPUTFILE_H
