//===- LowerExpandShapes.h - lower memref.expand_shape ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Run before upstream's view patterns, which crash on these ops.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H
#define ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Runs the pass lower-expand-shapes on `root`.
void lowerExpandShapes(Operation *root);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H
