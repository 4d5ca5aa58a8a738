//===- TileTableKernel.h - tiles of sizes known at run time -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel for all tiles with numbers known only at run time, of any number
// of dimensions: it reads the loops from a table.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H
#define ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H

#include "TileKernels.h"

namespace mlir::onnxops {

/// Writes calls of the function that merges the loops and of the kernel. For an
/// empty tile neither accesses source or target.
void writeTileTable(CodeWriter &writer, KernelLibrary &library,
                    const Tile &tile, const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H
