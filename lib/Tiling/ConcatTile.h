//===- ConcatTile.h - one tile of a concat ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of a concat is a concat of slices of its operands.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TILING_CONCATTILE_H
#define ONNXOPS_LIB_TILING_CONCATTILE_H

#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::onnxops {

/// The operands of a concat that can be joined: ranked tensors of equal sizes
/// but along `axis`, 0 or more.
struct ConcatOperands {
  ValueRange inputs;
  int64_t axis;
};

/// Whether the result is known to have no elements.
bool isKnownEmpty(ConcatOperands concat);

/// Builds the tile of the sizes at the offsets, which is within the result.
/// Values that do not depend on the tile are built in front of `front`.
TilingResult buildConcatTile(OpBuilder &builder, Location loc, Operation *front,
                             ConcatOperands concat,
                             ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes);

/// A tensor.empty of the sizes as a tile: one without elements.
TilingResult buildEmptyTile(OpBuilder &builder, Location loc, Type element,
                            ArrayRef<OpFoldResult> sizes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TILING_CONCATTILE_H
