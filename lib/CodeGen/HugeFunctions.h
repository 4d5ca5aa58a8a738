//===- HugeFunctions.h - separation of huge functions -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Separates huge functions from those that are worth optimising.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H
#define ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/IR/Module.h"

namespace mlir::onnxops {

/// Moves the functions of `module` that are too large for nonlinear
/// optimisation into a new module in the same context. The two are to be linked
/// together; local symbols to which both refer get a name that begins with
/// `prefix`. Null if there are none.
std::unique_ptr<llvm::Module> takeHugeFunctions(llvm::Module &module,
                                                StringRef prefix = "");

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H
