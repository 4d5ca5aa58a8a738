//===- SegmentKernel.h - copies launched by the run-time library ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The number and shapes of the elements of a sequence are known when the call
// returns it: the run-time library provides the arguments.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_SEGMENTKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_SEGMENTKERNEL_H

#include "DeviceKernels.h"

namespace mlir::onnxops {

/// The kernel that copies segments of tensors of any element type, in the
/// layout of onnxops/ABI/GeneratedCode.h.
SymbolRefAttr getSegmentKernel(DeviceKernels &kernels);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_SEGMENTKERNEL_H
