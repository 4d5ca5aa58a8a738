//===- RoundToBF16.h - what libraries of compilers may lack -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM calls a function to round an f32 to bf16, which GCC's library has from
// version 13 on only.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_ROUNDTOBF16_H
#define ONNXOPS_LIB_CODEGEN_ROUNDTOBF16_H

#include "llvm/IR/Module.h"

namespace mlir::onnxops {

/// Adds the function to a module that computes with bf16. It gives way to any
/// other of its name, and is not seen outside of what it is linked into.
void addRoundToBF16(llvm::Module &module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_ROUNDTOBF16_H
