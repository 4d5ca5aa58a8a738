//===- Optimize.h - optimisation of LLVM IR ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's optimisation of a module, and its instrumentation.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_OPTIMIZE_H
#define ONNXOPS_LIB_CODEGEN_OPTIMIZE_H

#include "onnxops/CodeGen/MachineCode.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::onnxops {

/// Optimises a module for the machine: as -O2 does, or, if it is huge, only
/// with passes that take linear time.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool isHuge,
              Sanitizer sanitizer);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_OPTIMIZE_H
