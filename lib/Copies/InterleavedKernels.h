//===- InterleavedKernels.h - kernels of interleaved copies -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concat in memory: each row of the target consists of one run of bytes from
// each source. All sources are copied in one pass over the target, since one
// pass per source would fetch and store each of its cache lines once per
// source.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_INTERLEAVEDKERNELS_H
#define ONNXOPS_LIB_COPIES_INTERLEAVEDKERNELS_H

#include "InterleavedCopy.h"
#include "onnxops/Copies/CopyStrategy.h"
#include "onnxops/Copies/KernelLibrary.h"

namespace mlir::onnxops {

/// Chooses a kernel for the copy and writes a call of it.
void writeInterleavedCopy(CodeWriter &writer, KernelLibrary &library,
                          const InterleavedCopy &copy, CopyStrategy strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_INTERLEAVEDKERNELS_H
