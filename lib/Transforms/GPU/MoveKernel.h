//===- MoveKernel.h - copies, repeats and concats on devices ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch for what fills one target together: each row of it is one run of
// bytes from each source, however many there are.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_MOVEKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_MOVEKERNEL_H

#include "DeviceKernels.h"
#include "onnxops/Copies/CopyOperands.h"

namespace mlir::onnxops {

/// Launches a kernel that makes the moves of `nests`, of which none is empty
/// for certain. All have the same loops, their runs lie side by side behind the
/// target of the first one.
void launchMoves(CodeWriter &writer, DeviceKernels &kernels,
                 ArrayRef<CopyNest> nests);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_MOVEKERNEL_H
