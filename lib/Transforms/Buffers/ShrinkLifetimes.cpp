//===- ShrinkLifetimes.cpp - free allocations after their last use
//--------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call frees all remaining allocations at its end, so freeing
// is not needed for correctness; it keeps the peak low, that of a loop at two
// iterations. Upstream's deallocation is not used: it compares allocations
// pairwise, and does not support the early exits that checks become.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Buffers/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_SHRINKLIFETIMES
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether `user` may keep its memref operand after its own execution.
static bool mayKeep(Operation *user) {
  if (user->hasTrait<OpTrait::IsTerminator>() || isa<CallOpInterface>(user) ||
      isa<RtSequencePushOp, RtSequencePushChunksOp, RtSequenceInsertOp>(user))
    return true;
  if (isa<ViewLikeOpInterface>(user))
    return false;
  return llvm::any_of(user->getResultTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

// The last op in the block of `memref` that uses a view of it. Null if a view
// escapes.
static Operation *findLastUse(Value memref) {
  Operation *last = memref.getDefiningOp();
  Block *block = last->getBlock();
  SmallVector<Value> views = {memref};
  while (!views.empty()) {
    Value view = views.pop_back_val();
    for (Operation *user : view.getUsers()) {
      Operation *ancestor = block->findAncestorOpInBlock(*user);
      if (!ancestor || mayKeep(user))
        return nullptr;
      if (last->isBeforeInBlock(ancestor))
        last = ancestor;
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(views, user->getResults());
    }
  }
  return last;
}

static void freeAfterLastUse(Value memref) {
  Operation *last = findLastUse(memref);
  if (!last || last->hasTrait<OpTrait::IsTerminator>())
    return;
  OpBuilder builder(last->getBlock(), std::next(last->getIterator()));
  memref::DeallocOp::create(builder, memref.getLoc(), memref);
}

//===----------------------------------------------------------------------===//
// Results of loops and branches
//===----------------------------------------------------------------------===//

// Whether a view of `memref` may be kept, other than through `forwarding`.
static bool isKept(Value memref, const OpOperand *forwarding) {
  SmallVector<Value> views = {memref};
  while (!views.empty()) {
    for (OpOperand &use : views.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (&use == forwarding)
        continue;
      if (mayKeep(user))
        return true;
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(views, user->getResults());
    }
  }
  return false;
}

// The base of `memref`, through views without an offset.
static Value lookThroughViews(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::CollapseShapeOp>(op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

// Whether `yield` of a loop or a branch forwards memory allocated in its block
// or in nested branches, and nothing else keeps it.
static bool isFresh(OpOperand &yield) {
  Value memref = lookThroughViews(yield.get());
  Operation *op = memref.getDefiningOp();
  if (!op || op->getBlock() != yield.getOwner()->getBlock() ||
      isKept(memref, &yield))
    return false;
  auto branch = dyn_cast<scf::IfOp>(op);
  if (!branch)
    return isa<memref::AllocOp>(op);
  unsigned number = cast<OpResult>(memref).getResultNumber();
  return isFresh(branch.thenYield()->getOpOperand(number)) &&
         isFresh(branch.elseYield()->getOpOperand(number));
}

static void freeOfBranches(scf::IfOp branch) {
  for (OpResult result : branch->getResults()) {
    unsigned number = result.getResultNumber();
    if (isa<MemRefType>(result.getType()) &&
        isFresh(branch.thenYield()->getOpOperand(number)) &&
        isFresh(branch.elseYield()->getOpOperand(number)))
      freeAfterLastUse(result);
  }
}

// At the end of an iteration, frees the memory `carried` from the previous one;
// `init`, that of the first iteration, is not the loop's to free.
static void freeCarried(Value carried, Value init, Operation *terminator) {
  OpBuilder builder(terminator);
  Location loc = carried.getLoc();
  auto addressOf = [&](Value memref) {
    return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  };
  Value isLoops = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                        addressOf(carried), addressOf(init));
  scf::IfOp::create(builder, loc, isLoops, [&](OpBuilder &body, Location loc) {
    memref::DeallocOp::create(body, loc, carried);
    scf::YieldOp::create(body, loc);
  });
}

static bool isMemRef(Value value) { return isa<MemRefType>(value.getType()); }

static void freeInFor(scf::ForOp loop) {
  Operation *terminator = loop.getBody()->getTerminator();
  for (auto [carried, init, yield] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgs(),
                       terminator->getOpOperands()))
    if (isMemRef(carried) && isFresh(yield) &&
        !isKept(carried, /*forwarding=*/nullptr))
      freeCarried(carried, init, terminator);
}

// The first region must forward each argument to the second unchanged.
static void freeInWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  Operation *terminator = loop.getYieldOp();
  if (condition.getArgs() != ValueRange(loop.getBeforeArguments()))
    return;
  for (auto [before, after, init, yield, condition] : llvm::zip_equal(
           loop.getBeforeArguments(), loop.getAfterArguments(), loop.getInits(),
           terminator->getOpOperands(), condition.getArgsMutable()))
    if (isMemRef(after) && isFresh(yield) && !isKept(before, &condition) &&
        !isKept(after, /*forwarding=*/nullptr))
      freeCarried(after, init, terminator);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct ShrinkLifetimes : onnxops::impl::ShrinkLifetimesBase<ShrinkLifetimes> {
  void runOnOperation() override {
    getOperation().walk([](memref::AllocOp allocation) {
      freeAfterLastUse(allocation.getMemref());
    });
    getOperation().walk([](scf::IfOp branch) { freeOfBranches(branch); });
    getOperation().walk([](scf::ForOp loop) { freeInFor(loop); });
    getOperation().walk([](scf::WhileOp loop) { freeInWhile(loop); });
  }
};

} // namespace
