//===- PieceKernel.h - copies that the run-time library makes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many elements a sequence has, and of what shapes, is known when it leaves
// a call: the run-time library fills the table.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_PIECEKERNEL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_PIECEKERNEL_H

#include "DeviceKernels.h"

namespace mlir::onnxops {

/// The kernel that copies pieces of tensors, whatever their elements are, as
/// onnxops/ABI/GeneratedCode.h has them.
SymbolRefAttr getPieceKernel(DeviceKernels &kernels);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_PIECEKERNEL_H
