//===- If.cpp - lower If to scf.if ----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers both branches; the type of a result is the join of the yielded types.
// If the condition is known, only the branch taken is lowered.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Checks that a branch's value as result #`index` can be cast to `type`.
static LogicalResult verifyHasCast(Node &node, unsigned index, Value value,
                                   Type type) {
  if (hasCast(value.getType(), type))
    return success();
  return node.refuse("cannot be lowered: no cast of result #", index, " from ",
                     value.getType(), " to ", type);
}

// Replaces the If by the branch.
static LogicalResult inlineBranch(Node &node, unsigned index) {
  Block &branch = node.op->getRegion(index).front();
  if (failed(lowerBlock(branch, node.mode)))
    return failure();
  SmallVector<Value> yielded;
  for (Value value : branch.back().getOperands())
    yielded.push_back(lookThroughCasts(value));
  for (auto [value, result] : llvm::zip_equal(yielded, node.op->getResults()))
    if (failed(verifyHasCast(node, result.getResultNumber(), value,
                             result.getType())))
      return failure();
  branch.back().erase();
  node.op->getBlock()->getOperations().splice(node.op->getIterator(),
                                              branch.getOperations());
  return node.replace(yielded);
}

// The type of result `index`, for which the branches yield `first` and
// `second`.
static FailureOr<Type> joinBranches(Node &node, unsigned index, Value first,
                                    Value second) {
  Type joined = joinValues(first, second);
  if (!joined)
    return node.fail("expected the branches to give one kind of value as "
                     "result #",
                     index, ", but got ", first.getType(), " and ",
                     second.getType());
  if (isa<UnrankedTensorType>(joined))
    return node.refuse(
        "cannot be lowered: the branches give tensors of more than "
        "one rank, or of unknown rank, as result #",
        index, ": ", first.getType(), " and ", second.getType());
  for (Value value : {first, second})
    if (failed(verifyHasCast(node, index, value, joined)))
      return failure();
  return joined;
}

// Moves a lowered branch that yields `values`, cast to `types`, into `block`.
static void moveBranch(Block &branch, Block &block, ValueRange values,
                       TypeRange types) {
  Location loc = branch.back().getLoc();
  branch.back().erase();
  block.getOperations().splice(block.end(), branch.getOperations());
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  SmallVector<Value> cast;
  for (auto [value, type] : llvm::zip_equal(values, types))
    cast.push_back(buildCast(builder, loc, value, type));
  scf::YieldOp::create(builder, loc, cast);
}

static Value getYieldedValue(Region &branch, unsigned index) {
  return lookThroughCasts(branch.front().back().getOperand(index));
}

static LogicalResult lowerIf(Node &node) {
  Operation *op = node.op;
  if (op->getNumOperands() != 1 || op->getNumRegions() != 2)
    return node.fail("expected 1 operand and 2 regions, but got ",
                     op->getNumOperands(), " and ", op->getNumRegions());
  FailureOr<Value> condition = node.element(0, "cond");
  if (failed(condition))
    return failure();
  if (!condition->getType().isInteger(1))
    return node.fail("expected 'cond' to be a boolean, but got ",
                     condition->getType());
  for (unsigned index : {0, 1}) {
    auto yielded = getYielded(node, op, index, /*arguments=*/0);
    if (failed(yielded))
      return failure();
    if (yielded->size() != op->getNumResults())
      return node.fail("expected region #", index, " to yield ",
                       op->getNumResults(), " values, but got ",
                       yielded->size());
  }
  APInt known;
  if (matchPattern(*condition, m_ConstantInt(&known)))
    return inlineBranch(node, known.isZero() ? 1 : 0);

  for (Region &region : op->getRegions())
    if (failed(lowerBlock(region.front(), node.mode)))
      return failure();
  SmallVector<Value> first, second;
  SmallVector<Type> types;
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    unsigned index = result.getResultNumber();
    first.push_back(getYieldedValue(op->getRegion(0), index));
    second.push_back(getYieldedValue(op->getRegion(1), index));
    FailureOr<Type> type =
        joinBranches(node, index, first.back(), second.back());
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  auto ifOp = scf::IfOp::create(node.builder, node.loc, types, *condition,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  moveBranch(op->getRegion(0).front(), *ifOp.thenBlock(), first, types);
  moveBranch(op->getRegion(1).front(), *ifOp.elseBlock(), second, types);
  SmallVector<Value> results;
  auto next = ifOp.getResults().begin();
  for (Value result : op->getResults())
    results.push_back(result.use_empty() ? Value() : Value(*next++));
  return node.replace(results);
}

void mlir::onnxops::addIfLowerings(Lowerings &lowerings) {
  lowerings["If"] = lowerIf;
}
