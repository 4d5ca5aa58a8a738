//===- PrebuiltKernels.h - the kernels of this build ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For programs that compile models in memory, and start often.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_PREBUILTKERNELS_PREBUILTKERNELS_H
#define ONNXOPS_PREBUILTKERNELS_PREBUILTKERNELS_H

namespace mlir::onnxops {

/// Adds the kernels that were compiled with this project, with
/// addPrebuiltKernels. False if there are none. Any thread may call it, and
/// more than once.
bool usePrebuiltKernels();

} // namespace mlir::onnxops

#endif // ONNXOPS_PREBUILTKERNELS_PREBUILTKERNELS_H
