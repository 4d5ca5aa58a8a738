//===- LoweringParts.h - parts of the lowering to linalg --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lowering of Concat and Tile shares with their tiling: the checks of
// their operands, and a repeated tensor.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_LOWERINGPARTS_H
#define ONNXOPS_CONVERSION_LOWERINGPARTS_H

#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

namespace mlir::onnxops {

/// Checks that `inputs`, ranked tensors, can be concatenated along `axis`, 0 or
/// more: equal sizes elsewhere, and a sum that fits into 64 bits. Returns the
/// sizes of the result.
SmallVector<Value> requireConcatSizes(CheckBuilder &check, ValueRange inputs,
                                      int64_t axis);

/// Checks the repeats of `op` and the sizes of its result, which fit into 64
/// bits. `input` and `repeats` are its operands, maybe of storage types; their
/// ranks are known. Returns a repeat for each dimension of the op's input.
SmallVector<OpFoldResult> requireRepeats(CheckBuilder &check, NewestTileOp op,
                                         Value input, Value repeats);

/// Builds `input` repeated: a linalg.broadcast along a new dimension before
/// each repeated one, whose pairs a tensor.collapse_shape merges. Dimensions
/// without a repeat are not repeated.
Value buildRepeat(OpBuilder &builder, Location loc, Value input,
                  ArrayRef<OpFoldResult> repeats);

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_LOWERINGPARTS_H
