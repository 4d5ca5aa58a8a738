//===- Canonicalize.cpp - canonicalize without unsound patterns -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's patterns without five unsound ones, sound replacements of four of
// these, and three patterns for tensors that One-Shot Bufferize cannot take.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"
#include "onnxops/Transforms/Upstream/Passes.h"

#include <mutex>

namespace mlir::onnxops {
#define GEN_PASS_DEF_CANONICALIZE
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kUnsound[] = {
    // Gives a value carried by scf.for the type that it has before the loop,
    // even if its size changes in the loop: a growing tensor would be cut off.
    "(anonymous namespace)::ForOpTensorCastFolder",
    "{anonymous}::ForOpTensorCastFolder",
    // Gives a producer the type of a cast after it, across checks between the
    // two: see FoldCastIntoProducer.
    "(anonymous namespace)::FoldTensorCastConsumerOp",
    "{anonymous}::FoldTensorCastConsumerOp",
    // Makes an extract_slice that does not verify of a cast that is never
    // executed: see FoldCastIntoSlice.
    "(anonymous namespace)::TensorCastExtractSlice",
    "{anonymous}::TensorCastExtractSlice",
    // Makes a subview that does not verify if its constant offset is past the
    // end of the memref before the cast: see FoldCastIntoSubview.
    "(anonymous namespace)::SubViewOpMemRefCastFolder",
    "{anonymous}::SubViewOpMemRefCastFolder",
    // Makes a collapse_shape that does not verify if a group has a size of 0
    // and a dynamic one: see FoldCastIntoCollapse.
    "CollapseShapeOpMemRefCastFolder"};

// Maximum number of ops searched between a producer and a cast: the bound keeps
// many casts linear.
static constexpr unsigned kMaxDistance = 256;

// Whether execution of `begin` implies that of `end`, later in the same block.
static bool isReached(Operation *begin, Operation *end) {
  unsigned distance = 0;
  for (Operation *op = begin->getNextNode(); op != end; op = op->getNextNode())
    if (++distance > kMaxDistance || mayEndCall(op))
      return false;
  return true;
}

namespace {

/// Folds a cast into the linalg op that produces its operand:
///   %0 = linalg.exp ins(%x) outs(%e : tensor<?xf32>) -> tensor<?xf32>
///   %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
/// becomes
///   %s = tensor.cast %e : tensor<?xf32> to tensor<4xf32>
///   %1 = linalg.exp ins(%x) outs(%s : tensor<4xf32>) -> tensor<4xf32>
/// The cast holds at its own position, and at that of the producer if no op
/// between the two can end the call: a check there may be the one that finds
/// the size to differ. Ops that verify that the sizes of the input and of the
/// result are equal, rather than compatible, stay as they are.
struct FoldCastIntoProducer : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getSource().getDefiningOp<linalg::LinalgOp>();
    if (!producer || !tensor::canFoldIntoProducerOp(op))
      return rewriter.notifyMatchFailure(op,
                                         "no producer of a less static type");
    if (isa<linalg::BroadcastOp, linalg::TransposeOp, linalg::ReduceOp>(
            producer))
      return rewriter.notifyMatchFailure(op, "the input has no such type");
    if (producer->getBlock() != op->getBlock() || !isReached(producer, op))
      return rewriter.notifyMatchFailure(op,
                                         "an op in between may end the call");
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

/// Folds the static sizes of a cast into a slice:
///   %0 = tensor.extract_slice %x[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
///   %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
/// becomes
///   %1 = tensor.extract_slice %x[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
/// Sizes that are out of bounds of the source are not folded: the cast is in a
/// branch that is never taken.
struct FoldCastIntoSlice : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto slice = op.getSource().getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice || !tensor::canFoldIntoProducerOp(op))
      return rewriter.notifyMatchFailure(op, "no slice of a less static type");
    auto type = cast<RankedTensorType>(op.getType());
    const SliceRange range(slice);
    SmallVector<OpFoldResult> sizes = range.sizes;
    const llvm::SmallBitVector dropped = slice.getDroppedDims();
    int64_t kept = 0;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!dropped.test(dim) && !type.isDynamicDim(kept++))
        size = rewriter.getIndexAttr(type.getDimSize(kept - 1));
    if (sizes == range.sizes)
      return rewriter.notifyMatchFailure(op, "no size becomes static");
    if (!verifyInBoundsSlice(slice.getSourceType().getShape(), range.offsets,
                             sizes, range.strides)
             .isValid)
      return rewriter.notifyMatchFailure(op, "out of bounds of the source");
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, slice.getSource(), range.offsets, sizes, range.strides);
    return success();
  }
};

