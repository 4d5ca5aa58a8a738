//===- TileRepeats.h - Tile-6 repeats from ONNX operators -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For conversions to a version of ONNX, whose result must be exportable as a
// model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// Whether the repeats of Tile-6 have to be, and can be, computed at run time:
/// the ranks are known, and `tiles` or `axis` is not constant.
bool needsRepeats(TileV1Op op);

/// Builds the equivalent Tile-6, with repeats that generic `onnx` ops compute
/// from `tiles` and `axis`. These ops exist, with the same semantics, in every
/// opset that has Tile-6. One of them fails for values that Tile-1 rejects.
Value buildTileWithRepeats(OpBuilder &builder, TileV1Op op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_TILEREPEATS_H
