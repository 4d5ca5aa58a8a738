//===- LoopKernel.h - elementwise loops on devices --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers a linalg.generic to a kernel whose threads compute elements.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H

#include "DeviceKernels.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// Launches a kernel for `op`, which the caller erases. Fails, with an error,
/// for an op on tensors, and for one with captured values that cannot be kernel
/// arguments. Loops that are not parallel are slow.
LogicalResult launchLoop(CodeWriter &writer, DeviceKernels &kernels,
                         linalg::GenericOp op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_LOOPKERNEL_H
