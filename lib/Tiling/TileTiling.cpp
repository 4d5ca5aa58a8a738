//===- TileTiling.cpp - TilingInterface of Tile ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of a repeated dimension is a slice of one period, a number of whole
// periods, or else the end of one, whole ones, and the beginning of another.
//
//===----------------------------------------------------------------------===//

#include "ConcatTile.h"
#include "Models.h"
#include "ResultTiling.h"
#include "TileOffsets.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Support/IndexBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// One dimension of a tile: what it takes from the input, and what becomes of
/// that. No repeat: the tile begins within a period and ends in another.
struct DimensionTile {
  OpFoldResult offset, size;
  std::optional<OpFoldResult> repeat;
};

/// Builds one tile of a repeated tensor.
class RepeatTileBuilder {
public:
  RepeatTileBuilder(OpBuilder &builder, Location loc, Value input,
                    ArrayRef<OpFoldResult> inputSizes,
                    ArrayRef<OpFoldResult> repeats)
      : builder(builder), loc(loc), index(builder, loc), input(input),
        inputSizes(inputSizes), repeats(repeats) {}

  TilingResult build(ArrayRef<OpFoldResult> offsets,
                     ArrayRef<OpFoldResult> sizes);

private:
  DimensionTile analyze(int64_t dim, OpFoldResult offset, OpFoldResult size);
  bool isWhole(int64_t dim, OpFoldResult offset, OpFoldResult size);
  Value buildCut(Value tensor, int64_t dim, OpFoldResult offset,
                 OpFoldResult size);

  OpBuilder &builder;
  Location loc;
  IndexBuilder index;
  Value input;
  ArrayRef<OpFoldResult> inputSizes, repeats;
};

} // namespace

// Whether both are the same element of the same tensor.
static bool areEqualReads(Value lhs, Value rhs) {
  auto getRead = [](Value value) {
    if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
      value = cast.getIn();
    return value.getDefiningOp<tensor::ExtractOp>();
  };
  tensor::ExtractOp left = getRead(lhs), right = getRead(rhs);
  if (!left || !right || left.getTensor() != right.getTensor())
    return false;
  return llvm::equal(getAsOpFoldResult(left.getIndices()),
                     getAsOpFoldResult(right.getIndices()));
}

// Whether the tile has all of the dimension, whose size reifyResultShapes of
// the op built.
bool RepeatTileBuilder::isWhole(int64_t dim, OpFoldResult offset,
                                OpFoldResult size) {
  if (!isZeroInteger(offset))
    return false;
  std::optional<int64_t> period = getConstantIntValue(inputSizes[dim]);
  std::optional<int64_t> repeat = getConstantIntValue(repeats[dim]);
  if (period && repeat)
    return getConstantIntValue(size) == *period * *repeat;
  auto value = dyn_cast<Value>(size);
  auto product = value ? value.getDefiningOp<arith::MulIOp>() : nullptr;
  if (!product)
    return false;
  auto isPeriod = [&](Value factor) {
    auto dimOp = factor.getDefiningOp<tensor::DimOp>();
    return dimOp ? dimOp.getSource() == input && dimOp.getConstantIndex() == dim
                 : getConstantIntValue(factor) == period && period;
  };
  auto isRepeat = [&](Value factor) {
    return repeat ? getConstantIntValue(factor) == repeat
                  : areEqualReads(factor, cast<Value>(repeats[dim]));
  };
  Value lhs = product.getLhs(), rhs = product.getRhs();
  return (isPeriod(lhs) && isRepeat(rhs)) || (isPeriod(rhs) && isRepeat(lhs));
}

DimensionTile RepeatTileBuilder::analyze(int64_t dim, OpFoldResult offset,
                                         OpFoldResult size) {
  OpFoldResult zero = index.constant(0);
  if (isOneInteger(repeats[dim]))
    return {offset, size, index.constant(1)};
  OpFoldResult periodSize = inputSizes[dim];
  if (isOneInteger(periodSize))
    return {zero, periodSize, size};
  if (isWhole(dim, offset, size))
    return {zero, periodSize, repeats[dim]};
  std::optional<int64_t> period = getConstantIntValue(periodSize);
  std::optional<int64_t> length = getConstantIntValue(size);
  // A size of 0 is known only where the tile has no elements at all.
  if (!period || !length || *period == 0 || *length == 0)
    return {zero, periodSize, std::nullopt};
  std::optional<int64_t> begin = getConstantIntValue(offset);
  bool isInPeriod =
      begin ? *length <= *period - *begin % *period
            : *period % *length == 0 && isMultipleOf(offset, *length);
  if (isInPeriod)
    return {affine::makeComposedFoldedAffineApply(
                builder, loc, builder.getAffineDimExpr(0) % *period, {offset}),
            size, index.constant(1)};
  if (*length % *period == 0 && isMultipleOf(offset, *period))
    return {zero, periodSize, index.constant(*length / *period)};
  return {zero, periodSize, std::nullopt};
}

