//===- TileOffsets.h - facts about offsets and sizes of tiles ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known about offsets and sizes, which are constants or values of type
// index, without building IR; and where values go that all tiles share.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TILING_TILEOFFSETS_H
#define ONNXOPS_LIB_TILING_TILEOFFSETS_H

#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// Whether `value` is known to be a multiple of `factor`, which is above 0: a
/// constant, the variable of a loop, or a sum or product of such.
bool isMultipleOf(OpFoldResult value, int64_t factor);

/// Whether `size` is known to be the sum of the sizes of `tensors` in
/// dimension `dim`, as reifyResultShapes of a concat builds it.
bool isSumOfSizes(OpFoldResult size, ValueRange tensors, int64_t dim);

/// The op in front of which values are built that all tiles of `op` share.
/// Drivers build tiles of a copy of an op within the loops over tiles: it is
/// the original op, or what is before that and has the insertion point of
/// `builder`, such as the outermost loop. Without a copy the same goes for
/// `op`.
Operation *getFrontOfTiles(Operation *op, OpBuilder &builder);

/// The type of a tile of the sizes, static where they are constants.
RankedTensorType getTileType(ArrayRef<OpFoldResult> sizes, Type element);

/// A slice of `tensor` with strides 1.
Operation *buildSlice(OpBuilder &builder, Location loc, Value tensor,
                      ArrayRef<OpFoldResult> offsets,
                      ArrayRef<OpFoldResult> sizes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TILING_TILEOFFSETS_H
