//===- MaterializeNonAliasing.cpp - copies that One-Shot Bufferize misses
//---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize lets an op write in place if no tensor known to share the
// memory is read later. It does not track the views that sequences keep, nor
// memory that a loop or a function forwards. Where such memory may be written,
// this pass makes a copy; where it is only read, which is nearly always, it
// makes none.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_MATERIALIZENONALIASING
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Gives each use of an empty tensor its own tensor.empty at the user, so that
// each writer has its own memory, in each iteration of a loop too. CSE merges
// empty tensors of the same shape.
static void splitEmptyTensors(ModuleOp module) {
  module.walk([](tensor::EmptyOp empty) {
    if (empty->hasOneUse() &&
        empty->user_begin()->getBlock() == empty->getBlock())
      return;
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      if (isa<tensor::DimOp>(use.getOwner()))
        continue;
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*empty)->getResult(0));
    }
    if (empty->use_empty())
      empty.erase();
  });
}

//===----------------------------------------------------------------------===//
// Views in sequences
//===----------------------------------------------------------------------===//

static bool isRepetitive(Region *region) {
  auto branch = dyn_cast<RegionBranchOpInterface>(region->getParentOp());
  return branch && branch.isRepetitiveRegion(region->getRegionNumber());
}

// Whether `writer` has written to the memory of `root` for the last time, in
// all iterations of loops, before `op` runs.
static bool precedes(Operation *writer, Operation *op, Value root) {
  // Memory defined outside of a loop is written again in the next iteration.
  for (Region *region = op->getParentRegion();
       !region->isAncestor(root.getParentRegion());
       region = region->getParentRegion())
    if (isRepetitive(region) || isa<func::FuncOp>(region->getParentOp()))
      return false;
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*writer);
    if (!ancestor)
      continue;
    // Only one of the two branches of an `if` runs.
    return ancestor == op ? isa<scf::IfOp>(op) : ancestor->isBeforeInBlock(op);
  }
  return false;
}

// Whether memory may be written after `operand` has given a sequence a view of
// it.
static bool isWrittenLater(TensorMemory &memory, OpOperand &operand) {
  // A read-only root counts too: a loop that writes to a carried tensor gets a
  // copy of it, which is written in each iteration.
  for (Value root : memory.findRoots(operand.get()))
    for (auto [block, writer] : memory.follow(root).writers)
      if (!precedes(writer, operand.getOwner(), root))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Loops and functions
//===----------------------------------------------------------------------===//

// The region argument that corresponds to the terminator's `operand`, if there
// is one. One-Shot Bufferize tracks it.
static Value getOwnArgument(OpOperand &operand) {
  unsigned number = operand.getOperandNumber();
  Operation *terminator = operand.getOwner();
  Operation *parent = terminator->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return loop.getRegionIterArg(number);
  if (!isa<scf::WhileOp>(parent))
    return Value();
  if (isa<scf::ConditionOp>(terminator))
    --number; // skip the condition
  Block *block = terminator->getBlock();
  return number < block->getNumArguments() ? block->getArgument(number)
                                           : Value();
}

// Whether `root` is allocated within the loop or function of the terminator and
// forwarded by `operand` only.
static bool isExclusive(TensorMemory &memory, Value root, OpOperand &operand) {
  Operation *terminator = operand.getOwner();
  if (!memory.isAllocation(root) ||
      !terminator->getParentRegion()->isAncestor(root.getParentRegion()))
    return false;
  const TensorMemory::Uses &uses = memory.follow(root);
  return uses.escapes.empty() &&
         llvm::none_of(uses.transfers, [&](OpOperand *transfer) {
           return transfer != &operand && transfer->getOwner() == terminator;
         });
}

// Whether a target of `operand` may be written while other tensors share its
// memory.
static bool isWrittenElsewhere(TensorMemory &memory, OpOperand &operand) {
  if (llvm::all_of(memory.getTargets(operand), [&](Value target) {
        return memory.follow(target).writers.empty();
      }))
    return false;
  Value own = getOwnArgument(operand);
  return llvm::any_of(memory.findRoots(operand.get(), own), [&](Value root) {
    bool isTracked = root == own || (isa<func::ReturnOp>(operand.getOwner()) &&
                                     isa<BlockArgument>(root));
    return !isTracked && !isExclusive(memory, root, operand);
  });
}

namespace {

struct MaterializeNonAliasing
    : onnxops::impl::MaterializeNonAliasingBase<MaterializeNonAliasing> {
  void runOnOperation() override {
    splitEmptyTensors(getOperation());
    TensorMemory memory(getOperation());
    SmallVector<OpOperand *> shared;
    getOperation().walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands()) {
        bool isShared = TensorMemory::isEscape(operand)
                            ? isWrittenLater(memory, operand)
                            : !memory.getTargets(operand).empty() &&
                                  isWrittenElsewhere(memory, operand);
        if (isShared)
          shared.push_back(&operand);
      }
    });
    for (OpOperand *operand : shared) {
      OpBuilder builder(operand->getOwner());
      operand->set(bufferization::AllocTensorOp::create(
          builder, operand->getOwner()->getLoc(),
          cast<RankedTensorType>(operand->get().getType()),
          /*dynamicSizes=*/ValueRange(), operand->get()));
      ++numCopies;
    }
  }
};

} // namespace
