//===- ConcatTiling.cpp - TilingInterface of concats ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models for tensor.concat and for the newest Concat, whose tiles are the same,
// behind the checks of its operands.
//
//===----------------------------------------------------------------------===//

#include "ConcatTile.h"
#include "Models.h"
#include "ResultTiling.h"
#include "TileOffsets.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Support/IndexBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;

using OperandTiles = ArrayRef<SmallVector<OpFoldResult>>;

static ConcatOperands getOperands(tensor::ConcatOp op) {
  return {op.getInputs(), static_cast<int64_t>(op.getDim())};
}

static ConcatOperands getOperands(NewestConcatOp op) {
  return {op.getInputs(),
          *normalizeAxis(op.getAxis(),
                         cast<RankedTensorType>(op.getType()).getRank())};
}

// Whether the tiles of the operands `numbers` are a tile of the result together
// with all of the other operands: each must be all of its operand along the
// axis, or a loop over such tiles would never write the other operands, and
// agree with the others elsewhere.
static bool areWhole(ConcatOperands concat, ArrayRef<unsigned> numbers,
                     OperandTiles offsets, OperandTiles sizes) {
  for (auto [index, number] : llvm::enumerate(numbers)) {
    Value operand = concat.inputs[number];
    if (!isZeroInteger(offsets[index][concat.axis]))
      return false;
    FailureOr<bool> isAll = ValueBoundsConstraintSet::areEqual(
        sizes[index][concat.axis], {operand, concat.axis});
    if (failed(isAll) || !*isAll)
      return false;
    for (int64_t dim = 0, rank = offsets[index].size(); dim < rank; ++dim)
      if (dim != concat.axis &&
          (!isEqualConstantIntOrValue(offsets[index][dim], offsets[0][dim]) ||
           !isEqualConstantIntOrValue(sizes[index][dim], sizes[0][dim])))
        return false;
  }
  return true;
}

namespace {

/// What both models share.
template <typename Model, typename Op>
struct ConcatTiling : ResultTiling<Model, Op> {
  bool isKnownEmpty(Op op) const {
    return onnxops::isKnownEmpty(getOperands(op));
  }

  //===--------------------------------------------------------------------===//
  // As a consumer
  //===--------------------------------------------------------------------===//

  bool isOpFusableWithProducerSlices(Operation *op, ArrayRef<unsigned> numbers,
                                     OperandTiles offsets,
                                     OperandTiles sizes) const {
    return static_cast<const Model *>(this)->canReadTiles(cast<Op>(op)) &&
           areWhole(getOperands(cast<Op>(op)), numbers, offsets, sizes);
  }

  LogicalResult getIterationDomainTileFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> numbers,
      OperandTiles offsets, OperandTiles sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    if (!isOpFusableWithProducerSlices(op, numbers, offsets, sizes))
      return failure();
    ConcatOperands concat = getOperands(cast<Op>(op));
    IndexBuilder index(builder, op->getLoc());
    OpFoldResult sum = index.constant(0);
    for (Value input : concat.inputs)
      sum = index.add(
          sum, tensor::getMixedSize(builder, op->getLoc(), input, concat.axis));
    domainOffsets.assign(offsets.front());
    domainSizes.assign(sizes.front());
    domainOffsets[concat.axis] = index.constant(0);
    domainSizes[concat.axis] = sum;
    return success();
  }

  FailureOr<TilingResult> getTiledImplementationFromOperandTiles(
      Operation *op, OpBuilder &builder, ArrayRef<unsigned> numbers,
      OperandTiles offsets, OperandTiles sizes) const {
    SmallVector<OpFoldResult> domainOffsets, domainSizes;
    if (failed(getIterationDomainTileFromOperandTiles(
            op, builder, numbers, offsets, sizes, domainOffsets, domainSizes)))
      return failure();
    return this->getTiledImplementation(op, builder, domainOffsets,
                                        domainSizes);
  }
};

/// Operands that do not agree are undefined behaviour: no checks.
struct TensorConcatTiling : ConcatTiling<TensorConcatTiling, tensor::ConcatOp> {
  bool areRanksKnown(tensor::ConcatOp) const { return true; }
  bool canReadTiles(tensor::ConcatOp) const { return true; }

  TilingResult buildTile(tensor::ConcatOp op, OpBuilder &builder,
                         Indices offsets, Indices sizes) const {
    return buildConcatTile(builder, op.getLoc(), getFrontOfTiles(op, builder),
                           getOperands(op), offsets, sizes);
  }
};

struct NewestConcatTiling : ConcatTiling<NewestConcatTiling, NewestConcatOp> {
  bool areRanksKnown(NewestConcatOp op) const {
    return llvm::all_of(op.getInputs().getTypes(),
                        llvm::IsaPred<RankedTensorType>);
  }

  /// Only where nothing is checked: in front of a loop that computes an operand
  /// its sizes may not be known yet.
  bool canReadTiles(NewestConcatOp op) const {
    return areRanksKnown(op) &&
           llvm::all_of(op.getInputs().getTypes(), [](Type type) {
             return cast<RankedTensorType>(type).hasStaticShape();
           });
  }

  TilingResult buildTile(NewestConcatOp op, OpBuilder &builder, Indices offsets,
                         Indices sizes) const {
    Operation *front = getFrontOfTiles(op, builder);
    checkSizes(op, builder, front);
    return buildConcatTile(builder, op.getLoc(), front, getOperands(op),
                           offsets, sizes);
  }

private:
  static void checkSizes(NewestConcatOp op, OpBuilder &builder,
                         Operation *front) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(front);
    CheckBuilder check(builder, op, CheckMode::Status);
    ConcatOperands concat = getOperands(op);
    SmallVector<Value> sizes =
        requireConcatSizes(check, concat.inputs, concat.axis);
    auto type = cast<RankedTensorType>(op.getType());
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!type.isDynamicDim(dim))
        check.requireSize(size, type.getDimSize(dim), dim, "the result");
  }
};

} // namespace

void mlir::onnxops::attachTensorConcatTiling(MLIRContext &context) {
  tensor::ConcatOp::attachInterface<TensorConcatTiling>(context);
}

void mlir::onnxops::attachNewestConcatTiling(MLIRContext &context) {
  NewestConcatOp::attachInterface<NewestConcatTiling>(context);
}
