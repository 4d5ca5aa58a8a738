//===- PrebuiltKernels.h - kernels compiled in advance ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of unknown sizes take longer to compile than the model that calls
// them. A program may have some from the start.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXECUTION_PREBUILTKERNELS_H
#define ONNXOPS_EXECUTION_PREBUILTKERNELS_H

#include "onnxops/Support/TargetCPU.h"

namespace mlir::onnxops {

/// Kernels for all machines that can run the code of one CPU.
struct PrebuiltKernels {
  StringRef cpu; ///< as for lookUpCPU
  /// An archive of object files that have the names of their functions, in
  /// memory that stays.
  StringRef archive;
};

/// Lets models that this process compiles from now on use these kernels, of the
/// same sources. A machine that can run several kinds uses the first one that
/// was added.
void addPrebuiltKernels(const PrebuiltKernels &kernels);

} // namespace mlir::onnxops

#endif // ONNXOPS_EXECUTION_PREBUILTKERNELS_H
