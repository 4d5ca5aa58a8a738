//===- Broadcast.cpp - numpy broadcasting of operands ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Matches dimensions, checks sizes, and builds indexing maps.
//
//===----------------------------------------------------------------------===//

#include "Broadcast.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

static RankedTensorType getType(Value tensor) {
  return cast<RankedTensorType>(tensor.getType());
}

// A copy of `tensor` with `sizes`, in which dimensions of size 1 are broadcast;
// all others have these sizes already.
static Value stretch(Node &node, Value tensor, ArrayRef<OpFoldResult> sizes) {
  OpBuilder &builder = node.builder;
  int64_t rank = sizes.size();
  SmallVector<Value> isUnit;
  for (int64_t dim = 0; dim < rank; ++dim)
    isUnit.push_back(node.compare(Predicate::eq, node.sizeOf(tensor, dim),
                                  node.constant(1)));
  Value zero = node.constant(0);
  Value init = tensor::EmptyOp::create(builder, node.loc, sizes,
                                       getType(tensor).getElementType());
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  auto read = [&](OpBuilder &nested, Location loc, ValueRange) {
    SmallVector<Value> indices;
    for (int64_t dim = 0; dim < rank; ++dim)
      indices.push_back(nested.createOrFold<arith::SelectOp>(
          loc, isUnit[dim], zero, linalg::IndexOp::create(nested, loc, dim)));
    Value element = tensor::ExtractOp::create(nested, loc, tensor, indices);
    linalg::YieldOp::create(nested, loc, element);
  };
  auto stretched = linalg::GenericOp::create(
      builder, node.loc, init.getType(), /*inputs=*/ValueRange(), init,
      ArrayRef<AffineMap>{builder.getMultiDimIdentityMap(rank)}, iterators,
      read);
  // A copy, since yielding written memory in place of an input, which must not
  // be written, would make bufferization copy the input.
  return bufferization::AllocTensorOp::create(
      builder, node.loc, cast<RankedTensorType>(init.getType()),
      /*dynamicSizes=*/ValueRange(), stretched.getResult(0));
}

// `tensor` broadcast to `sizes` in dimensions of size 1. Decides at run time
// whether to copy, which is rarely needed.
static Value stretchIfUnit(Node &node, Value tensor,
                           ArrayRef<OpFoldResult> sizes) {
  OpBuilder &builder = node.builder;
  Value isSame;
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    Value expected = getValueOrCreateConstantIndexOp(builder, node.loc, size);
    Value same =
        node.compare(Predicate::eq, node.sizeOf(tensor, dim), expected);
    isSame = isSame ? node.both(isSame, same) : same;
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  }
  auto type = getType(tensor).clone(shape);
  auto keep = [&](OpBuilder &, Location loc) {
    scf::YieldOp::create(
        builder, loc, builder.createOrFold<tensor::CastOp>(loc, type, tensor));
  };
  auto copy = [&](OpBuilder &, Location loc) {
    scf::YieldOp::create(builder, loc, stretch(node, tensor, sizes));
  };
  return scf::IfOp::create(builder, node.loc, isSame, keep, copy).getResult(0);
}

namespace {

/// Matches the dimensions of operands.
class Matcher {
public:
  Matcher(Node &node, ArrayRef<Value> operands, const Twine &names,
          bool broadcasts)
      : node(node), operands(operands), names(names.str()),
        broadcasts(broadcasts) {
    for (Value operand : operands)
      rank = std::max(rank, getType(operand).getRank());
  }

  FailureOr<BroadcastOperands> run();

private:
  LogicalResult verifyRanks();
  FailureOr<OpFoldResult> matchDim(int64_t dim);
  FailureOr<Value> matchSizes(int64_t dim, Value lhs, Value rhs);
  Value stretchOperand(Value operand, ArrayRef<OpFoldResult> sizes);
  AffineMap makeMap(Value operand, ArrayRef<OpFoldResult> sizes);

  Node &node;
  ArrayRef<Value> operands;
  std::string names;
  bool broadcasts;
  int64_t rank = 0;
  /// For each dimension of the result, whether several operands have a
  /// dimension there of a size not known to be 1.
  SmallVector<bool> isMatched;
};

} // namespace

