//===- RequireGPUTarget.h - kinds of devices by name ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each pass with a target of its own.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Fails, with an error at the op, for what is no kind of device.
LogicalResult verifyGPUTarget(Operation *op, StringRef target);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_REQUIREGPUTARGET_H
