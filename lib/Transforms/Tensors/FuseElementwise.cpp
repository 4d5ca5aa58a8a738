//===- FuseElementwise.cpp - fuse elementwise ops, tiles and concats ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies upstream's patterns for fusing linalg.generic ops. Repeats that an
// elementwise op reads become such ops for the fusion; those that were not
// fused become repeats again, which have kernels of their own.
// ElementwiseConcat.cpp moves elementwise ops before concats.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseConcat.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "onnxops/Transforms/Tensors/Patterns.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FUSEELEMENTWISE
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of operations in a body. Each fusion copies both bodies: the
// bound keeps long chains linear, and longer loops are not limited by memory.
static constexpr size_t kMaxBody = 64;

static size_t getBodySize(Operation *op) {
  return cast<linalg::GenericOp>(op).getBody()->getOperations().size();
}

//===----------------------------------------------------------------------===//
// Repeats
//===----------------------------------------------------------------------===//

// Whether an elementwise op is the only reader of `value`.
static bool feedsElementwise(Value value) {
  if (!value.hasOneUse())
    return false;
  OpOperand &use = *value.use_begin();
  auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
  return generic && generic.isDpsInput(&use) && linalg::isElementwise(generic);
}

// Whether an elementwise op reads a repeat, through the reshape of a tile.
static bool feedsElementwise(linalg::BroadcastOp repeat) {
  if (repeat->getNumResults() == 0) // of memrefs
    return false;
  // A loop of its own for each of many short periods would cost more.
  if (getRuns(repeat) == Runs::Unknown)
    return false;
  Value result = repeat->getResult(0);
  if (result.hasOneUse())
    if (auto reshape = dyn_cast<tensor::CollapseShapeOp>(*result.user_begin()))
      result = reshape.getResult();
  return feedsElementwise(result);
}

static void generalizeRepeats(func::FuncOp func, IRRewriter &rewriter) {
  SmallVector<linalg::BroadcastOp> repeats;
  func.walk([&](linalg::BroadcastOp repeat) {
    if (feedsElementwise(repeat))
      repeats.push_back(repeat);
  });
  for (linalg::BroadcastOp repeat : repeats) {
    rewriter.setInsertionPoint(repeat);
    (void)linalg::generalizeNamedOp(
        rewriter, cast<linalg::LinalgOp>(repeat.getOperation()));
  }
}

// Whether a repeat's operand has the sizes of the result, as linalg.broadcast
// requires: they may also be less static.
static bool hasSizesOfResult(linalg::GenericOp repeat) {
  auto operand = cast<ShapedType>(repeat.getDpsInputs().front().getType());
  auto result = cast<ShapedType>(repeat.getDpsInits().front().getType());
  AffineMap map = repeat.getIndexingMapsArray().front();
  return llvm::all_of(llvm::seq(operand.getRank()), [&](int64_t dim) {
    return operand.getDimSize(dim) ==
           result.getDimSize(map.getDimPosition(dim));
  });
}

static void restoreRepeats(func::FuncOp func, IRRewriter &rewriter) {
  SmallVector<linalg::GenericOp> repeats;
  func.walk([&](linalg::GenericOp generic) {
    if (linalg::isaBroadcastOpInterface(generic) && hasSizesOfResult(generic))
      repeats.push_back(generic);
  });
  for (linalg::GenericOp repeat : repeats) {
    rewriter.setInsertionPoint(repeat);
    (void)linalg::specializeGenericOp(rewriter, repeat);
  }
}

//===----------------------------------------------------------------------===//
// Fusion
//===----------------------------------------------------------------------===//

// Whether to fuse the producer of `operand`. A producer with other readers
// would be computed twice.
static bool isWorthFusing(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  return producer->hasOneUse() &&
         producer->getBlock() == operand->getOwner()->getBlock() &&
         getBodySize(producer) + getBodySize(operand->getOwner()) <= kMaxBody;
}

// Whether to compute an elementwise op in the shape of a tile before its
// dimensions are merged.
static bool isTileOfElementwise(OpOperand *operand) {
  auto reshape = operand->get().getDefiningOp<tensor::CollapseShapeOp>();
  if (!reshape || !reshape->hasOneUse() || !reshape.getSrc().hasOneUse())
    return false;
  auto repeat = reshape.getSrc().getDefiningOp<linalg::GenericOp>();
  return repeat && linalg::isaBroadcastOpInterface(repeat);
}

namespace {

/// Replaces the size of a tensor.empty or an expand_shape by its operand: a
/// tensor.dim would keep the source of the view alive. Upstream's patterns for
/// tensor.empty do so too, but one of them casts a more precise tensor.empty to
/// the type of the other, and the fusion of generic ops replaces the cast, an
/// operand that it does not read, by a tensor.empty again: without end.
struct ReplaceNamedSize : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp dim,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!type || !index || *index < 0 || *index >= type.getRank() ||
        !type.isDynamicDim(*index))
      return rewriter.notifyMatchFailure(dim, "not an unknown size");
    Operation *source = dim.getSource().getDefiningOp();
    unsigned position = type.getDynamicDimIndex(*index);
    if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(source))
      rewriter.replaceOp(dim, empty.getDynamicSizes()[position]);
    else if (auto view = dyn_cast_or_null<tensor::ExpandShapeOp>(source))
      rewriter.replaceOp(dim, view.getOutputShape()[position]);
    else
      return rewriter.notifyMatchFailure(dim, "not a size that is named");
    return success();
  }
};

} // namespace

void mlir::onnxops::populateFuseElementwisePatterns(
    RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // Resolves sizes of a tile without reading the tile.
  tensor::DimOp::getCanonicalizationPatterns(patterns, context);
  patterns.add<ReplaceNamedSize>(context);
  linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthFusing);
  linalg::populateFoldReshapeOpsByExpansionPatterns(patterns,
                                                    isTileOfElementwise);
}

static void fuse(func::FuncOp func) {
  RewritePatternSet patterns(func.getContext());
  populateFuseElementwisePatterns(patterns);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  config.enableConstantCSE(false);
  // Only an optimization: reaching a fixed point is not required.
  (void)applyPatternsGreedily(func, std::move(patterns), config);
}

namespace {

struct FuseElementwise : onnxops::impl::FuseElementwiseBase<FuseElementwise> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    WalkResult found =
        func.walk([](linalg::GenericOp) { return WalkResult::interrupt(); });
    if (!found.wasInterrupted())
      return;
    IRRewriter rewriter(&getContext());
    generalizeRepeats(func, rewriter);
    fuse(func);
    if (moveBeforeConcats(func))
      fuse(func);
    restoreRepeats(func, rewriter);
  }
};

} // namespace
