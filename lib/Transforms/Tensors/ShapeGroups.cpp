//===- ShapeGroups.cpp - ops that fuse for the usual shapes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks from each op that may be the last of a group back through producers
// without other readers.
//
//===----------------------------------------------------------------------===//

#include "ShapeGroups.h"
#include "ElementwiseConcat.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of ops that are duplicated. A longer chain has several groups.
static constexpr size_t kMaxOps = 64;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static bool isElementwise(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic->getNumResults() == 1 &&
         linalg::isElementwise(generic) && !generic.hasIndexSemantics();
}

// Whether the result of `op` may be computed in place of a concat.
static bool isMadeInPlace(Operation *op) {
  return isa<linalg::LinalgOp, tensor::CollapseShapeOp, tensor::ConcatOp>(op);
}

// Whether a concat reads `value`, possibly through reshapes.
static bool feedsConcat(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    auto reshape = dyn_cast<tensor::CollapseShapeOp>(user);
    return isa<tensor::ConcatOp>(user) ||
           (reshape && feedsConcat(reshape.getResult()));
  });
}

// Whether `branch` only creates tensors, and so can be moved down.
static bool makesTensors(scf::IfOp branch) {
  WalkResult found = branch->walk([&](Operation *op) {
    return op == branch || isa<bufferization::AllocTensorOp>(op) ||
                   isMemoryEffectFree(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !found.wasInterrupted();
}

Value mlir::onnxops::getKept(Value value) {
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!branch || branch->getNumResults() != 1 ||
      !llvm::hasSingleElement(*branch.thenBlock()) || !makesTensors(branch))
    return Value();
  Value kept = branch.thenYield()->getOperand(0);
  return kept.getType() == value.getType() ? kept : Value();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {

/// Finds the group that ends in `root`.
class Gatherer {
public:
  explicit Gatherer(Operation *root) { group.ops.insert(root); }

  ShapeGroup run();

private:
  bool isFree(Value value, Operation *user);
  void followInPlace(Value value, Operation *user);
  void followRead(OpOperand &operand);
  bool takeConcat(tensor::ConcatOp concat, OpOperand &operand);
  bool takeRepeat(linalg::BroadcastOp repeat);
  bool takeTile(tensor::CollapseShapeOp reshape);
  bool take(Operation *producer, OpOperand &operand);

  ShapeGroup group;
};

} // namespace

// Whether `value` can be computed in a branch at its only user, which may use
// it in its regions.
bool Gatherer::isFree(Value value, Operation *user) {
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == user->getBlock() &&
         group.ops.size() < kMaxOps &&
         llvm::all_of(
             value.getUsers(),
             [&](Operation *other) { return user->isAncestor(other); });
}

// Adds the operands of a concat, or of a reshape before it, that are computed
// in place of the concat.
void Gatherer::followInPlace(Value value, Operation *user) {
  Operation *producer = value.getDefiningOp();
  if (!producer || !isMadeInPlace(producer))
    return;
  // More than one writer would have to be included.
  auto writer = dyn_cast<linalg::LinalgOp>(producer);
  bool isAlone = !writer || llvm::all_of(writer.getDpsInits(), [](Value init) {
    return init.getDefiningOp<tensor::EmptyOp>() != nullptr;
  });
  if (isFree(value, user) && isAlone)
    group.ops.insert(producer);
  else
    group.isWhole = false;
}

bool Gatherer::takeConcat(tensor::ConcatOp concat, OpOperand &operand) {
  Runs runs = getRuns(concat);
  auto generic = cast<linalg::GenericOp>(operand.getOwner());
  if (runs == Runs::Short || !canMoveBefore(generic, &operand, concat.getDim()))
    return false;
  if (runs == Runs::Unknown)
    group.concats.push_back(concat);
  group.ops.insert(concat);
  return true;
}

bool Gatherer::takeRepeat(linalg::BroadcastOp repeat) {
  if (getRuns(repeat) == Runs::Unknown)
    group.repeats.push_back(repeat);
  group.ops.insert(repeat);
  return true;
}

bool Gatherer::takeTile(tensor::CollapseShapeOp reshape) {
  auto repeat = reshape.getSrc().getDefiningOp<linalg::BroadcastOp>();
  if (!repeat || !isFree(reshape.getSrc(), reshape))
    return false;
  group.ops.insert(reshape);
  return takeRepeat(repeat);
}

// Adds `producer` if the elementwise op that reads it as `operand` can be fused
// with it.
bool Gatherer::take(Operation *producer, OpOperand &operand) {
  if (auto concat = dyn_cast<tensor::ConcatOp>(producer))
    return takeConcat(concat, operand);
  if (auto repeat = dyn_cast<linalg::BroadcastOp>(producer))
    return takeRepeat(repeat);
  if (auto reshape = dyn_cast<tensor::CollapseShapeOp>(producer))
    return takeTile(reshape);
  return isElementwise(producer) && group.ops.insert(producer);
}

void Gatherer::followRead(OpOperand &operand) {
  Value value = operand.get(), kept = getKept(value);
  if (!isFree(value, operand.getOwner()))
    return;
  if (!kept) {
    take(value.getDefiningOp(), operand);
    return;
  }
  auto branch = value.getDefiningOp<scf::IfOp>();
  if (!isFree(kept, branch))
    return;
  group.ops.insert(branch);
  if (take(kept.getDefiningOp(), operand))
    group.branches.push_back(branch);
  else
    group.ops.remove(branch);
}

ShapeGroup Gatherer::run() {
  for (size_t index = 0; index < group.ops.size(); ++index) {
    Operation *op = group.ops[index];
    if (isa<tensor::ConcatOp, tensor::CollapseShapeOp>(op))
      for (Value input : op->getOperands())
        followInPlace(input, op);
    else if (isElementwise(op))
      for (OpOperand *operand :
           cast<linalg::GenericOp>(op).getDpsInputOperands())
        followRead(*operand);
  }
  return std::move(group);
}

// Whether a group may end in `op`. Operands of a concat must be in the same
// group as the concat: behind a branch, they would not be computed in place.
static bool canBeRoot(Operation *op) {
  return isa<tensor::ConcatOp>(op) ||
         (isElementwise(op) && !feedsConcat(op->getResult(0)));
}

SmallVector<ShapeGroup> mlir::onnxops::findShapeGroups(Block &block) {
  SmallVector<ShapeGroup> groups;
  DenseSet<Operation *> taken;
  // The last one first: ops of a group are not the root of another.
  for (Operation &op : llvm::reverse(block)) {
    if (taken.contains(&op) || !canBeRoot(&op))
      continue;
    ShapeGroup group = Gatherer(&op).run();
    taken.insert(group.ops.begin(), group.ops.end());
    if (group.isUseful())
      groups.push_back(std::move(group));
  }
  return groups;
}
