//===- GatherKernel.h - copies, repeats and concats on devices --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch for all copies into one target: each row of it consists of one run
// of bytes from each source, for any number of sources. The number and shapes
// of the elements of a sequence are known when the call returns it: the
// run-time library provides the arguments of their copies.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_GATHERKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_GATHERKERNEL_H

#include "DeviceKernels.h"
#include "onnxops/Copies/CopyOperands.h"

namespace mlir::onnxops {

/// Launches a kernel that makes the moves of `nests`, none of which is known to
/// be empty. All have the same loops; their runs are adjacent, from the target
/// of the first nest on.
void launchMoves(CodeWriter &writer, DeviceKernels &kernels,
                 ArrayRef<CopyNest> nests);

/// The kernel that copies segments of tensors of any element type, in the
/// layout of onnxops/ABI/GeneratedCode.h.
SymbolRefAttr getSegmentKernel(DeviceKernels &kernels);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_GATHERKERNEL_H
