//===- Models.h - the models that are registered ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each attaches TilingInterface to the op of its name. The dialects of the ops
// are loaded.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TILING_MODELS_H
#define ONNXOPS_LIB_TILING_MODELS_H

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::onnxops {

void attachTensorConcatTiling(MLIRContext &context);
void attachNewestConcatTiling(MLIRContext &context);
void attachNewestTileTiling(MLIRContext &context);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TILING_MODELS_H
