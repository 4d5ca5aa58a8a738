//===- FloatConversions.h - software float conversions ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If a CPU has no instruction that converts from or to f16 or bf16, LLVM calls
// a function of the compiler's run-time library. A process that links code in
// memory may lack that library, and GCC's has the functions for bf16 only from
// version 13 on, those for f16 not on every machine.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H
#define ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace mlir::onnxops {

/// Adds the functions that the machine may need to a module that computes with
/// f16 or bf16. They are weak, so that others of their names take precedence,
/// and hidden outside of the linked file.
void addFloatConversions(llvm::Module &module,
                         const llvm::TargetMachine &machine);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_FLOATCONVERSIONS_H
