//===- HoistChecks.cpp - hoist checks above tensor computations -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensor ops have no side effects, so passes may compute them anywhere: in
// memory allocated for the whole result, or in a shape that is known only after
// a check. This is correct if the check comes first.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"
#include "onnxops/Transforms/Tensors/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_HOISTCHECKS
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of elements of a tensor of shape arithmetic.
static constexpr int64_t kMaxElements = 64;

static bool isCheck(Operation *op) { return isa<CheckOp, cf::AssertOp>(op); }

// Whether computing a value takes hardly any memory.
static bool isSmall(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return !type ||
         (type.hasStaticShape() && type.getNumElements() <= kMaxElements);
}

// Whether an op is cheap enough to be hoisted with a check.
static bool isCheap(Operation *op) {
  return op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
         (llvm::all_of(op->getResults(), isSmall) ||
          isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
              tensor::ExtractSliceOp>(op));
}

// The reads of sizes in the arithmetic that `checks` need, in program order.
static SmallVector<tensor::DimOp> findReaders(Operation *root,
                                              ArrayRef<Operation *> checks) {
  SetVector<Operation *> needed(checks.begin(), checks.end());
  for (size_t i = 0; i < needed.size(); ++i)
    for (Value operand : needed[i]->getOperands())
      if (Operation *op = operand.getDefiningOp(); op && isCheap(op))
        needed.insert(op);
  SmallVector<tensor::DimOp> readers;
  root->walk([&](tensor::DimOp reader) {
    if (needed.contains(reader))
      readers.push_back(reader);
  });
  return readers;
}

// Makes checks read sizes from the operands of producers, each size once, so
// that equal sizes are the same value.
static void readSizesEarly(Operation *root, ArrayRef<Operation *> checks) {
  EarlySizes sizes(root->getContext());
  SmallVector<tensor::DimOp> readers = findReaders(root, checks);
  // The last one first: each is inserted before the other reads of its tensor.
  for (tensor::DimOp reader : llvm::reverse(readers)) {
    Value source = reader.getSource();
    auto type = dyn_cast<RankedTensorType>(source.getType());
    std::optional<int64_t> dim = reader.getConstantIndex();
    if (!type || !dim || *dim < 0 || *dim >= type.getRank())
      continue;
    OpFoldResult size = sizes.get(source, *dim);
    OpBuilder builder(reader);
    reader.getResult().replaceAllUsesWith(
        getValueOrCreateConstantIndexOp(builder, reader.getLoc(), size));
    reader.erase();
  }
  sizes.eraseUnused();
}

namespace {

/// Moves the checks of one block.
class BlockHoister {
public:
  explicit BlockHoister(Block &block);

  unsigned run();

private:
  unsigned getPlace(Operation *op) const { return places.lookup(op); }
  Operation *collect(Operation *check, SmallVector<Operation *> &needed);
  bool hoist(Operation *check);

  Block &block;
  /// Positions of ops, from 1 on. A moved op has the position of the op that it
  /// now follows.
  DenseMap<Operation *, unsigned> places;
  /// The last op so far that no check may move across; null at the beginning.
  Operation *limit = nullptr;
};

} // namespace

BlockHoister::BlockHoister(Block &block) : block(block) {
  unsigned place = 0;
  for (Operation &op : block)
    places[&op] = ++place;
}

// Finds the ops that have to move up with `check`. Returns the op after which
// all of them can be placed, null for the beginning of the block.
Operation *BlockHoister::collect(Operation *check,
                                 SmallVector<Operation *> &needed) {
  Operation *border = limit;
  SetVector<Operation *> found;
  found.insert(check);
  for (size_t i = 0; i < found.size(); ++i)
    for (Value operand : found[i]->getOperands()) {
      Operation *op = operand.getDefiningOp();
      if (!op || op->getBlock() != &block || getPlace(op) <= getPlace(limit))
        continue;
      if (isCheap(op))
        found.insert(op);
      else if (getPlace(op) > getPlace(border))
        border = op;
    }
  for (Operation *op : found)
    if (getPlace(op) > getPlace(border))
      needed.push_back(op);
  llvm::sort(needed, [&](Operation *a, Operation *b) {
    return getPlace(a) < getPlace(b);
  });
  return border;
}

// Moves `check` right after `limit`, or as far up as its operands allow.
bool BlockHoister::hoist(Operation *check) {
  SmallVector<Operation *> needed;
  Operation *border = collect(check, needed);
  bool isMoved = false;
  Operation *last = border;
  for (Operation *op : needed) {
    Operation *next = last ? last->getNextNode() : &block.front();
    if (op != next) {
      op->moveBefore(next);
      isMoved = true;
    }
    places[op] = getPlace(border);
    last = op;
  }
  limit = check;
  return isMoved;
}

unsigned BlockHoister::run() {
  unsigned numMoved = 0;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isCheck(&op))
      numMoved += hoist(&op);
    else if (mayEndCall(&op))
      limit = &op;
  }
  return numMoved;
}

namespace {

struct HoistChecks : onnxops::impl::HoistChecksBase<HoistChecks> {
  void runOnOperation() override {
    SmallVector<Operation *> checks;
    SetVector<Block *> blocks;
    getOperation().walk([&](Operation *op) {
      if (!isCheck(op))
        return;
      checks.push_back(op);
      blocks.insert(op->getBlock());
    });
    if (checks.empty())
      return;
    readSizesEarly(getOperation(), checks);
    for (Block *block : blocks)
      numMoved += BlockHoister(*block).run();
  }
};

} // namespace
