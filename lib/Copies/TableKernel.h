//===- TableKernel.h - runs of any lengths ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel for interleaved copies whose number of sources or lengths of runs
// are known only at run time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEKERNEL_H
#define ONNXOPS_LIB_COPIES_TABLEKERNEL_H

#include "InterleavedCopy.h"
#include "onnxops/Copies/CopyStrategy.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// Writes a call of the kernel that reads sources and lengths from a table.
void writeTableCopy(CodeWriter &writer, KernelLibrary &library,
                    const InterleavedCopy &copy, const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEKERNEL_H
