//===- CarriedConcat.cpp - concats to loop-carried tensors ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize guarantees that the result of --onnxops-append-in-place is
// correct. The conditions here ensure that it inserts no copies: no other op
// writes to the buffer, and none reads the tensor as it was before the append.
//
//===----------------------------------------------------------------------===//

#include "CarriedConcat.h"
#include "ConcatOperands.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"

using namespace mlir;
using namespace mlir::onnxops;
using bufferization::AnalysisState;

static Value lookThroughCasts(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>())
    value = cast.getSource();
  return value;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

// The scf.if that forwards `use` as its result, or null.
static scf::IfOp getBranch(OpOperand &use) {
  return isa<scf::YieldOp>(use.getOwner())
             ? dyn_cast<scf::IfOp>(use.getOwner()->getParentOp())
             : nullptr;
}

SmallVector<Value> mlir::onnxops::getViews(OpOperand &use,
                                           const AnalysisState &state) {
  if (scf::IfOp branch = getBranch(use))
    return {branch.getResult(use.getOperandNumber())};
  SmallVector<Value> views;
  for (const bufferization::AliasingValue &alias : state.getAliasingValues(use))
    views.push_back(alias.value);
  return views;
}

SetVector<Value> mlir::onnxops::collectViews(Value tensor,
                                             const AnalysisState &state) {
  SetVector<Value> views;
  views.insert(tensor);
  for (size_t i = 0; i < views.size(); ++i)
    for (OpOperand &use : views[i].getUses())
      views.insert_range(getViews(use, state));
  return views;
}

// Whether only `forwarding` and ops that only read use the memory of `tensor`.
static bool isOnlyRead(Value tensor, ArrayRef<OpOperand *> forwarding,
                       const AnalysisState &state) {
  return llvm::all_of(collectViews(tensor, state), [&](Value view) {
    return llvm::all_of(view.getUses(), [&](OpOperand &use) {
      return llvm::is_contained(forwarding, &use) ||
             isa<tensor::DimOp>(use.getOwner()) || getBranch(use) ||
             onlyReads(use, state);
    });
  });
}

// Whether a branch before `concat` may forward a view of `tensor` to a reader
// after it. A plain view can be cloned there.
static bool isKeptByBranch(Value tensor, tensor::ConcatOp concat,
                           const AnalysisState &state) {
  Block *block = concat->getBlock();
  SetVector<Value> views;
  views.insert(tensor);
  auto isLate = [&](OpOperand &use) {
    return concat->isBeforeInBlock(
        block->findAncestorOpInBlock(*use.getOwner()));
  };
  DenseSet<Value> fromBranches;
  for (size_t i = 0; i < views.size(); ++i)
    for (OpOperand &use : views[i].getUses()) {
      if (isLate(use)) {
        if (fromBranches.contains(views[i]))
          return true;
        continue;
      }
      bool isFromBranch = getBranch(use) || fromBranches.contains(views[i]);
      for (Value view : getViews(use, state)) {
        if (isFromBranch)
          fromBranches.insert(view);
        views.insert(view);
      }
    }
  return false;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// Whether an op may run before the checks that precede it. Elements are read
// only at positions known to exist.
static bool isSafeToHoist(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return llvm::all_of(
        llvm::zip_equal(extract.getIndices(),
                        extract.getTensor().getType().getShape()),
        [](auto indexAndSize) {
          auto [index, size] = indexAndSize;
          std::optional<int64_t> known = getConstantIntValue(index);
          return known && *known >= 0 && *known < size;
        });
  return isPure(op) &&
         isa<arith::ArithDialect, affine::AffineDialect, tensor::TensorDialect>(
             op->getDialect());
}

// Moves the computation of `value` before `loop`, unless it depends on the
// iteration.
static bool hoist(Value value, scf::ForOp loop) {
  SetVector<Operation *> needed;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (loop.isDefinedOutsideOfLoop(next))
      continue;
    Operation *op = next.getDefiningOp();
    if (!op || op->getBlock() != loop.getBody() || !isSafeToHoist(op) ||
        !next.getType().isIntOrIndex())
      return false;
    if (needed.insert(op))
      llvm::append_range(worklist, op->getOperands());
  }
  SmallVector<Operation *> ordered = needed.takeVector();
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered)
    op->moveBefore(loop);
  return true;
}

// Finds the rows that each iteration adds. False if they are not known before
// the loop.
static bool findAdded(CarriedConcat &found) {
  EarlySizes sizes(found.loop.getContext());
  found.added.assign(found.concat.getInputs().size(),
                     Builder(found.loop.getContext()).getIndexAttr(0));
  bool isKnown = true;
  for (auto [position, input] : llvm::enumerate(found.concat.getInputs())) {
    if (position == found.position)
      continue;
    OpFoldResult size = sizes.get(input, found.getAxis());
    auto value = dyn_cast<Value>(size);
    isKnown = !value || hoist(value, found.loop);
    if (!isKnown)
      break;
    found.added[position] = size;
  }
  if (!isKnown)
    sizes.eraseUnused();
  return isKnown;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

// The reason why `found` is left unchanged; empty if it can be rewritten.
static StringRef explain(CarriedConcat &found, const AnalysisState &state) {
  tensor::ConcatOp concat = found.concat;
  BlockArgument carried = found.getCarried();
  SmallVector<unsigned> positions;
  for (auto [position, input] : llvm::enumerate(concat.getInputs()))
    if (lookThroughCasts(input) == carried)
      positions.push_back(position);
  found.position = positions.front();
  if (positions.size() > 1)
    return "occurs twice in the concat";
  if (found.position != 0 && found.position + 1 != concat.getInputs().size())
    return "neither first nor last in the concat";
  OpOperand &operand = concat->getOpOperand(found.position);
  auto isFixed = [&](Value value) {
    return !cast<RankedTensorType>(value.getType())
                .isDynamicDim(found.getAxis());
  };
  if (isFixed(carried) || isFixed(operand.get()) || isFixed(concat))
    return "its type does not grow";
  if (!found.loop.getInductionVar().getType().isIndex() ||
      found.loop.getUnsignedCmp())
    return "the loop does not count by signed indices";
  if (!hasBufferizableResult(concat))
    return "has no memref type";
  OpOperand &yielded =
      found.loop.getBody()->getTerminator()->getOpOperand(found.index);
  if (!isOnlyRead(carried, {&operand}, state) ||
      !isOnlyRead(concat, {&yielded}, state))
    return "has another user that may write or keep it";
  if (isKeptByBranch(carried, concat, state))
    return "is read after the concat as it was before";
  if (!findAdded(found))
    return "the rows that an iteration adds are not known before the loop";
  return {};
}

std::optional<CarriedConcat>
mlir::onnxops::findCarriedConcat(scf::ForOp loop, unsigned index,
                                 const AnalysisState &state) {
  CarriedConcat found;
  found.loop = loop;
  found.index = index;
  BlockArgument carried = found.getCarried();
  auto concat = lookThroughCasts(loop.getYieldedValues()[index])
                    .getDefiningOp<tensor::ConcatOp>();
  if (!isa<RankedTensorType>(carried.getType()) || !concat ||
      concat->getBlock() != loop.getBody() ||
      llvm::none_of(concat.getInputs(), [&](Value input) {
        return lookThroughCasts(input) == carried;
      }))
    return std::nullopt;
  found.concat = concat;
  found.whyLeft = explain(found, state);
  return found;
}
