//===- ExternalSymbols.h - what compiled code refers to ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of MLIR is code, and may declare any function. What is compiled may
// call the run-time library, the C library's functions for memory, and libm,
// and is refused otherwise: a model has no use for more, and the functions of
// the process are not to be found by name. This keeps honest code honest; code
// that writes to arbitrary addresses is not confined by it, see SECURITY.md.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H
#define ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H

#include "onnxops/CodeGen/MachineCode.h"

namespace mlir::onnxops {

/// Refuses a module that refers to functions or variables which
/// ExternalSymbols.def does not list, or that has assembly, intrinsics of one
/// target or of the system, code that runs when it is loaded, or sections of
/// its own. To be called before LLVM's passes, which may add some of these.
/// The message has the location that `source`, of which the module was
/// translated, has for the symbol.
llvm::Error checkExternalSymbols(const llvm::Module &module, ModuleOp source);

/// Refuses objects that refer to anything but what ExternalSymbols.def lists,
/// what LLVM's code generator calls on `triple`, what `sanitizer` brings, and
/// each other.
llvm::Error
checkExternalSymbols(ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
                     const llvm::Triple &triple, Sanitizer sanitizer);

/// The names, as C has them, that objects refer to and that none of them
/// defines, in alphabetical order.
llvm::Expected<std::vector<std::string>>
findExternalSymbols(ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects);

/// Whether a name is one of those that the code of a sanitizer refers to.
bool isSymbolOfSanitizer(StringRef name, Sanitizer sanitizer);

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H
