//===- SharedFunctions.h - separation of shared functions -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Separates functions that other models have as well, so that they are compiled
// once in a process.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_SHAREDFUNCTIONS_H
#define ONNXOPS_LIB_CODEGEN_SHAREDFUNCTIONS_H

#include "mlir/Support/LLVM.h"
#include "llvm/IR/Module.h"

namespace mlir::onnxops {

/// The functions of `module` with the attribute kSharedFunctionAttr that it
/// defines.
SmallVector<llvm::Function *> findSharedFunctions(llvm::Module &module);

/// Moves `functions` of `module` into a new module in the same context, with
/// copies of the local functions and constants that they use. The two are to be
/// linked together. Null if there are none, or some use what cannot be copied.
std::unique_ptr<llvm::Module>
takeFunctions(llvm::Module &module, ArrayRef<llvm::Function *> functions,
              const Twine &identifier);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_SHAREDFUNCTIONS_H
