//===- Linker.h - objects to a file -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls a C compiler of the system, which knows where its libraries are.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_AHEADOFTIME_LINKER_H
#define ONNXOPS_LIB_AHEADOFTIME_LINKER_H

#include "onnxops/AheadOfTime/Compile.h"

namespace mlir::onnxops {

using Objects = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

/// Makes a shared library for options.output of which only `function` is seen,
/// and which asks for libonnxops_runtime.so. Fails with what the linker says.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkSharedLibrary(const Objects &objects, StringRef function,
                  const AheadOfTimeOptions &options);

/// Makes one object of several.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
joinObjects(const Objects &objects, const AheadOfTimeOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_LINKER_H
