//===- Optimize.h - LLVM IR for a machine -----------------------*- C++ -*-===//
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

/// Makes a module one for the machine: as good as -O2 would, or, if it is huge,
/// with what takes linear time only.
void optimize(llvm::Module &module, llvm::TargetMachine &machine, bool isHuge,
              Sanitizer sanitizer);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_OPTIMIZE_H