// The size of the result for the sizes `lhs` and `rhs` of operands, neither of
// which is known to be 1.
FailureOr<Value> Matcher::matchSizes(int64_t dim, Value lhs, Value rhs) {
  Value one = node.constant(1);
  Value isSame = node.compare(Predicate::eq, lhs, rhs);
  Value fits = isSame;
  std::string message =
      ("expected " + names + " to have one size in dimension " + Twine(dim) +
       " of the result" + (broadcasts ? ", or size 1" : "") +
       ", but got {0} and {1}")
          .str();
  bool isLhsKnown = getConstantIntValue(lhs).has_value();
  bool isRhsKnown = getConstantIntValue(rhs).has_value();
  auto allowUnit = [&](Value size) {
    Value isUnit = node.compare(Predicate::eq, size, one);
    fits = node.builder.createOrFold<arith::OrIOp>(node.loc, fits, isUnit);
  };
  if (broadcasts && !isLhsKnown)
    allowUnit(lhs);
  if (broadcasts && !isRhsKnown)
    allowUnit(rhs);
  if (failed(node.verify(fits, message, {lhs, rhs})))
    return failure();
  if (isLhsKnown || isRhsKnown)
    return isLhsKnown ? lhs : rhs;
  Value isUnit = node.compare(Predicate::eq, lhs, one);
  return broadcasts ? node.select(isUnit, rhs, lhs) : lhs;
}

// The size of dimension `dim` of the result.
FailureOr<OpFoldResult> Matcher::matchDim(int64_t dim) {
  SmallVector<Value> open;
  for (Value operand : operands) {
    int64_t own = dim - rank + getType(operand).getRank();
    if (own < 0 || (broadcasts && getType(operand).getDimSize(own) == 1))
      continue;
    open.push_back(node.sizeOf(operand, own));
  }
  isMatched.push_back(open.size() > 1);
  if (open.empty())
    return OpFoldResult(node.builder.getIndexAttr(1));
  Value size = open.front();
  for (Value other : llvm::drop_begin(open)) {
    FailureOr<Value> common = matchSizes(dim, size, other);
    if (failed(common))
      return failure();
    size = *common;
  }
  return node.fold(size);
}

// The operand to which the map applies: broadcast to the sizes of the result in
// dimensions whose size may be 1.
Value Matcher::stretchOperand(Value operand, ArrayRef<OpFoldResult> sizes) {
  auto type = getType(operand);
  SmallVector<OpFoldResult> wanted;
  bool isOpen = false;
  for (int64_t own = 0; own < type.getRank(); ++own) {
    int64_t dim = rank - type.getRank() + own;
    // If no other operand determines it, the size is the result's.
    bool mayBeUnit = type.isDynamicDim(own) && isMatched[dim];
    isOpen |= mayBeUnit;
    wanted.push_back(type.getDimSize(own) == 1
                         ? OpFoldResult(node.builder.getIndexAttr(1))
                         : sizes[dim]);
  }
  return isOpen ? stretchIfUnit(node, operand, wanted) : operand;
}

// The indexing map of the operand: without dimensions that it does not have,
// and constant in dimensions of size 1.
AffineMap Matcher::makeMap(Value operand, ArrayRef<OpFoldResult> sizes) {
  SmallVector<AffineExpr> exprs;
  auto type = getType(operand);
  for (int64_t own = 0; own < type.getRank(); ++own) {
    int64_t dim = rank - type.getRank() + own;
    bool isStretched = type.getDimSize(own) == 1 && !isOneInteger(sizes[dim]);
    exprs.push_back(isStretched ? node.builder.getAffineConstantExpr(0)
                                : node.builder.getAffineDimExpr(dim));
  }
  return AffineMap::get(rank, 0, exprs, node.builder.getContext());
}

LogicalResult Matcher::verifyRanks() {
  Type first = operands.front().getType();
  for (Value operand : operands)
    if (getType(operand).getRank() != getType(operands.front()).getRank())
      return node.fail("expected ", names, " to have one rank, but got ", first,
                       " and ", operand.getType());
  return success();
}

FailureOr<BroadcastOperands> Matcher::run() {
  if (!broadcasts && failed(verifyRanks()))
    return failure();
  BroadcastOperands result;
  for (int64_t dim = 0; dim < rank; ++dim) {
    FailureOr<OpFoldResult> size = matchDim(dim);
    if (failed(size))
      return failure();
    result.sizes.push_back(*size);
  }
  for (Value operand : operands) {
    if (broadcasts)
      operand = stretchOperand(operand, result.sizes);
    result.tensors.push_back(operand);
    result.maps.push_back(makeMap(operand, result.sizes));
  }
  return result;
}

FailureOr<BroadcastOperands>
mlir::onnxops::broadcastOperands(Node &node, ArrayRef<Value> operands,
                                 const Twine &names, bool broadcasts) {
  return Matcher(node, operands, names, broadcasts).run();
}

FailureOr<bool> mlir::onnxops::readBroadcast(Node &node) {
  if (node.opset >= opsets::kFirstBroadcast)
    return true;
  FailureOr<int64_t> broadcast = node.integer("broadcast", 0);
  if (failed(broadcast))
    return failure();
  if (*broadcast)
    return node.refuse("is not supported: broadcast along an axis, as before "
                       "opset 7");
  return false;
}
