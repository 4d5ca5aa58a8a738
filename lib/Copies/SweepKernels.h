//===- SweepKernels.h - rows put together from several sources --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat in memory: each row of the target is one run of bytes from each
// source, side by side. All sources are copied in one sweep over the target,
// since as many sweeps as sources would fetch and store each of its lines as
// often.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_SWEEPKERNELS_H
#define ONNXOPS_LIB_COPIES_SWEEPKERNELS_H

#include "CopyStrategy.h"
#include "Sweep.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// Writes a call of the kernel that suits.
void writeSweep(CodeWriter &writer, KernelLibrary &library, const Sweep &sweep,
                const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_SWEEPKERNELS_H
