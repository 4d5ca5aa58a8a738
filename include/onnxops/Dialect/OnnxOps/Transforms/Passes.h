//===- Passes.h - passes within the dialect ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES_H
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/UnknownOps.h"

namespace mlir::onnxops {

#define GEN_PASS_DECL
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES_H
