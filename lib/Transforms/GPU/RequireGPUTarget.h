//===- RequireGPUTarget.h - verify the target device ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the passes with an option `target`.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Fails, with an error at the op, if `target` is not a kind of device.
LogicalResult verifyGPUTarget(Operation *op, StringRef target);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H
