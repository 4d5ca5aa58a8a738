//===- Passes.h - passes for code that several ranks run --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_SHARDING_PASSES_H
#define ONNXOPS_TRANSFORMS_SHARDING_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::onnxops {

#define GEN_PASS_DECL
#include "onnxops/Transforms/Sharding/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Transforms/Sharding/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_SHARDING_PASSES_H
