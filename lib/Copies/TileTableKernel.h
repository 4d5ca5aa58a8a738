//===- TileTableKernel.h - tiles of sizes known at run time -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel for all tiles of which some number is known only at run time, of
// however many dimensions: it reads loops from its table.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H
#define ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H

#include "TileKernels.h"

namespace mlir::onnxops {

/// Writes a call of that kernel, and of what merges the loops. Of a tile of no
/// bytes neither reads nor writes any.
void writeTileTable(CodeWriter &writer, KernelLibrary &library,
                    const Tile &tile, const CopyStrategy &strategy);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TILETABLEKERNEL_H
