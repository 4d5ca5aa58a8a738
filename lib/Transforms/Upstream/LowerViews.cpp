//===- LowerViews.cpp - lower views to address arithmetic -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's expand-strided-metadata applies the same patterns, but also folds
// every op of the module until nothing changes. This pass visits only views and
// the ops that replace them.
//
//===----------------------------------------------------------------------===//

#include "LowerExpandShapes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERVIEWS
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

namespace {
struct LowerViews : public onnxops::impl::LowerViewsBase<LowerViews> {
  void runOnOperation() override {
    // Upstream's patterns crash on these.
    onnxops::lowerExpandShapes(getOperation());
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      // extract_strided_metadata counts as a view too.
      if (isa<ViewLikeOpInterface, memref::ExtractAlignedPointerAsIndexOp>(op))
        found.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    memref::populateExpandStridedMetadataPatterns(patterns);
    // As in upstream's pass, ops that cannot be resolved stay.
    (void)applyOpPatternsGreedily(found, std::move(patterns));
  }
};
} // namespace
