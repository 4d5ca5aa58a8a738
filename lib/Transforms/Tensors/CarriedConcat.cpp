//===- CarriedConcat.cpp - a concat that a loop repeats -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize keeps what comes out of --onnxops-append-in-place right
// whatever reads and writes it. The rules here see to it that it has no reason
// to copy: the room is written by nothing else, and nobody looks at what the
// tensor was before the turn's rows came in.
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

// The branch that hands `use` on as its result, or null.
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

// Whether nothing but `handedOn` and ops that only read see the memory of
// `tensor`.
static bool isOnlyRead(Value tensor, ArrayRef<OpOperand *> handedOn,
                       const AnalysisState &state) {
  return llvm::all_of(collectViews(tensor, state), [&](Value view) {
    return llvm::all_of(view.getUses(), [&](OpOperand &use) {
      return llvm::is_contained(handedOn, &use) ||
             isa<tensor::DimOp>(use.getOwner()) || getBranch(use) ||
             onlyReads(use, state);
    });
  });
}

// Whether a branch before `concat` may hand a view of `tensor` to a reader
// behind it. A view itself can be taken again there.
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

// Whether an op may run although the checks before it have not. An element is
// read only where there is one.
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

// Moves what computes `value` before `loop`, unless it depends on a turn.
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

// Finds what each turn adds. False if that is not known before the loop.
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
// The rules
//===----------------------------------------------------------------------===//

// Why `found` is left, or nothing.
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
    return "is read behind the concat as it was before";
  if (!findAdded(found))
    return "what a turn adds is not known before the loop";
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
