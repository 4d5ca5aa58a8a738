//===- TileOffsets.cpp - facts about offsets and sizes of tiles -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileOffsets.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Multiples
//===----------------------------------------------------------------------===//

static constexpr unsigned kMaxDepth = 8;
// Users of an operand among which the original of a copy is looked for.
static constexpr size_t kMaxUsers = 1000;

static bool isMultipleOf(OpFoldResult value, int64_t factor, unsigned depth);

// Upstream's AffineExpr::isMultipleOf does not look into operands, and is wrong
// for quotients.
static bool isMultipleOf(AffineExpr expr, affine::AffineApplyOp apply,
                         int64_t factor, unsigned depth) {
  if (factor == 1)
    return true;
  if (depth == 0)
    return false;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() % factor == 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return isMultipleOf(OpFoldResult(apply.getDimOperands()[dim.getPosition()]),
                        factor, depth - 1);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return isMultipleOf(
        OpFoldResult(apply.getSymbolOperands()[symbol.getPosition()]), factor,
        depth - 1);
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return isMultipleOf(binary.getLHS(), apply, factor, depth - 1) &&
           isMultipleOf(binary.getRHS(), apply, factor, depth - 1);
  case AffineExprKind::Mul:
    return constant &&
           isMultipleOf(binary.getLHS(), apply,
                        factor / std::gcd(factor, constant.getValue()),
                        depth - 1);
  default:
    return false;
  }
}

// The loop whose variable `argument` is starts at a multiple and steps by one.
static bool isMultipleOf(BlockArgument argument, int64_t factor,
                         unsigned depth) {
  auto loop = dyn_cast<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return false;
  std::optional<SmallVector<Value>> variables = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> lower = loop.getLoopLowerBounds();
  std::optional<SmallVector<OpFoldResult>> steps = loop.getLoopSteps();
  if (!variables || !lower || !steps)
    return false;
  for (auto [variable, from, by] : llvm::zip_equal(*variables, *lower, *steps))
    if (variable == argument)
      return isMultipleOf(from, factor, depth - 1) &&
             isMultipleOf(by, factor, depth - 1);
  return false;
}

static bool isMultipleOf(OpFoldResult value, int64_t factor, unsigned depth) {
  if (factor == 1)
    return true;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % factor == 0;
  if (depth == 0)
    return false;
  auto dynamic = cast<Value>(value);
  if (auto argument = dyn_cast<BlockArgument>(dynamic))
    return isMultipleOf(argument, factor, depth);
  if (auto apply = dynamic.getDefiningOp<affine::AffineApplyOp>())
    return isMultipleOf(apply.getAffineMap().getResult(0), apply, factor,
                        depth - 1);
  if (auto sum = dynamic.getDefiningOp<arith::AddIOp>())
    return isMultipleOf(OpFoldResult(sum.getLhs()), factor, depth - 1) &&
           isMultipleOf(OpFoldResult(sum.getRhs()), factor, depth - 1);
  return false;
}

bool mlir::onnxops::isMultipleOf(OpFoldResult value, int64_t factor) {
  return ::isMultipleOf(value, factor, kMaxDepth);
}

//===----------------------------------------------------------------------===//
// Sums of sizes
//===----------------------------------------------------------------------===//

// Adds the terms of a sum to `terms`. Fails on other expressions.
static LogicalResult addTerms(AffineExpr expr, affine::AffineApplyOp apply,
                              SmallVectorImpl<OpFoldResult> &terms) {
  // Sums of many terms nest on the left.
  while (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
    if (expr.getKind() != AffineExprKind::Add ||
        isa<AffineBinaryOpExpr>(binary.getRHS()) ||
        failed(addTerms(binary.getRHS(), apply, terms)))
      return failure();
    expr = binary.getLHS();
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    terms.push_back(IntegerAttr::get(IndexType::get(expr.getContext()),
                                     constant.getValue()));
  else if (auto dim = dyn_cast<AffineDimExpr>(expr))
    terms.push_back(apply.getDimOperands()[dim.getPosition()]);
  else
    terms.push_back(
        apply.getSymbolOperands()[cast<AffineSymbolExpr>(expr).getPosition()]);
  return success();
}

bool mlir::onnxops::isSumOfSizes(OpFoldResult size, ValueRange tensors,
                                 int64_t dim) {
  int64_t rest = 0;
  DenseMap<Value, int64_t> missing;
  for (Value tensor : tensors) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (type.isDynamicDim(dim))
      ++missing[tensor];
    else
      rest += type.getDimSize(dim);
  }
  size_t numDynamic = missing.size();
  SmallVector<OpFoldResult> terms{size};
  // A sum of these sizes has fewer terms and partial sums.
  for (size_t left = 4 * tensors.size() + 16; !terms.empty(); --left) {
    if (left == 0)
      return false;
    OpFoldResult term = terms.pop_back_val();
    if (std::optional<int64_t> constant = getConstantIntValue(term)) {
      rest -= *constant;
      continue;
    }
    Operation *op = cast<Value>(term).getDefiningOp();
    if (auto sum = dyn_cast_or_null<arith::AddIOp>(op)) {
      terms.push_back(sum.getLhs());
      terms.push_back(sum.getRhs());
      continue;
    }
    if (auto apply = dyn_cast_or_null<affine::AffineApplyOp>(op)) {
      if (failed(addTerms(apply.getAffineMap().getResult(0), apply, terms)))
        return false;
      continue;
    }
    auto dimOp = dyn_cast_or_null<tensor::DimOp>(op);
    if (!dimOp || dimOp.getConstantIndex() != dim)
      return false;
    auto found = missing.find(dimOp.getSource());
    if (found == missing.end() || found->second == 0)
      return false;
    if (--found->second == 0)
      --numDynamic;
  }
  return rest == 0 && numDynamic == 0;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

// An op outside of the loops around `op` that does the same: the original of a
// copy. It is executed whenever the loops are.
static Operation *findOriginal(Operation *op) {
  size_t visited = 0;
  for (Operation *user : op->getOperand(0).getUsers()) {
    if (++visited > kMaxUsers)
      return nullptr;
    if (user != op && user->getBlock() != op->getBlock() &&
        user->getBlock()->findAncestorOpInBlock(*op) &&
        OperationEquivalence::isEquivalentTo(
            user, op, OperationEquivalence::IgnoreLocations))
      return user;
  }
  return nullptr;
}

// The op of the block that has the insertion point of `builder`, or is there.
static Operation *findAtInsertion(Block *block, OpBuilder &builder) {
  Block *inserted = builder.getInsertionBlock();
  if (inserted != block)
    return block->findAncestorOpInBlock(*inserted->getParentOp());
  return builder.getInsertionPoint() == block->end()
             ? nullptr
             : &*builder.getInsertionPoint();
}

Operation *mlir::onnxops::getFrontOfTiles(Operation *op, OpBuilder &builder) {
  Operation *front = op;
  if (Operation *original = findOriginal(op))
    front = original;
  Operation *inserted = findAtInsertion(front->getBlock(), builder);
  return inserted && inserted->isBeforeInBlock(front) ? inserted : front;
}

RankedTensorType mlir::onnxops::getTileType(ArrayRef<OpFoldResult> sizes,
                                            Type element) {
  return RankedTensorType::get(decomposeMixedValues(sizes).first, element);
}

Operation *mlir::onnxops::buildSlice(OpBuilder &builder, Location loc,
                                     Value tensor,
                                     ArrayRef<OpFoldResult> offsets,
                                     ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}
