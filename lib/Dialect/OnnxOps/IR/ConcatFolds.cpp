//===- ConcatFolds.cpp - folds and canonicalizations of Concat ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Folds and patterns that are always beneficial, for the newest version only,
// to which all others are upgraded.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/PatternMatch.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

/// A concat of one input is that input. If the rank is unknown, the axis must
/// still be checked. In unreachable code the input may be the result itself.
///   concat_v13 %a axis = 0 : (tensor<2xf32>) -> tensor<2xf32>  ==>  %a
OpFoldResult NewestConcatOp::fold(FoldAdaptor) {
  if (getInputs().size() != 1 || !isa<RankedTensorType>(getType()))
    return {};
  Value input = getInputs().front();
  if (input.getType() != getType() || input == getResult())
    return {};
  return input;
}

namespace {

/// Counts the axis from the front where the rank is known.
///   concat_v13 %a, %b axis = -1 : (tensor<2x3xf32>, ...)
///   ==>  concat_v13 %a, %b axis = 1 : (tensor<2x3xf32>, ...)
struct NormalizeConcatAxis : OpRewritePattern<NewestConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NewestConcatOp op,
                                PatternRewriter &rewriter) const override {
    auto axis = static_cast<int64_t>(op.getAxis());
    if (axis >= 0)
      return rewriter.notifyMatchFailure(op, "axis counts from the front");
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "rank is unknown");
    rewriter.modifyOpInPlace(op, [&] { op.setAxis(axis + type.getRank()); });
    return success();
  }
};

} // namespace

void NewestConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<NormalizeConcatAxis>(context);
}
