//===- ShardBuilder.cpp - shards, their sizes and their moves -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Offsets that are constants give constant sizes where all shards are equal.
//
//===----------------------------------------------------------------------===//

#include "ShardBuilder.h"

#include "ExchangeRemark.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Exchange/Plan.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Offsets
//===----------------------------------------------------------------------===//

// The numbers of offsets that are constants; empty for others.
static SmallVector<int64_t> getNumbers(Value offsets) {
  DenseIntElementsAttr elements;
  if (!matchPattern(offsets, m_Constant(&elements)))
    return {};
  return llvm::map_to_vector(
      elements, [](const APInt &number) { return number.getSExtValue(); });
}

// The size that all shards have.
static std::optional<int64_t> getEqualSize(ArrayRef<int64_t> numbers) {
  if (numbers.empty())
    return std::nullopt;
  int64_t size = numbers[1] - numbers[0];
  for (size_t i = 1; i < numbers.size(); ++i)
    if (numbers[i] - numbers[i - 1] != size)
      return std::nullopt;
  return size;
}

Value ShardBuilder::getConstantOffsets(Location loc,
                                       ArrayRef<int64_t> numbers) {
  Attribute attribute = builder.getIndexTensorAttr(numbers);
  Value &offsets = constants[attribute];
  if (!offsets)
    offsets = arith::ConstantOp::create(builder, loc,
                                        cast<DenseElementsAttr>(attribute));
  return offsets;
}

Value ShardBuilder::getRank() {
  if (!rank) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(builder.getInsertionBlock());
    rank = RankOp::create(builder, builder.getUnknownLoc());
  }
  return rank;
}

Value ShardBuilder::getEvenOffsets(Location loc, OpFoldResult size) {
  if (std::optional<int64_t> known = getConstantIntValue(size)) {
    SmallVector<int64_t> numbers;
    for (int64_t i = 0; i <= ranks; ++i)
      numbers.push_back(onnxopsEvenOffset(*known, ranks, i));
    return getConstantOffsets(loc, numbers);
  }
  // As onnxopsEvenOffset.
  Value number = arith::ConstantIndexOp::create(builder, loc, ranks);
  Value whole = materialize(loc, size);
  Value each = arith::DivUIOp::create(builder, loc, whole, number);
  Value rest = arith::RemUIOp::create(builder, loc, whole, number);
  auto type = RankedTensorType::get({ranks + 1}, builder.getIndexType());
  return tensor::GenerateOp::create(
      builder, loc, type, /*dynamicExtents=*/ValueRange(),
      [&](OpBuilder &body, Location loc, ValueRange indices) {
        Value before = arith::MulIOp::create(body, loc, indices[0], each);
        Value longer = arith::MinUIOp::create(body, loc, indices[0], rest);
        Value offset = arith::AddIOp::create(body, loc, before, longer);
        tensor::YieldOp::create(body, loc, offset);
      });
}

Value ShardBuilder::gatherOffsets(Location loc, Value size) {
  auto type = RankedTensorType::get({ranks + 1}, builder.getIndexType());
  Value init = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                       type.getElementType());
  return GatherOffsetsOp::create(builder, loc, type, where, size, /*axis=*/0,
                                 ArrayRef<int64_t>{ranks}, init)
      .getResult();
}

Value ShardBuilder::mapOffsets(
    Location loc, Value offsets,
    llvm::function_ref<Value(OpBuilder &, Location, Value)> offset) {
  Value mapped = tensor::GenerateOp::create(
      builder, loc, offsets.getType(), /*dynamicExtents=*/ValueRange(),
      [&](OpBuilder &body, Location loc, ValueRange indices) {
        Value old = tensor::ExtractOp::create(body, loc, offsets, indices);
        tensor::YieldOp::create(body, loc, offset(body, loc, old));
      });
  return mapped;
}

Value ShardBuilder::extract(Location loc, Value offsets,
                            OpFoldResult position) {
  return tensor::ExtractOp::create(builder, loc, offsets,
                                   materialize(loc, position));
}

OpFoldResult ShardBuilder::getWholeSize(Location loc, Value offsets) {
  OpFoldResult &whole = sizes[offsets].whole;
  SmallVector<int64_t> numbers = getNumbers(offsets);
  if (!whole)
    whole =
        numbers.empty()
            ? OpFoldResult(extract(loc, offsets, builder.getIndexAttr(ranks)))
            : OpFoldResult(builder.getIndexAttr(numbers.back()));
  return whole;
}

