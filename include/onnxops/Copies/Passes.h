//===- Passes.h - strided copies as kernels ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_PASSES_H
#define ONNXOPS_COPIES_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::onnxops {

#define GEN_PASS_DECL
#include "onnxops/Copies/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Copies/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_PASSES_H
