//===- GPUPasses.h - passes towards devices ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from GPUPasses.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_GPUPASSES_H
#define ONNXOPS_TRANSFORMS_GPUPASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace mlir::onnxops {

#define GEN_PASS_DECL
#include "onnxops/Transforms/GPUPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Transforms/GPUPasses.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_GPUPASSES_H
