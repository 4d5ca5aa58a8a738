//===- TileRepeats.h - repeats by ONNX's own operators ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For conversions to a version of ONNX: what comes out of them is to be written
// as a model again.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// Whether the repeats that Tile-6 takes have to be computed when the model
/// runs, and can be: the ranks are known, `tiles` or `axis` is not constant.
bool needsRepeats(TileV1Op op);

/// Builds the same as Tile-6, with repeats that generic `onnx` ops compute from
/// `tiles` and `axis`. They exist, and mean the same, in every opset that has
/// Tile-6. What Tile-1 does not take makes one of them fail.
Value buildTileWithRepeats(OpBuilder &builder, TileV1Op op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H
