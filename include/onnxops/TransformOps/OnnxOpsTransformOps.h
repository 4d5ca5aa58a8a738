//===- OnnxOpsTransformOps.h - ops of transform scripts ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS_H
#define ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "onnxops/TransformOps/OnnxOpsTransformOps.h.inc"

namespace mlir::onnxops {

/// Adds the ops to the transform dialect, once that is loaded.
void registerTransformOps(DialectRegistry &registry);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS_H
