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

SmallVector<int64_t> mlir::onnxops::getConstantNumbers(Value offsets) {
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

// Where this rank is along an axis of the grid.
Value ShardBuilder::getCoordinate(int64_t axis) {
  if (Value known = coordinates.lookup(axis))
    return known;
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.getUnknownLoc();
  if (!rank) {
    builder.setInsertionPointToStart(builder.getInsertionBlock());
    rank = RankOp::create(builder, loc);
  }
  builder.setInsertionPointAfterValue(rank);
  Value coordinate = rank;
  auto by = [&](int64_t size) {
    return arith::ConstantIndexOp::create(builder, loc, size);
  };
  int64_t stride = 1;
  for (int64_t size : ArrayRef(grid).drop_front(axis + 1))
    stride *= size;
  if (stride > 1)
    coordinate = arith::DivUIOp::create(builder, loc, coordinate, by(stride));
  if (axis > 0)
    coordinate =
        arith::RemUIOp::create(builder, loc, coordinate, by(grid[axis]));
  return coordinates[axis] = coordinate;
}

Value ShardBuilder::getEvenOffsets(Location loc, OpFoldResult size,
                                   int64_t axis) {
  int64_t shards = grid[axis];
  if (std::optional<int64_t> known = getConstantIntValue(size)) {
    SmallVector<int64_t> numbers;
    for (int64_t i = 0; i <= shards; ++i)
      numbers.push_back(onnxopsEvenOffset(*known, shards, i));
    return getConstantOffsets(loc, numbers);
  }
  Value whole = cast<Value>(size);
  Value &offsets = evenOffsets[{whole, axis}];
  if (offsets)
    return offsets;
  // As onnxopsEvenOffset.
  Value number = arith::ConstantIndexOp::create(builder, loc, shards);
  Value each = arith::DivUIOp::create(builder, loc, whole, number);
  Value rest = arith::RemUIOp::create(builder, loc, whole, number);
  auto type = RankedTensorType::get({shards + 1}, builder.getIndexType());
  offsets = tensor::GenerateOp::create(
      builder, loc, type, /*dynamicExtents=*/ValueRange(),
      [&](OpBuilder &body, Location loc, ValueRange indices) {
        Value before = arith::MulIOp::create(body, loc, indices[0], each);
        Value longer = arith::MinUIOp::create(body, loc, indices[0], rest);
        Value offset = arith::AddIOp::create(body, loc, before, longer);
        tensor::YieldOp::create(body, loc, offset);
      });
  sizes[{offsets, axis}].whole = size;
  return offsets;
}

Value ShardBuilder::gatherOffsets(Location loc, Value size, int64_t axis) {
  auto type = RankedTensorType::get({grid[axis] + 1}, builder.getIndexType());
  Value init = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                       type.getElementType());
  return GatherOffsetsOp::create(builder, loc, type, where, size, axis, grid,
                                 init)
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

OpFoldResult ShardBuilder::getWholeSize(Location loc,
                                        const ShardedDimension &dimension) {
  Value offsets = dimension.offsets;
  OpFoldResult &whole = sizes[{offsets, dimension.axis}].whole;
  SmallVector<int64_t> numbers = getConstantNumbers(offsets);
  if (!whole)
    whole = numbers.empty()
                ? OpFoldResult(extract(
                      loc, offsets, builder.getIndexAttr(grid[dimension.axis])))
                : OpFoldResult(builder.getIndexAttr(numbers.back()));
  return whole;
}

OpFoldResult ShardBuilder::getBegin(Location loc,
                                    const ShardedDimension &dimension) {
  OpFoldResult &begin = sizes[{dimension.offsets, dimension.axis}].begin;
  if (!begin)
    begin = extract(loc, dimension.offsets, getCoordinate(dimension.axis));
  return begin;
}

OpFoldResult ShardBuilder::getSize(Location loc,
                                   const ShardedDimension &dimension) {
  Value offsets = dimension.offsets;
  if (OpFoldResult size = sizes.lookup({offsets, dimension.axis}).size)
    return size;
  IndexBuilder index(builder, loc);
  OpFoldResult size;
  if (auto equal = getEqualSize(getConstantNumbers(offsets))) {
    size = builder.getIndexAttr(*equal);
  } else {
    OpFoldResult next =
        index.add(getCoordinate(dimension.axis), index.constant(1));
    size =
        index.subtract(extract(loc, offsets, next), getBegin(loc, dimension));
  }
  return sizes[{offsets, dimension.axis}].size = size;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

OpFoldResult ShardBuilder::getWholeSize(Location loc,
                                        const ShardedTensor &tensor,
                                        int64_t dimension) {
  Layout layout = getLayout(tensor);
  if (const ShardedDimension *sharded = layout.find(dimension))
    return getWholeSize(loc, *sharded);
  return tensor::getMixedSize(builder, loc, tensor.local, dimension);
}

SmallVector<OpFoldResult>
ShardBuilder::getLocalSizes(Location loc, const ShardedTensor &tensor) {
  return tensor::getMixedSizes(builder, loc, tensor.local);
}

RankedTensorType ShardBuilder::getLocalType(RankedTensorType type,
                                            const Layout &layout) {
  SmallVector<int64_t> shape(type.getShape());
  for (const auto &[dimension, axis, offsets] : layout.getDimensions())
    shape[dimension] = getEqualSize(getConstantNumbers(offsets))
                           .value_or(ShapedType::kDynamic);
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
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    const ShardedDimension *sharded = layout.find(dim);
    sizes.push_back(sharded            ? getSize(loc, *sharded)
                    : dim == dimension ? length
                                       : getWholeSize(loc, sources[0], dim));
  }
  Value init =
      tensor::EmptyOp::create(builder, loc, sizes, type.getElementType());

  SmallVector<Value> locals, offsets, numbers;
  SmallVector<int64_t> axes, staticNumbers;
  auto addLayout = [&](const Layout &added) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      const ShardedDimension *sharded = added.find(dim);
      axes.push_back(sharded ? sharded->axis : -1);
      if (sharded)
        offsets.push_back(sharded->offsets);
    }
  };
  // Elements of one tensor are sent once, although several segments have them.
  llvm::SmallDenseMap<Value, int64_t> indices;
  for (const ShardedTensor &source : sources) {
    if (!indices.try_emplace(source.local, locals.size()).second)
      continue;
    locals.push_back(source.local);
    addLayout(getLayout(source));
  }
  addLayout(layout);
  for (const Segment &segment : segments) {
    staticNumbers.push_back(indices.lookup(sources[segment.source].local));
    for (OpFoldResult number : {segment.begin, segment.length, segment.repeats})
      dispatchIndexOpFoldResult(number, numbers, staticNumbers);
  }
  auto op = ExchangeOp::create(builder, loc, init.getType(), where, locals,
                               init, offsets, numbers, dimension, grid, axes,
                               staticNumbers);
  remarkOn(op);
  return {op.getResult(), layout};
}

