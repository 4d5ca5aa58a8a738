//===- ConcatTile.cpp - one tile of a concat ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three forms. A tile of all of the axis has a slice of each operand. Tiles
// whose size divides all operands, at multiples of it, are each in one operand,
// which a tree of scf.if finds: nothing is copied. All others are a concat of
// what is in the tile of each operand, maybe nothing.
//
//===----------------------------------------------------------------------===//

#include "ConcatTile.h"

#include "TileOffsets.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Support/IndexBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;

// Bufferization takes time that is quadratic in the branches of a tree: 0.4 s
// for 250, 17 s for 2,000.
static constexpr size_t kMaxBranches = 256;

namespace {

/// An operand, and where it is along the axis of the result.
struct Part {
  Value tensor;
  OpFoldResult start;
  OpFoldResult size;
};

/// Builds one tile.
class ConcatTileBuilder {
public:
  ConcatTileBuilder(OpBuilder &builder, Location loc, ConcatOperands concat,
                    ArrayRef<OpFoldResult> offsets,
                    ArrayRef<OpFoldResult> sizes)
      : builder(builder), loc(loc), concat(concat), offsets(offsets),
        sizes(sizes),
        type(getTileType(
            sizes, getElementTypeOrSelf(concat.inputs.front().getType()))) {}

  TilingResult build(Operation *front);

private:
  SmallVector<Part> findParts(Operation *front);
  OpFoldResult clamp(OpFoldResult position, const Part &part);
  Value buildPart(Value tensor, OpFoldResult offset, OpFoldResult size);
  void buildWhole(ArrayRef<Part> parts);
  bool areAligned(ArrayRef<Part> parts);
  Value buildAligned(ArrayRef<Part> parts);
  void buildClamped(ArrayRef<Part> parts);
  void finish(ArrayRef<Value> segments);

  OpBuilder &builder;
  Location loc;
  ConcatOperands concat;
  ArrayRef<OpFoldResult> offsets, sizes;
  RankedTensorType type;
  TilingResult result;
};

} // namespace

// Operands that are known to be empty are left out.
SmallVector<Part> ConcatTileBuilder::findParts(Operation *front) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(front);
  IndexBuilder index(builder, loc);
  SmallVector<Part> parts;
  OpFoldResult start = index.constant(0);
  for (Value input : concat.inputs) {
    OpFoldResult size = tensor::getMixedSize(builder, loc, input, concat.axis);
    if (isZeroInteger(size))
      continue;
    parts.push_back({input, start, size});
    start = index.add(start, size);
  }
  return parts;
}

// `position`, of the result, as an offset of a part: from 0 to the part's size.
OpFoldResult ConcatTileBuilder::clamp(OpFoldResult position, const Part &part) {
  std::optional<int64_t> known = getConstantIntValue(position);
  std::optional<int64_t> start = getConstantIntValue(part.start);
  if (known && start && *known <= *start)
    return builder.getIndexAttr(0);
  // No affine expression has a minimum in a maximum: two ops.
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1),
             d2 = builder.getAffineDimExpr(2);
  OpFoldResult low = affine::makeComposedFoldedAffineMin(
      builder, loc, AffineMap::get(3, 0, {d0 - d1, d2}, builder.getContext()),
      {position, part.start, part.size});
  return affine::makeComposedFoldedAffineMax(
      builder, loc,
      AffineMap::get(1, 0, {d0, builder.getAffineConstantExpr(0)},
                     builder.getContext()),
      {low});
}

// Slices an operand along the axis, and as the tile elsewhere.
Value ConcatTileBuilder::buildPart(Value tensor, OpFoldResult offset,
                                   OpFoldResult size) {
  SmallVector<OpFoldResult> sliceOffsets(offsets), sliceSizes(sizes);
  sliceOffsets[concat.axis] = offset;
  sliceSizes[concat.axis] = size;
  Operation *slice = buildSlice(builder, loc, tensor, sliceOffsets, sliceSizes);
  result.generatedSlices.push_back(slice);
  return slice->getResult(0);
}

// Joins the segments. The type may be more static than theirs.
void ConcatTileBuilder::finish(ArrayRef<Value> segments) {
  if (segments.empty()) {
    result = buildEmptyTile(builder, loc, type.getElementType(), sizes);
    return;
  }
  Value tile = segments.size() == 1 && segments.front().getType() == type
                   ? segments.front()
                   : Value(tensor::ConcatOp::create(builder, loc, type,
                                                    concat.axis, segments));
  result.tiledOps.push_back(tile.getDefiningOp());
  result.tiledValues.push_back(tile);
}

