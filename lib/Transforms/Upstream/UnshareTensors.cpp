//===- UnshareTensors.cpp - copies that One-Shot Bufferize does not see ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize lets an op write in place if no tensor that it knows to
// share the memory is read later. It does not know of the views that sequences
// keep, nor of memory that a loop or a function hands on. Where such memory may
// be written, a copy is made here; where it is only read, which is nearly
// always, nothing is.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_UNSHARETENSORS
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Gives each use of an empty tensor one of its own, where it is used: what is
// written there then has memory of its own, in each iteration of a loop too.
// CSE merges empty tensors of one shape.
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

// Whether `writer` is done with the memory that `root` stands for, in all
// iterations of loops, before `op` runs.
static bool precedes(Operation *writer, Operation *op, Value root) {
  // Memory from outside of a loop is written again in the next iteration.
  for (Region *region = op->getParentRegion();
       !region->isAncestor(root.getParentRegion());
       region = region->getParentRegion())
    if (isRepetitive(region) || isa<func::FuncOp>(region->getParentOp()))
      return false;
  for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*writer);
    if (!ancestor)
      continue;
    // In the two branches of one `if`, only one of them runs.
    return ancestor == op ? isa<scf::IfOp>(op) : ancestor->isBeforeInBlock(op);
  }
  return false;
}

// Whether memory that `operand` gives a sequence a view of may be written
// afterwards.
static bool isWrittenLater(TensorMemory &memory, OpOperand &operand) {
  // A root that is not writable counts too: a loop that writes to what it
  // carries gets a copy of it, which is written in each iteration.
  for (Value root : memory.findRoots(operand.get()))
    for (auto [block, writer] : memory.follow(root).writers)
      if (!precedes(writer, operand.getOwner(), root))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Loops and functions
//===----------------------------------------------------------------------===//

// The region's own argument for what its terminator hands on as `operand`, if
// there is one. One-Shot Bufferize tracks that one.
static Value getOwnArgument(OpOperand &operand) {
  unsigned number = operand.getOperandNumber();
  Operation *terminator = operand.getOwner();
  Operation *parent = terminator->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return loop.getRegionIterArg(number);
  if (!isa<scf::WhileOp>(parent))
    return Value();
  if (isa<scf::ConditionOp>(terminator))
    --number; // the condition itself
  Block *block = terminator->getBlock();
  return number < block->getNumArguments() ? block->getArgument(number)
                                           : Value();
}

// Whether the loop or function around `terminator` makes `root` anew and hands
// it on by `operand` only.
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

// Whether what `operand` is handed on to may be written while others see it.
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

struct UnshareTensors : onnxops::impl::UnshareTensorsBase<UnshareTensors> {
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
