//===- HugeFunctions.h - what is compiled without optimisation --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sets huge functions apart from those that are worth optimising.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H
#define ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/IR/Module.h"

namespace mlir::onnxops {

/// Takes the functions that are too large for optimisation that is not linear
/// out of `module` into one of their own, in the same context. The two are to
/// be linked together; what was local and both refer to then gets a name that
/// begins with `prefix`. Null if there are none.
std::unique_ptr<llvm::Module> takeHugeFunctions(llvm::Module &module,
                                                StringRef prefix = "");

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_HUGEFUNCTIONS_H
