//===- ViewPatterns.cpp - rewrites of slices and concats as patterns ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrites of --onnxops-simplify-views for drivers of patterns.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "onnxops/Transforms/Tensors/Patterns.h"

using namespace mlir;
using namespace mlir::onnxops;

// Bounds the slices that one application makes: a driver bounds the number of
// applications alone.
static constexpr size_t kMaxSlices = 64;

namespace {

struct MergeConcatOperands : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    return mergeConcatOperands(rewriter, concat);
  }
};

struct SplitConcat : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp concat,
                                PatternRewriter &rewriter) const override {
    if (splitConcat(rewriter, concat, kMaxSlices) == 0)
      return rewriter.notifyMatchFailure(concat, "not read by slices alone");
    return success();
  }
};

struct ShrinkTile : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp collapse,
                                PatternRewriter &rewriter) const override {
    return shrinkTile(rewriter, collapse);
  }
};

} // namespace

void mlir::onnxops::populateMergeConcatOperandsPatterns(
    RewritePatternSet &patterns) {
  patterns.add<MergeConcatOperands>(patterns.getContext());
}

void mlir::onnxops::populateSliceOfConcatPatterns(RewritePatternSet &patterns) {
  patterns.add<SplitConcat, ShrinkTile>(patterns.getContext());
}
