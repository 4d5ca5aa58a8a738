//===- Linker.h - linking of objects ----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls a C compiler of the system, which finds its libraries.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_AHEADOFTIME_LINKER_H
#define ONNXOPS_LIB_AHEADOFTIME_LINKER_H

#include "onnxops/AheadOfTime/Compile.h"

namespace mlir::onnxops {

using Objects = std::vector<std::unique_ptr<llvm::MemoryBuffer>>;

/// Links a shared library for options.output that exports only `function` and
/// depends on libonnxops_runtime.so. Fails with the linker's message.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
linkSharedLibrary(const Objects &objects, StringRef function,
                  const AheadOfTimeOptions &options);

/// Links several objects into one.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
joinObjects(const Objects &objects, const AheadOfTimeOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_LINKER_H
