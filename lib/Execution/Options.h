//===- Options.h - checks of a run's options --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which options go together.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_OPTIONS_H
#define ONNXOPS_LIB_EXECUTION_OPTIONS_H

#include "onnxops/Execution/Compiler.h"
#include "onnxops/Execution/Run.h"

namespace mlir::onnxops {

/// Fails with the reason, which begins with the name of an option.
llvm::Error checkOptions(const RunOptions &options);

/// Those of the compiler.
CompileOptions getMachine(const RunOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_OPTIONS_H
