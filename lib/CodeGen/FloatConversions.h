//===- FloatConversions.h - conversions that CPUs may lack ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where a CPU has no instruction that converts from or to f16 or bf16, LLVM
// calls a function of the compiler's run-time library. A process in which code
// is linked in memory need not have that library, and GCC's has the functions
// for bf16 from version 13 on only, those for f16 not on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H
#define ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::onnxops {

/// Adds the functions that the machine may need to a module that computes with
/// f16 or bf16. They give way to any others of their names, and are not seen
/// outside of what they are linked into.
void addFloatConversions(llvm::Module &module,
                         const llvm::TargetMachine &machine);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H