// What a dimension has from `offset` on, `size` elements, of `tensor` repeated
// forever: the end of a period, whole periods, the beginning of another. A
// period without elements is divided by as if it had one.
Value RepeatTileBuilder::buildCut(Value tensor, int64_t dim,
                                  OpFoldResult offset, OpFoldResult size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> zeros(sizes.size(), index.constant(0));
  Value period = index.materialize(sizes[dim]);
  Value divisor = builder.createOrFold<arith::MaxSIOp>(
      loc, period, index.materialize(index.constant(1)));
  Value begin = builder.createOrFold<arith::RemSIOp>(
      loc, index.materialize(offset), divisor);
  Value end = builder.createOrFold<arith::MinSIOp>(
      loc, index.materialize(size),
      index.materialize(index.subtract(period, begin)));
  Value rest = index.materialize(index.subtract(size, end));

  auto slice = [&](OpFoldResult from, Value length) {
    SmallVector<OpFoldResult> offsets = zeros, sliceSizes = sizes;
    offsets[dim] = from;
    sliceSizes[dim] = getAsOpFoldResult(length);
    return buildSlice(builder, loc, tensor, offsets, sliceSizes)->getResult(0);
  };
  SmallVector<Value> segments{slice(getAsOpFoldResult(begin), end)};
  std::optional<int64_t> knownPeriod = getConstantIntValue(sizes[dim]);
  std::optional<int64_t> knownSize = getConstantIntValue(size);
  // Otherwise no whole period fits behind an end that has an element.
  if (!knownPeriod || !knownSize || *knownSize > *knownPeriod) {
    SmallVector<OpFoldResult> whole(sizes.size(), index.constant(1));
    whole[dim] = builder.createOrFold<arith::DivSIOp>(loc, rest, divisor);
    segments.push_back(buildRepeat(builder, loc, tensor, whole));
    rest = builder.createOrFold<arith::RemSIOp>(loc, rest, divisor);
  }
  segments.push_back(slice(index.constant(0), rest));
  sizes[dim] = size;
  RankedTensorType type =
      getTileType(sizes, getElementTypeOrSelf(tensor.getType()));
  return tensor::ConcatOp::create(builder, loc, type, dim, segments);
}

TilingResult RepeatTileBuilder::build(ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes) {
  Type element = getElementTypeOrSelf(input.getType());
  if (llvm::any_of(sizes, isZeroInteger) ||
      llvm::any_of(inputSizes, isZeroInteger) ||
      llvm::any_of(repeats, isZeroInteger))
    return buildEmptyTile(builder, loc, element, sizes);
  SmallVector<OpFoldResult> sliceOffsets, sliceSizes, tileRepeats;
  SmallVector<int64_t> cuts;
  for (auto [dim, offset, size] : llvm::enumerate(offsets, sizes)) {
    DimensionTile tile = analyze(dim, offset, size);
    sliceOffsets.push_back(tile.offset);
    sliceSizes.push_back(tile.size);
    tileRepeats.push_back(tile.repeat.value_or(index.constant(1)));
    if (!tile.repeat)
      cuts.push_back(dim);
  }
  TilingResult result;
  Operation *slice = buildSlice(builder, loc, input, sliceOffsets, sliceSizes);
  // Each tile that is cut needs all of the input's dimension: no fusion, which
  // would compute it once for each of them.
  if (cuts.empty())
    result.generatedSlices.push_back(slice);
  Value tile = slice->getResult(0);
  for (int64_t dim : cuts)
    tile = buildCut(tile, dim, offsets[dim], sizes[dim]);
  tile = buildRepeat(builder, loc, tile, tileRepeats);
  RankedTensorType type = getTileType(sizes, element);
  if (tile.getType() != type)
    tile = tensor::CastOp::create(builder, loc, type, tile);
  result.tiledOps.push_back(tile.getDefiningOp());
  result.tiledValues.push_back(tile);
  return result;
}

namespace {

struct NewestTileTiling : ResultTiling<NewestTileTiling, NewestTileOp> {
  /// The number of repeats is a rank, too.
  bool areRanksKnown(NewestTileOp op) const {
    auto repeats = dyn_cast<RankedTensorType>(op.getRepeats().getType());
    return isa<RankedTensorType>(op.getInput().getType()) && repeats &&
           repeats.hasStaticShape();
  }

  bool isKnownEmpty(NewestTileOp op) const {
    auto input = cast<RankedTensorType>(op.getInput().getType());
    FailureOr<KnownElements> repeats = getKnownElements(op.getRepeats());
    return llvm::is_contained(input.getShape(), 0) ||
           (succeeded(repeats) && llvm::is_contained(*repeats, 0));
  }

  TilingResult buildTile(NewestTileOp op, OpBuilder &builder, Indices offsets,
                         Indices sizes) const {
    SmallVector<OpFoldResult> inputSizes, repeats;
    {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(getFrontOfTiles(op, builder));
      CheckBuilder check(builder, op, CheckMode::Status);
      repeats = requireRepeats(check, op, op.getInput(), op.getRepeats());
      inputSizes = tensor::getMixedSizes(builder, op.getLoc(), op.getInput());
      checkDeclaredSizes(op, check, inputSizes, repeats);
    }
    return RepeatTileBuilder(builder, op.getLoc(), op.getInput(), inputSizes,
                             repeats)
        .build(offsets, sizes);
  }

private:
  static void checkDeclaredSizes(NewestTileOp op, CheckBuilder &check,
                                 ArrayRef<OpFoldResult> inputSizes,
                                 ArrayRef<OpFoldResult> repeats) {
    auto type = cast<RankedTensorType>(op.getType());
    IndexBuilder index(check.builder, check.loc);
    for (auto [dim, size, repeat] : llvm::enumerate(inputSizes, repeats))
      if (!type.isDynamicDim(dim))
        check.requireSize(index.materialize(index.multiply(size, repeat)),
                          type.getDimSize(dim), dim, "the result");
  }
};

} // namespace

void mlir::onnxops::attachNewestTileTiling(MLIRContext &context) {
  NewestTileOp::attachInterface<NewestTileTiling>(context);
}
