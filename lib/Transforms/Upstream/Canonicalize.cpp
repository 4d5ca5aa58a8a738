//===- Canonicalize.cpp - the canonicalizer without what is unsound -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's patterns but five, ours that do what four of them are for, and one
// of tensors that are known to be empty.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CANONICALIZE
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kUnsound[] = {
    // Gives a value that an scf.for carries the type that it has before the
    // loop, even if its size changes in it: a tensor that grows would end up
    // short.
    "(anonymous namespace)::ForOpTensorCastFolder",
    "{anonymous}::ForOpTensorCastFolder",
    // Gives what makes a tensor the type that a cast behind it has, over checks
    // that stand between the two: see FoldCastIntoProducer.
    "(anonymous namespace)::FoldTensorCastConsumerOp",
    "{anonymous}::FoldTensorCastConsumerOp",
    // Makes an extract_slice that does not verify of a cast that is never
    // reached: see FoldCastIntoSlice.
    "(anonymous namespace)::TensorCastExtractSlice",
    "{anonymous}::TensorCastExtractSlice",
    // Makes a subview that does not verify of one at a constant offset behind
    // the end of a memref that a cast hides: see FoldCastIntoSubview.
    "(anonymous namespace)::SubViewOpMemRefCastFolder",
    "{anonymous}::SubViewOpMemRefCastFolder",
    // Makes a collapse_shape that does not verify where a dimension of size 0
    // meets one of unknown size: see FoldCastIntoCollapse.
    "CollapseShapeOpMemRefCastFolder"};

// Ops between a producer and a cast that are looked at: a bound keeps many
// casts linear.
static constexpr unsigned kMaxDistance = 256;

// Whether control that reaches `begin` goes on to `end`, behind it in a block.
static bool isReached(Operation *begin, Operation *end) {
  unsigned distance = 0;
  for (Operation *op = begin->getNextNode(); op != end; op = op->getNextNode())
    if (++distance > kMaxDistance || mayEndCall(op))
      return false;
  return true;
}

namespace {

/// Lets a linalg op compute a result of the type that a cast gives it:
///   %0 = linalg.exp ins(%x) outs(%e : tensor<?xf32>) -> tensor<?xf32>
///   %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
/// becomes
///   %s = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
///   %1 = linalg.exp ins(%x) outs(%s : tensor<4xf32>) -> tensor<4xf32>
/// The cast is right where it stands. So it is where the producer stands if it
/// is reached from there; a check in between may be the one that finds the size
/// to be another.
struct FoldCastIntoProducer : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getSource().getDefiningOp<linalg::LinalgOp>();
    if (!producer || !tensor::canFoldIntoProducerOp(op))
      return rewriter.notifyMatchFailure(op, "no loop that knows less");
    if (producer->getBlock() != op->getBlock() || !isReached(producer, op))
      return rewriter.notifyMatchFailure(op, "may not be reached");
    unsigned number = cast<OpResult>(op.getSource()).getResultNumber();
    Location loc = producer.getLoc();
    rewriter.setInsertionPoint(producer);
    SmallVector<Value> operands(producer->getOperands());
    OpOperand *init = producer.getDpsInitOperand(number);
    operands[init->getOperandNumber()] =
        tensor::CastOp::create(rewriter, loc, op.getType(), init->get());
    SmallVector<Type> types(producer->getResultTypes());
    types[number] = op.getType();
    Operation *same = clone(rewriter, producer.getOperation(), types, operands);
    SmallVector<Value> results(same->getResults());
    results[number] = tensor::CastOp::create(
        rewriter, loc, op.getSource().getType(), results[number]);
    rewriter.replaceOp(op, same->getResult(number));
    rewriter.replaceOp(producer, results);
    return success();
  }
};

/// Lets a slice have the sizes that a cast gives it:
///   %0 = tensor.extract_slice %x[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
///   %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
/// becomes
///   %1 = tensor.extract_slice %x[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
/// Sizes that the source does not have stay where they are: the cast is in a
/// branch that is never taken.
struct FoldCastIntoSlice : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto slice = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !tensor::canFoldIntoProducerOp(op))
      return rewriter.notifyMatchFailure(op, "no slice that knows less");
    auto type = cast<RankedTensorType>(op.getType());
    const SliceRange range(slice);
    SmallVector<OpFoldResult> sizes = range.sizes;
    const llvm::SmallBitVector dropped = slice.getDroppedDims();
    int64_t kept = 0;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!dropped.test(dim) && !type.isDynamicDim(kept++))
        size = rewriter.getIndexAttr(type.getDimSize(kept - 1));
    if (sizes == range.sizes)
      return rewriter.notifyMatchFailure(op,
                                         "the slice knows all of its sizes");
    if (!verifyInBoundsSlice(slice.getSourceType().getShape(), range.offsets,
                             sizes, range.strides)
             .isValid)
      return rewriter.notifyMatchFailure(op, "the source has fewer rows");
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, slice.getSource(), range.offsets, sizes, range.strides);
    return success();
  }
};

