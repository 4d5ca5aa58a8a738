//===- CodeKeys.h - names of kept code --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code is kept under a hash of all that it was made from: its source, the
// sources of this project that made it, LLVM, and the machine.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CODEGEN_CODEKEYS_H
#define ONNXOPS_CODEGEN_CODEKEYS_H

#include "onnxops/CodeGen/MachineCode.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::onnxops {

/// The key of the object of a module that LLVM's passes have not changed yet.
std::string getObjectKey(const llvm::Module &module,
                         const llvm::TargetMachine &machine, bool isHuge,
                         Sanitizer sanitizer);

/// The key of the object of a shared function (SharedCode), which is a hash of
/// its source.
std::string getFunctionKey(StringRef function, const TargetCPU &cpu,
                           Sanitizer sanitizer);

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_CODEKEYS_H
