//===- LoopKernel.h - elementwise loops on devices --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A linalg.generic as a kernel in which each thread computes elements.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H

#include "DeviceKernels.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// Launches a kernel that does what `op` does, which is then to be erased.
/// Fails, with an error, for an op on tensors, and for one that reads values
/// from outside that no table holds. Loops that are not parallel are slow.
LogicalResult launchLoop(CodeWriter &writer, DeviceKernels &kernels,
                         linalg::GenericOp op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H
