//===- FlattenParallelLoops.cpp - parallel loops in the shape of a grid ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream maps the dimensions of a parallel loop to those of a grid, one block
// for each iteration. A grid has at most 65,535 blocks in two of its three
// dimensions, must not be empty, and is slow with one thread a block.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "onnxops/Transforms/GPUPasses.h"

#include <numeric>

namespace mlir::onnxops {
#define GEN_PASS_DEF_FLATTENPARALLELLOOPS
#include "onnxops/Transforms/GPUPasses.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// One dimension that runs from 0 in steps of 1.
static scf::ParallelOp flatten(RewriterBase &rewriter, scf::ParallelOp loop) {
  std::vector<unsigned> dimensions(loop.getNumLoops());
  std::iota(dimensions.begin(), dimensions.end(), 0);
  // The flat loop takes the place of the old one; the block goes on behind it.
  Operation *next = loop->getNextNode();
  collapseParallelLoops(rewriter, loop, dimensions);
  return cast<scf::ParallelOp>(next->getPrevNode());
}

// Runs the loop only if it has iterations; folds away where that is known.
static void guard(RewriterBase &rewriter, scf::ParallelOp loop) {
  Value size = loop.getUpperBound().front();
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value some = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::sgt,
                                     size, zero);
  auto branch =
      scf::IfOp::create(rewriter, loc, some, /*withElseRegion=*/false);
  rewriter.moveOpBefore(loop, branch.thenBlock()->getTerminator());
}

namespace {
struct FlattenParallelLoops
    : public onnxops::impl::FlattenParallelLoopsBase<FlattenParallelLoops> {
  using FlattenParallelLoopsBase::FlattenParallelLoopsBase;

  void runOnOperation() override {
    // Outermost loops without results; what is inside one runs in a thread.
    SmallVector<scf::ParallelOp> loops;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ParallelOp op) {
      if (op.getNumResults() == 0)
        loops.push_back(op);
      return WalkResult::skip();
    });
    IRRewriter rewriter(&getContext());
    for (scf::ParallelOp loop : loops) {
      rewriter.setInsertionPoint(loop);
      scf::ParallelOp flat = flatten(rewriter, loop);
      guard(rewriter, flat);
      scf::tileParallelLoop(flat, {blockSize}, /*noMinMaxBounds=*/true);
    }
  }
};
} // namespace