void ConcatTileBuilder::buildWhole(ArrayRef<Part> parts) {
  SmallVector<Value> segments;
  for (const Part &part : parts)
    segments.push_back(
        buildPart(part.tensor, builder.getIndexAttr(0), part.size));
  finish(segments);
}

bool ConcatTileBuilder::areAligned(ArrayRef<Part> parts) {
  std::optional<int64_t> size = getConstantIntValue(sizes[concat.axis]);
  if (!size || parts.size() < 2 || parts.size() > kMaxBranches ||
      getConstantIntValue(offsets[concat.axis]) ||
      !isMultipleOf(offsets[concat.axis], *size))
    return false;
  return llvm::all_of(parts, [&](const Part &part) {
    std::optional<int64_t> all = getConstantIntValue(part.size);
    return all && *all % *size == 0;
  });
}

// The slice of the part that has the offset.
Value ConcatTileBuilder::buildAligned(ArrayRef<Part> parts) {
  IndexBuilder index(builder, loc);
  OpFoldResult offset = offsets[concat.axis];
  if (parts.size() == 1)
    return buildPart(parts.front().tensor,
                     index.subtract(offset, parts.front().start),
                     sizes[concat.axis]);
  size_t half = parts.size() / 2;
  Value isBefore = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::slt, index.materialize(offset),
      index.materialize(parts[half].start));
  auto branch = scf::IfOp::create(builder, loc, type, isBefore,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, buildAligned(parts.take_front(half)));
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc, buildAligned(parts.drop_front(half)));
  return branch.getResult(0);
}

void ConcatTileBuilder::buildClamped(ArrayRef<Part> parts) {
  struct Segment {
    Value tensor;
    OpFoldResult offset, size;
  };
  SmallVector<Segment> segments;
  OpFoldResult begin = offsets[concat.axis], size = sizes[concat.axis];
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1);
  OpFoldResult end = affine::makeComposedFoldedAffineApply(
      builder, loc, d0 + d1, {begin, size});
  for (const Part &part : parts) {
    OpFoldResult low = clamp(begin, part);
    // Nothing follows. A slice may not begin at a known end, even if empty.
    if (isEqualConstantIntOrValue(low, part.size))
      continue;
    OpFoldResult length = affine::makeComposedFoldedAffineApply(
        builder, loc, d1 - d0, {low, clamp(end, part)});
    if (!isZeroInteger(length))
      segments.push_back({part.tensor, low, length});
  }
  // The only operand that the tile may touch has all of it.
  if (segments.size() == 1)
    segments.front().size = size;
  SmallVector<Value> slices;
  for (const Segment &segment : segments)
    slices.push_back(buildPart(segment.tensor, segment.offset, segment.size));
  finish(slices);
}

TilingResult ConcatTileBuilder::build(Operation *front) {
  SmallVector<Part> parts = findParts(front);
  // A slice may not begin at the end of a dimension that is known to be empty.
  if (isKnownEmpty(concat) || llvm::any_of(sizes, isZeroInteger))
    return buildEmptyTile(builder, loc, type.getElementType(), sizes);
  if (isZeroInteger(offsets[concat.axis]) &&
      isSumOfSizes(sizes[concat.axis], concat.inputs, concat.axis)) {
    buildWhole(parts);
  } else if (areAligned(parts)) {
    Value tile = buildAligned(parts);
    result.tiledOps.push_back(tile.getDefiningOp());
    result.tiledValues.push_back(tile);
  } else {
    buildClamped(parts);
  }
  return result;
}

bool mlir::onnxops::isKnownEmpty(ConcatOperands concat) {
  bool isAxisEmpty = true;
  for (Type input : concat.inputs.getTypes())
    for (auto [dim, size] :
         llvm::enumerate(cast<RankedTensorType>(input).getShape())) {
      bool isAxis = static_cast<int64_t>(dim) == concat.axis;
      if (!isAxis && size == 0)
        return true;
      isAxisEmpty &= !isAxis || size == 0;
    }
  return isAxisEmpty;
}

TilingResult mlir::onnxops::buildConcatTile(OpBuilder &builder, Location loc,
                                            Operation *front,
                                            ConcatOperands concat,
                                            ArrayRef<OpFoldResult> offsets,
                                            ArrayRef<OpFoldResult> sizes) {
  return ConcatTileBuilder(builder, loc, concat, offsets, sizes).build(front);
}

TilingResult mlir::onnxops::buildEmptyTile(OpBuilder &builder, Location loc,
                                           Type element,
                                           ArrayRef<OpFoldResult> sizes) {
  TilingResult result;
  auto empty = tensor::EmptyOp::create(builder, loc, sizes, element);
  result.tiledOps.push_back(empty);
  result.tiledValues.push_back(empty.getResult());
  return result;
}
