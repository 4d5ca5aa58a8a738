//===- FreeEarly.cpp - free an allocation after its last use --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The context of a call frees what is still allocated when the call ends, so
// freeing is never needed for correctness; this keeps the peak low, that of a
// loop at two iterations. Upstream's deallocation is not used: with many
// allocations it compares them pairwise, and it does not allow the early exits
// that checks become.
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
#define GEN_PASS_DEF_FREEEARLY
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether `user` may keep a memref that it is given, beyond its own end.
static bool mayKeep(Operation *user) {
  if (user->hasTrait<OpTrait::IsTerminator>() || isa<CallOpInterface>(user) ||
      isa<RtSequencePushOp, RtSequenceInsertOp>(user))
    return true;
  if (isa<ViewLikeOpInterface>(user))
    return false;
  return llvm::any_of(user->getResultTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

// The last op of the block of `memref` in which a view of it is used. Null if a
// view escapes.
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
// What loops and branches hand on
//===----------------------------------------------------------------------===//

// Whether a view of `memref` may be kept, other than through `handedOn`.
static bool isKept(Value memref, const OpOperand *handedOn) {
  SmallVector<Value> views = {memref};
  while (!views.empty()) {
    for (OpOperand &use : views.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (&use == handedOn)
        continue;
      if (mayKeep(user))
        return true;
      if (isa<ViewLikeOpInterface>(user))
        llvm::append_range(views, user->getResults());
    }
  }
  return false;
}

// What `memref` is a view of, if it begins with it.
static Value lookThroughViews(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (!isa<memref::CastOp, memref::CollapseShapeOp>(op))
      break;
    memref = op->getOperand(0);
  }
  return memref;
}

// Whether the `yield` of a loop or a branch hands on memory that its block has
// allocated, in whatever branch, and nothing else does.
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

// At the end of an iteration, frees what the one before has handed to it as
// `carried`; the first has `init` there, which is not the loop's.
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
        !isKept(carried, /*handedOn=*/nullptr))
      freeCarried(carried, init, terminator);
}

// The first region must hand each argument on to the second as it is.
static void freeInWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  Operation *terminator = loop.getYieldOp();
  if (condition.getArgs() != ValueRange(loop.getBeforeArguments()))
    return;
  for (auto [before, after, init, yield, condition] : llvm::zip_equal(
           loop.getBeforeArguments(), loop.getAfterArguments(), loop.getInits(),
           terminator->getOpOperands(), condition.getArgsMutable()))
    if (isMemRef(after) && isFresh(yield) && !isKept(before, &condition) &&
        !isKept(after, /*handedOn=*/nullptr))
      freeCarried(after, init, terminator);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

struct FreeEarly : onnxops::impl::FreeEarlyBase<FreeEarly> {
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
