//===- Tiling.cpp - register the models of TilingInterface ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onnxops/Tiling/Tiling.h"

#include "Models.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// A pass declares the dialects of what it creates, but cannot know ours.
static void loadDialects(MLIRContext &context) {
  context.loadDialect<affine::AffineDialect, arith::ArithDialect,
                      linalg::LinalgDialect, scf::SCFDialect,
                      tensor::TensorDialect>();
}

void mlir::onnxops::registerTilingModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, OnnxOpsDialect *) {
    attachNewestConcatTiling(*context);
    attachNewestTileTiling(*context);
    loadDialects(*context);
  });
}

void mlir::onnxops::registerConcatTilingModel(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attachTensorConcatTiling(*context);
    loadDialects(*context);
  });
}
