//===- ExternalSymbols.h - external symbols of compiled code ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module of MLIR is code, and may declare any function. Compiled code may
// call only the run-time library, the C library's functions for memory, and
// libm: a model needs no more, and other functions of the process must not be
// found by name. This catches mistakes; it does not confine code that writes to
// arbitrary addresses, see SECURITY.md.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H
#define ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H

#include "onnxops/CodeGen/MachineCode.h"
#include "onnxops/Support/TargetCPU.h"

namespace mlir::onnxops {

/// Refuses a module that refers to functions or variables that
/// ExternalSymbols.def does not list, or that has assembly, intrinsics of one
/// target or of the system, code that runs when it is loaded, or sections of
/// its own. Of those intrinsics, permutes of bytes are accepted on a CPU that
/// has `shuffle`, in functions that require only that of a CPU: LLVM ends the
/// process where one is missing. Functions that `sharedCode` contains are
/// accepted, if it is not null. To be called before LLVM's passes, which may
/// add some of these. The message has the symbol's location in `source`, from
/// which the module was translated.
llvm::Error checkExternalSymbols(const llvm::Module &module, ModuleOp source,
                                 ShuffleKind shuffle,
                                 const SharedCode *sharedCode = nullptr);

/// Refuses objects that refer to anything but the symbols listed in
/// ExternalSymbols.def, those called by LLVM's code generator on `triple`,
/// those of `sanitizer`, those that `sharedCode` contains, and each other.
llvm::Error
checkExternalSymbols(ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
                     const llvm::Triple &triple, Sanitizer sanitizer,
                     const SharedCode *sharedCode = nullptr);

/// The C names of the undefined symbols of the objects, in alphabetical order.
llvm::Expected<std::vector<std::string>>
findExternalSymbols(ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects);

/// Whether the code of a sanitizer refers to a symbol.
bool isSymbolOfSanitizer(StringRef name, Sanitizer sanitizer);

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_EXTERNALSYMBOLS_H