/// Makes an empty tensor of one that is known to be empty:
///   tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf32> into tensor<?xf32>
/// becomes
///   tensor.empty() : tensor<0xf32>
/// and a cast. One-Shot Bufferize makes a memref.collapse_shape of the first
/// that does not verify.
struct FoldEmptyCollapse : OpRewritePattern<tensor::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::is_contained(op.getSrcType().getShape(), 0))
      return rewriter.notifyMatchFailure(op, "may have elements");
    SmallVector<OpFoldResult> given =
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getSrc());
    SmallVector<OpFoldResult> sizes;
    for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
      OpFoldResult size = rewriter.getIndexAttr(1);
      for (int64_t dim : group)
        size = multiplySizes(rewriter, op.getLoc(), size, given[dim]);
      sizes.push_back(size);
    }
    rewriter.replaceOp(
        op, castTensor(rewriter, op.getLoc(),
                       tensor::EmptyOp::create(rewriter, op.getLoc(), sizes,
                                               op.getType().getElementType()),
                       op.getResultType()));
    return success();
  }
};

/// Lets a collapse_shape read what a cast makes less precise:
///   %0 = memref.cast %m : memref<2x3xf32> to memref<?x?xf32>
///   %1 = memref.collapse_shape %0 [[0, 1]] : ... into memref<?xf32>
/// becomes
///   %0 = memref.collapse_shape %m [[0, 1]] : ... into memref<6xf32>
///   %1 = memref.cast %0 : memref<6xf32> to memref<?xf32>
/// Upstream takes 0 by an unknown size for 0, which its verifier wants unknown.
struct FoldCastIntoCollapse : OpRewritePattern<memref::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSrc().getDefiningOp<memref::CastOp>();
    if (!cast || !memref::CastOp::canFoldIntoConsumerOp(cast))
      return rewriter.notifyMatchFailure(op, "no cast that knows less");
    auto source = mlir::cast<MemRefType>(cast.getSource().getType());
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    for (ArrayRef<int64_t> group : groups) {
      auto has = [&](auto isSuch) {
        return llvm::any_of(
            group, [&](int64_t dim) { return isSuch(source.getDimSize(dim)); });
      };
      if (has(ShapedType::isDynamic) && has([](int64_t n) { return n == 0; }))
        return rewriter.notifyMatchFailure(op, "0 by an unknown size");
    }
    Type type = memref::CollapseShapeOp::computeCollapsedType(source, groups);
    Value collapsed = memref::CollapseShapeOp::create(
        rewriter, op.getLoc(), type, cast.getSource(), op.getReassociation());
    rewriter.replaceOpWithNewOp<memref::CastOp>(op, op.getType(), collapsed);
    return success();
  }
};

/// Lets a subview read what a cast makes less precise:
///   %0 = memref.cast %m : memref<8xf32> to memref<?xf32>
///   %1 = memref.subview %0[2] [%n] [1] : memref<?xf32> to ...
/// becomes
///   %1 = memref.subview %m[2] [%n] [1] : memref<8xf32> to ...
/// A part that %m does not have stays where it is: a check before it fails, or
/// it has no elements.
struct FoldCastIntoSubview : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSource().getDefiningOp<memref::CastOp>();
    if (!cast || !memref::CastOp::canFoldIntoConsumerOp(cast))
      return rewriter.notifyMatchFailure(op, "no cast that knows less");
    auto source = mlir::cast<MemRefType>(cast.getSource().getType());
    const SliceRange range(op);
    if (!verifyInBoundsSlice(source.getShape(), range.offsets, range.sizes,
                             range.strides)
             .isValid)
      return rewriter.notifyMatchFailure(op, "the source has fewer rows");
    MemRefType type = memref::SubViewOp::inferRankReducedResultType(
        op.getType().getShape(), source, range.offsets, range.sizes,
        range.strides);
    Value view =
        memref::SubViewOp::create(rewriter, op.getLoc(), type, cast.getSource(),
                                  range.offsets, range.sizes, range.strides);
    rewriter.replaceOpWithNewOp<memref::CastOp>(op, op.getType(), view);
    return success();
  }
};

struct Canonicalize : onnxops::impl::CanonicalizeBase<Canonicalize> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet all(context);
    for (Dialect *dialect : context->getLoadedDialects())
      dialect->getCanonicalizationPatterns(all);
    for (RegisteredOperationName op : context->getRegisteredOperations())
      op.getCanonicalizationPatterns(all, context);
    all.add<FoldCastIntoProducer, FoldCastIntoSlice, FoldCastIntoSubview,
            FoldCastIntoCollapse, FoldEmptyCollapse>(context);
    SmallVector<std::string> disabled(std::begin(kUnsound), std::end(kUnsound));
    patterns =
        std::make_shared<FrozenRewritePatternSet>(std::move(all), disabled);
    return success();
  }

  void runOnOperation() override {
    // Top down, as upstream's pass does by itself: the other way round, in a
    // chain of reshapes, each is folded into all that follow. Where it stops
    // does not matter.
    (void)applyPatternsGreedily(
        getOperation(), *patterns,
        GreedyRewriteConfig().setUseTopDownTraversal(true));
  }

  std::shared_ptr<const FrozenRewritePatternSet> patterns;
};

} // namespace
