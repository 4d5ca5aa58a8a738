//===- SimplifyViews.cpp - remove copies that slices make unnecessary -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Visits each kind of op once or twice, in an order in which each rewrite
// enables the next: slices of slices read the source, split and rejoined
// tensors are merged before anything is split, and users come before producers,
// so that slices sink as far as possible.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_SIMPLIFYVIEWS
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Slices sink through at most this many nested concats on average; without a
// bound the pass would not be linear.
static constexpr size_t kMaxDepth = 4;

void mlir::onnxops::eraseUnused(RewriterBase &rewriter, ValueRange values) {
  llvm::SmallSetVector<Operation *, 8> pending;
  auto add = [&](ValueRange unused) {
    for (Value value : unused)
      if (Operation *op = value.getDefiningOp())
        pending.insert(op);
  };
  add(values);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    SmallVector<Value> operands(op->getOperands());
    rewriter.eraseOp(op);
    add(operands);
  }
}

namespace {

/// Visits the ops of a function while they are being rewritten.
class ViewRewriter : RewriterBase::Listener {
public:
  explicit ViewRewriter(func::FuncOp function)
      : function(function), rewriter(function.getContext(), this) {}

  void run();

private:
  template <typename... Ops>
  SmallVector<Operation *> collect();
  template <typename... Ops>
  void forEach(llvm::function_ref<void(Operation *)> rewrite,
               bool isBackwards = false);
  void notifyOperationErased(Operation *op) override { erased.insert(op); }

  func::FuncOp function;
  IRRewriter rewriter;
  /// Ops erased since ops were collected; never dereferenced.
  DenseSet<Operation *> erased;
};

} // namespace

// The existing ops of these classes.
template <typename... Ops>
SmallVector<Operation *> ViewRewriter::collect() {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<Ops...>(op))
      ops.push_back(op);
  });
  return ops;
}

// Rewrites each of them, except those erased in the meantime.
template <typename... Ops>
void ViewRewriter::forEach(llvm::function_ref<void(Operation *)> rewrite,
                           bool isBackwards) {
  erased.clear();
  SmallVector<Operation *> ops = collect<Ops...>();
  if (isBackwards)
    std::reverse(ops.begin(), ops.end());
  for (Operation *op : ops)
    if (!erased.contains(op))
      rewrite(op);
}

// Replaces the size of an expand_shape by its operand: otherwise each view in a
// chain of reshapes would be kept alive by the reads of its sizes.
static void replaceNamedSize(RewriterBase &rewriter, tensor::DimOp dim) {
  auto view = dim.getSource().getDefiningOp<tensor::ExpandShapeOp>();
  std::optional<int64_t> index = dim.getConstantIndex();
  if (!view || !index || !view.getResultType().isDynamicDim(*index))
    return;
  unsigned position = view.getResultType().getDynamicDimIndex(*index);
  Value unused[] = {view.getResult(), dim.getIndex()};
  rewriter.replaceOp(dim, view.getOutputShape()[position]);
  eraseUnused(rewriter, unused);
}

void ViewRewriter::run() {
  forEach<tensor::DimOp>([&](Operation *op) {
    replaceNamedSize(rewriter, cast<tensor::DimOp>(op));
  });
  forEach<tensor::ExtractSliceOp>([&](Operation *op) {
    auto slice = cast<tensor::ExtractSliceOp>(op);
    Value source = slice.getSource();
    bool isAll = !dropsDimensions(slice) && SliceRange(slice).covers(source);
    if (!isAll && !source.getDefiningOp<tensor::ExtractSliceOp>())
      return;
    rewriter.setInsertionPoint(slice);
    rewriter.replaceOp(slice, createSlice(rewriter, slice.getLoc(), source,
                                          SliceRange(slice), slice.getType()));
    eraseUnused(rewriter, source);
  });
  auto merge = [&](Operation *op) {
    (void)mergeConcatOperands(rewriter, cast<tensor::ConcatOp>(op));
  };
  forEach<tensor::ConcatOp>(merge);
  size_t limit = 0;
  for (Operation *op : collect<tensor::ConcatOp, tensor::ExtractSliceOp>())
    limit += kMaxDepth * op->getNumOperands();
  forEach<tensor::ConcatOp, tensor::CollapseShapeOp>(
      [&](Operation *op) {
        if (auto concat = dyn_cast<tensor::ConcatOp>(op))
          limit -= splitConcat(rewriter, concat, limit);
        else
          (void)shrinkTile(rewriter, cast<tensor::CollapseShapeOp>(op));
      },
      /*isBackwards=*/true);
  forEach<tensor::ConcatOp>(merge);
}

namespace {

struct SimplifyViews : onnxops::impl::SimplifyViewsBase<SimplifyViews> {
  void runOnOperation() override { ViewRewriter(getOperation()).run(); }
};

} // namespace