/// Replaces a reshape of a tensor known to have no elements:
///   tensor.collapse_shape %x [[0, 1]] : tensor<0x?xf32> into tensor<?xf32>
/// becomes
///   tensor.empty() : tensor<0xf32>
/// and a cast. One-Shot Bufferize would make a memref.collapse_shape that does
/// not verify.
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
        size = IndexBuilder(rewriter, op.getLoc()).multiply(size, given[dim]);
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

/// Replaces a cast of a cast to a type that contradicts the first one's
/// operand, as in a branch that is never taken:
///   %0 = tensor.cast %x : tensor<?x1xf32> to tensor<?x?xf32>
///   %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
/// becomes
///   %1 = tensor.empty(%n) : tensor<?x4xf32>
/// One-Shot Bufferize would make memref.cast ops, which fold to one that does
/// not verify.
struct FoldContradictoryCast : OpRewritePattern<tensor::CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::CastOp op,
                                PatternRewriter &rewriter) const override {
    auto first = op.getSource().getDefiningOp<tensor::CastOp>();
    auto type = dyn_cast<RankedTensorType>(op.getType());
    if (!first || !type)
      return rewriter.notifyMatchFailure(op, "no cast of a cast");
    if (succeeded(verifyCompatibleShape(first.getSource().getType(), type)))
      return rewriter.notifyMatchFailure(op, "the shapes are compatible");
    if (!isa<RankedTensorType>(op.getSource().getType()))
      return rewriter.notifyMatchFailure(op, "sizes of an unranked tensor");
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, op.getLoc(), op.getSource());
    for (auto [size, known] : llvm::zip_equal(sizes, type.getShape()))
      if (!ShapedType::isDynamic(known))
        size = rewriter.getIndexAttr(known);
      else if (isa<Attribute>(size))
        return rewriter.notifyMatchFailure(op, "the cast loses a size");
    rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, sizes,
                                                 type.getElementType());
    return success();
  }
};

/// Replaces an element of a tensor known to have none, as in a loop that is
/// never executed:
///   %1 = tensor.extract %x[%i] : tensor<0xi16>
/// becomes
///   %1 = arith.constant 0 : i16
/// If %x is a tensor.empty, One-Shot Bufferize would allocate it at this use,
/// in the loop.
struct FoldExtractOfNothing : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp op,
                                PatternRewriter &rewriter) const override {
    auto source = cast<RankedTensorType>(op.getTensor().getType());
    if (!llvm::is_contained(source.getShape(), 0))
      return rewriter.notifyMatchFailure(op, "may have elements");
    if (TypedAttr zero = rewriter.getZeroAttr(op.getType()))
      rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, zero);
    else
      rewriter.replaceOpWithNewOp<ub::PoisonOp>(op, op.getType());
    return success();
  }
};

/// Moves a cast to a less static type after the collapse_shape that reads it:
///   %0 = memref.cast %m : memref<2x3xf32> to memref<?x?xf32>
///   %1 = memref.collapse_shape %0 [[0, 1]] : ... into memref<?xf32>
/// becomes
///   %0 = memref.collapse_shape %m [[0, 1]] : ... into memref<6xf32>
///   %1 = memref.cast %0 : memref<6xf32> to memref<?xf32>
/// Upstream infers 0 for the product of 0 and a dynamic size; its verifier
/// requires a dynamic size.
struct FoldCastIntoCollapse : OpRewritePattern<memref::CollapseShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::CollapseShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSrc().getDefiningOp<memref::CastOp>();
    if (!cast || !memref::CastOp::canFoldIntoConsumerOp(cast))
      return rewriter.notifyMatchFailure(op, "no cast to a less static type");
    auto source = mlir::cast<MemRefType>(cast.getSource().getType());
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    for (ArrayRef<int64_t> group : groups) {
      auto has = [&](auto isSuch) {
        return llvm::any_of(
            group, [&](int64_t dim) { return isSuch(source.getDimSize(dim)); });
      };
      if (has(ShapedType::isDynamic) && has([](int64_t n) { return n == 0; }))
        return rewriter.notifyMatchFailure(op,
                                           "product of 0 and a dynamic size");
    }
    Type type = memref::CollapseShapeOp::computeCollapsedType(source, groups);
    Value collapsed = memref::CollapseShapeOp::create(
        rewriter, op.getLoc(), type, cast.getSource(), op.getReassociation());
    rewriter.replaceOpWithNewOp<memref::CastOp>(op, op.getType(), collapsed);
    return success();
  }
};

