//===- LowerExpandShapes.h - unknown sizes of expansions --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For whoever applies upstream's patterns for views, which crash on them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H
#define ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// What lower-expand-shapes does.
void lowerExpandShapes(Operation *root);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_UPSTREAM_LOWEREXPANDSHAPES_H
