//===- LowerLoops.cpp - linalg ops to loops -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Applies upstream's lowering to each linalg op, without the greedy driver of
// upstream's pass, which visits every op of a function.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERLOOPS
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Most indices are the induction variables themselves.
static void foldIdentities(Operation *loop, IRRewriter &rewriter) {
  loop->walk([&](affine::AffineApplyOp index) {
    if (index.getAffineMap().isIdentity() && index->getNumOperands() == 1)
      rewriter.replaceOp(index, index->getOperand(0));
  });
}

// Skips the outermost loop if an inner one has no iterations: very many empty
// iterations take time too. Sizes do not depend on the position of a loop.
static void skipEmpty(const linalg::LinalgLoops &loops, IRRewriter &rewriter) {
  auto outer = cast<scf::ForOp>(loops.front());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(outer);
  Value none = outer.getLowerBound(), end = outer.getUpperBound();
  for (Operation *loop : ArrayRef(loops).drop_front()) {
    Value size = cast<scf::ForOp>(loop).getUpperBound();
    if (getConstantIntValue(size))
      continue;
    Value isEmpty = arith::CmpIOp::create(rewriter, outer.getLoc(),
                                          arith::CmpIPredicate::eq, size, none);
    end = arith::SelectOp::create(rewriter, outer.getLoc(), isEmpty, none, end);
  }
  outer.setUpperBound(end);
}

static LogicalResult lower(linalg::LinalgOp op, IRRewriter &rewriter) {
  if (!op.hasPureBufferSemantics())
    return op.emitError("expected a linalg op on memrefs, but got ")
           << op->getName() << " on tensors";
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::LinalgLoops> loops = linalg::linalgOpToLoops(rewriter, op);
  if (failed(loops))
    return op.emitError("cannot lower ") << op->getName() << " to loops";
  rewriter.eraseOp(op);
  // An op of one element has no loops.
  if (!loops->empty()) {
    foldIdentities(loops->front(), rewriter);
    skipEmpty(*loops, rewriter);
  }
  return success();
}

namespace {

struct LowerLoops : onnxops::impl::LowerLoopsBase<LowerLoops> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      if (failed(lower(op, rewriter)))
        return signalPassFailure();
  }
};

} // namespace