OpFoldResult ShardBuilder::getBegin(Location loc, Value offsets) {
  OpFoldResult &begin = sizes[offsets].begin;
  if (!begin)
    begin = extract(loc, offsets, getRank());
  return begin;
}

OpFoldResult ShardBuilder::getSize(Location loc, Value offsets) {
  if (OpFoldResult size = sizes[offsets].size)
    return size;
  IndexBuilder index(builder, loc);
  OpFoldResult size;
  if (auto equal = getEqualSize(getNumbers(offsets))) {
    size = builder.getIndexAttr(*equal);
  } else {
    OpFoldResult next = index.add(getRank(), index.constant(1));
    size = index.subtract(extract(loc, offsets, next), getBegin(loc, offsets));
  }
  return sizes[offsets].size = size;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

OpFoldResult ShardBuilder::getWholeSize(Location loc,
                                        const ShardedTensor &tensor,
                                        int64_t dimension) {
  if (tensor.layout.dimension == dimension)
    return getWholeSize(loc, tensor.layout.offsets);
  return tensor::getMixedSize(builder, loc, tensor.local, dimension);
}

SmallVector<OpFoldResult>
ShardBuilder::getLocalSizes(Location loc, const ShardedTensor &tensor) {
  return tensor::getMixedSizes(builder, loc, tensor.local);
}

RankedTensorType ShardBuilder::getLocalType(RankedTensorType type,
                                            const Layout &layout) {
  if (!layout.isSharded())
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape[layout.dimension] =
      getEqualSize(getNumbers(layout.offsets)).value_or(ShapedType::kDynamic);
  return RankedTensorType::get(shape, type.getElementType());
}

ShardedTensor ShardBuilder::exchange(Location loc,
                                     ArrayRef<ShardedTensor> sources,
                                     int64_t dimension,
                                     ArrayRef<Segment> segments,
                                     const Layout &layout) {
  IndexBuilder index(builder, loc);
  auto type = cast<RankedTensorType>(sources.front().local.getType());
  SmallVector<OpFoldResult> sizes;
  OpFoldResult length = index.constant(0);
  for (const Segment &segment : segments)
    length = index.add(length, index.multiply(segment.length, segment.repeats));
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(dim == layout.dimension ? getSize(loc, layout.offsets)
                    : dim == dimension ? length
                                       : getWholeSize(loc, sources[0], dim));
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());

  SmallVector<Value> locals, offsets, numbers;
  SmallVector<int64_t> axes, staticNumbers;
  auto addLayout = [&](const Layout &added) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      axes.push_back(dim == added.dimension ? 0 : -1);
    if (added.isSharded())
      offsets.push_back(added.offsets);
  };
  // Elements of one tensor are sent once, although several segments have them.
  llvm::SmallDenseMap<Value, int64_t> indices;
  for (const ShardedTensor &source : sources) {
    if (!indices.try_emplace(source.local, locals.size()).second)
      continue;
    locals.push_back(source.local);
    addLayout(source.layout);
  }
  addLayout(layout);
  for (const Segment &segment : segments) {
    staticNumbers.push_back(indices.lookup(sources[segment.source].local));
    for (OpFoldResult number : {segment.begin, segment.length, segment.repeats})
      dispatchIndexOpFoldResult(number, numbers, staticNumbers);
  }
  auto op = ExchangeOp::create(builder, loc, init.getType(), where, locals,
                               init, offsets, numbers, dimension,
                               ArrayRef<int64_t>{ranks}, axes, staticNumbers);
  remarkOn(op);
  return {op.getResult(), layout};
}

ShardedTensor ShardBuilder::moveTo(Location loc, const ShardedTensor &tensor,
                                   const Layout &layout) {
  if (tensor.layout == layout)
    return tensor;
  if (!tensor.layout.isSharded()) {
    // Each rank has it already.
    SmallVector<OpFoldResult> sizes = getLocalSizes(loc, tensor);
    SmallVector<OpFoldResult> begins(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    begins[layout.dimension] = getBegin(loc, layout.offsets);
    sizes[layout.dimension] = getSize(loc, layout.offsets);
    return {sliceTensor(builder, loc, tensor.local, begins, sizes, strides),
            layout};
  }
  // Along a dimension that is sharded before.
  int64_t dimension = tensor.layout.dimension;
  Segment all = {0, builder.getIndexAttr(0),
                 getWholeSize(loc, tensor, dimension), builder.getIndexAttr(1)};
  return exchange(loc, tensor, dimension, all, layout);
}
