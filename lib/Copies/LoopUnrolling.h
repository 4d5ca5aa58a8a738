//===- LoopUnrolling.h - which loops LLVM unrolls ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of a kernel stores near where it stored last.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_LOOPUNROLLING_H
#define ONNXOPS_LIB_COPIES_LOOPUNROLLING_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::onnxops {

/// Annotates a loop, whose body is complete, if LLVM is not to unroll it.
void limitUnrolling(scf::ForOp loop);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_LOOPUNROLLING_H