/// Folds a cast to a less static type into the subview that reads it:
///   %0 = memref.cast %m : memref<8xf32> to memref<?xf32>
///   %1 = memref.subview %0[2] [%n] [1] : memref<?xf32> to ...
/// becomes
///   %1 = memref.subview %m[2] [%n] [1] : memref<8xf32> to ...
/// A subview out of bounds of %m is not folded: a check before it fails, or it
/// has no elements.
struct FoldCastIntoSubview : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getSource().getDefiningOp<memref::CastOp>();
    if (!cast || !memref::CastOp::canFoldIntoConsumerOp(cast))
      return rewriter.notifyMatchFailure(op, "no cast to a less static type");
    auto source = mlir::cast<MemRefType>(cast.getSource().getType());
    const SliceRange range(op);
    if (!verifyInBoundsSlice(source.getShape(), range.offsets, range.sizes,
                             range.strides)
             .isValid)
      return rewriter.notifyMatchFailure(op, "out of bounds of the source");
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

using FrozenPatterns = std::shared_ptr<const FrozenRewritePatternSet>;

} // namespace

static FrozenPatterns gatherPatterns(MLIRContext *context) {
  RewritePatternSet all(context);
  for (Dialect *dialect : context->getLoadedDialects())
    dialect->getCanonicalizationPatterns(all);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    op.getCanonicalizationPatterns(all, context);
  all.add<FoldCastIntoProducer, FoldCastIntoSlice, FoldCastIntoSubview,
          FoldCastIntoCollapse, FoldContradictoryCast, FoldEmptyCollapse,
          FoldExtractOfNothing>(context);
  SmallVector<std::string> disabled(std::begin(kUnsound), std::end(kUnsound));
  return std::make_shared<FrozenRewritePatternSet>(std::move(all), disabled);
}

namespace {

/// The patterns of a context, which has it: a pipeline has several of the pass,
/// and gathering patterns takes longer than a short model.
class ContextPatterns : public DialectInterface::Base<ContextPatterns> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ContextPatterns)

  explicit ContextPatterns(Dialect *dialect) : Base(dialect) {}

  FrozenPatterns get(MLIRContext *context) const {
    std::lock_guard<std::mutex> guard(mutex);
    size_t ops = context->getRegisteredOperations().size();
    size_t dialects = context->getLoadedDialects().size();
    if (!patterns || ops != knownOps || dialects != knownDialects)
      patterns = gatherPatterns(context);
    knownOps = ops;
    knownDialects = dialects;
    return patterns;
  }

private:
  mutable std::mutex mutex;
  mutable FrozenPatterns patterns;
  mutable size_t knownOps = 0, knownDialects = 0;
};

struct Canonicalize : onnxops::impl::CanonicalizeBase<Canonicalize> {
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.addExtension(+[](MLIRContext *, BuiltinDialect *dialect) {
      dialect->addInterfaces<ContextPatterns>();
    });
  }

  LogicalResult initialize(MLIRContext *context) override {
    patterns = context->getLoadedDialect<BuiltinDialect>()
                   ->getRegisteredInterface<ContextPatterns>()
                   ->get(context);
    return success();
  }

  void runOnOperation() override {
    // Top down, the default of upstream's pass: bottom up, each reshape of a
    // chain is folded into all that follow. Reaching a fixed point is not
    // required.
    (void)applyPatternsGreedily(
        getOperation(), *patterns,
        GreedyRewriteConfig().setUseTopDownTraversal(true));
  }

  FrozenPatterns patterns;
};

} // namespace
