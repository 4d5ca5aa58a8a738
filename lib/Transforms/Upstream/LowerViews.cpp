//===- LowerViews.cpp - views become addresses ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's expand-strided-metadata applies the same patterns, and folds every
// op of the module, again and again. Here only views are looked at, and what
// becomes of them: most code knows of none.
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
    // Upstream's patterns crash on them.
    onnxops::lowerExpandShapes(getOperation());
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      // The metadata of a memref counts as a view of it.
      if (isa<ViewLikeOpInterface, memref::ExtractAlignedPointerAsIndexOp>(op))
        found.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    memref::populateExpandStridedMetadataPatterns(patterns);
    // As upstream's pass: what cannot be resolved stays.
    (void)applyOpPatternsGreedily(found, std::move(patterns));
  }
};
} // namespace