// Whether each rank has all that it needs for `layout`.
static bool hasAll(const Layout &known, const Layout &layout) {
  return llvm::all_of(
      known.getDimensions(), [&](const ShardedDimension &dimension) {
        const ShardedDimension *same = layout.find(dimension.dimension);
        return same && *same == dimension;
      });
}

// Makes a free argument this rank's part in `layout`, unless it has users, for
// which it is all of the tensor.
bool ShardBuilder::chooseLayout(Value argument, const Layout &layout) {
  if (!isFree(argument) ||
      llvm::any_of(layout.getDimensions(), [](const ShardedDimension &sharded) {
        return getConstantNumbers(sharded.offsets).empty();
      }))
    return false;
  argument.setType(
      getLocalType(cast<RankedTensorType>(argument.getType()), layout));
  freeArguments[argument] = layout;
  onChoice(cast<BlockArgument>(argument), layout);
  return true;
}

ShardedTensor ShardBuilder::moveTo(Location loc, const ShardedTensor &known,
                                   const Layout &layout) {
  ShardedTensor tensor = {known.local, getLayout(known)};
  if (tensor.layout == layout)
    return tensor;
  if (chooseLayout(tensor.local, layout))
    return {tensor.local, layout};
  if (hasAll(tensor.layout, layout)) {
    SmallVector<OpFoldResult> sizes = getLocalSizes(loc, tensor);
    SmallVector<OpFoldResult> begins(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    for (const ShardedDimension &sharded : layout.getDimensions())
      if (!tensor.layout.find(sharded.dimension)) {
        begins[sharded.dimension] = getBegin(loc, sharded);
        sizes[sharded.dimension] = getSize(loc, sharded);
      }
    return {sliceTensor(builder, loc, tensor.local, begins, sizes, strides),
            layout};
  }
  // Along a dimension that is sharded before.
  int64_t dimension = tensor.layout.getDimensions().front().dimension;
  Segment all = {0, builder.getIndexAttr(0),
                 getWholeSize(loc, tensor, dimension), builder.getIndexAttr(1)};
  return exchange(loc, tensor, dimension, all, layout);
}
