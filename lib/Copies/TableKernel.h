//===- TableKernel.h - runs of any lengths ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel for sweeps over sources of which the code knows neither number nor
// lengths.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEKERNEL_H
#define ONNXOPS_LIB_COPIES_TABLEKERNEL_H

#include "CopyStrategy.h"
#include "Sweep.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// Writes a call of the kernel that reads sources and lengths from its table.
void writeTableSweep(CodeWriter &writer, KernelLibrary &library,
                     const Sweep &sweep, const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEKERNEL_H
