//===- Tiling.h - TilingInterface of concats and tiles ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets passes and transform scripts of other compilers tile Concat-13, Tile-13
// and tensor.concat in any dimension, and fuse them with what they read and
// what reads them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TILING_TILING_H
#define ONNXOPS_TILING_TILING_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::onnxops {

/// Adds models of TilingInterface for the newest Concat and Tile.
///
/// The loops are the dimensions of the result. Their tiles consist of upstream
/// ops: slices of the operands, in a tensor.concat where they come from several
/// ones, or repeated by a linalg.broadcast. What the op checks at run time is
/// checked in front of the loops, by `onnxops.check`. Ops of which an operand
/// or the result has no known rank are not tiled, nor is a tile whose number of
/// repeats is unknown.
void registerTilingModels(DialectRegistry &registry);

/// Adds the same for tensor.concat, along the concatenated dimension too. A
/// function of its own, since a later MLIR may have a model.
void registerConcatTilingModel(DialectRegistry &registry);

} // namespace mlir::onnxops

#endif // ONNXOPS_TILING_TILING_H
