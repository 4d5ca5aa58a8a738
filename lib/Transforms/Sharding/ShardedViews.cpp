//===- ShardedViews.cpp - views and sizes of sharded tensors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rank has the part of a view that its shard has, so that nothing moves.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult partitionSize(Partition &partition, tensor::DimOp op) {
  std::optional<int64_t> dimension = op.getConstantIndex();
  if (!dimension)
    return failure();
  ShardBuilder &shards = partition.shards;
  OpFoldResult size = shards.getWholeSize(
      op.getLoc(), partition.lookup(op.getSource()), *dimension);
  partition.map.map(op.getResult(), shards.materialize(op.getLoc(), size));
  return success();
}

// Elements at any position: each rank gets all of the tensor, which is small
// where elements are computed with one by one.
static LogicalResult partitionExtract(Partition &partition,
                                      tensor::ExtractOp op) {
  if (llvm::any_of(op.getIndices(),
                   [&](Value index) { return !partition.map.contains(index); }))
    return failure();
  Value &whole = partition.wholes[op.getTensor()];
  if (!whole)
    whole = partition.shards
                .moveTo(op.getLoc(), partition.lookup(op.getTensor()), {})
                .local;
  SmallVector<Value> indices =
      llvm::map_to_vector(op.getIndices(), [&](Value index) {
        return partition.map.lookup(index);
      });
  Value element = tensor::ExtractOp::create(partition.shards.builder,
                                            op.getLoc(), whole, indices);
  partition.map.map(op.getResult(), element);
  return success();
}

static LogicalResult partitionCast(Partition &partition, tensor::CastOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type)
    return failure();
  ShardBuilder &shards = partition.shards;
  ShardedTensor source = partition.lookup(op.getSource());
  Type local = shards.getLocalType(type, source.layout);
  source.local = shards.builder.createOrFold<tensor::CastOp>(op.getLoc(), local,
                                                             source.local);
  partition.replace(op.getResult(), source);
  return success();
}

// Sizes and positions, which each rank has.
static SmallVector<OpFoldResult> lookup(const Partition &partition,
                                        ArrayRef<OpFoldResult> numbers) {
  return llvm::map_to_vector(numbers, [&](OpFoldResult number) {
    auto value = dyn_cast<Value>(number);
    return value ? OpFoldResult(partition.map.lookup(value)) : number;
  });
}

static Value clampTo(OpBuilder &builder, Location loc, Value value, Value least,
                     Value most) {
  Value atLeast = arith::MaxSIOp::create(builder, loc, value, least);
  return arith::MinSIOp::create(builder, loc, atLeast, most);
}

Value mlir::onnxops::sliceOffsets(ShardBuilder &shards, Location loc,
                                  Value offsets, OpFoldResult begin,
                                  OpFoldResult size) {
  SmallVector<int64_t> numbers = getConstantNumbers(offsets);
  std::optional<int64_t> first = getConstantIntValue(begin);
  std::optional<int64_t> length = getConstantIntValue(size);
  if (!numbers.empty() && first && length) {
    for (int64_t &number : numbers)
      number = std::clamp<int64_t>(number - *first, 0, *length);
    return shards.getConstantOffsets(loc, numbers);
  }
  Value zero = shards.materialize(loc, shards.builder.getIndexAttr(0));
  Value least = shards.materialize(loc, begin);
  Value most = shards.materialize(loc, size);
  return shards.mapOffsets(
      loc, offsets, [&](OpBuilder &body, Location loc, Value old) {
        Value shifted = arith::SubIOp::create(body, loc, old, least);
        return clampTo(body, loc, shifted, zero, most);
      });
}

// Cuts the slice of a dimension out of this rank's shard: makes `begin` and
// `size`, which are those of the whole tensor, this rank's.
static ShardedDimension sliceDimension(ShardBuilder &shards, Location loc,
                                       ShardedDimension sharded,
                                       OpFoldResult &begin,
                                       OpFoldResult &size) {
  OpBuilder &builder = shards.builder;
  if (isZeroInteger(begin) && size == shards.getWholeSize(loc, sharded)) {
    begin = builder.getIndexAttr(0);
    size = shards.getSize(loc, sharded);
    return sharded;
  }
  Value first = shards.materialize(loc, begin);
  ShardedDimension slice = sharded;
  slice.offsets = sliceOffsets(shards, loc, sharded.offsets, begin, size);
  // Where the slice begins in this rank's shard.
  IndexBuilder index(builder, loc);
  Value shifted =
      index.materialize(index.subtract(first, shards.getBegin(loc, sharded)));
  begin = clampTo(builder, loc, shifted, index.materialize(index.constant(0)),
                  shards.materialize(loc, shards.getSize(loc, sharded)));
  size = shards.getSize(loc, slice);
  return slice;
}

ShardedTensor mlir::onnxops::sliceShards(ShardBuilder &shards, Location loc,
                                         const ShardedTensor &source,
                                         ArrayRef<OpFoldResult> wholeBegins,
                                         ArrayRef<OpFoldResult> wholeSizes,
                                         ArrayRef<OpFoldResult> strides) {
  SmallVector<OpFoldResult> begins(wholeBegins), sizes(wholeSizes);
  Layout layout;
  for (const ShardedDimension &sharded : source.layout.getDimensions())
    layout.add(sliceDimension(shards, loc, sharded, begins[sharded.dimension],
                              sizes[sharded.dimension]));
  return {
      sliceTensor(shards.builder, loc, source.local, begins, sizes, strides),
      layout};
}

static LogicalResult partitionSlice(Partition &partition,
                                    tensor::ExtractSliceOp op) {
  ShardedTensor source = partition.lookup(op.getSource());
  if (op.getType().getRank() != op.getSourceType().getRank())
    return failure();
  for (const ShardedDimension &sharded : source.layout.getDimensions())
    if (!isOneInteger(op.getMixedStrides()[sharded.dimension]))
      return failure();
  partition.replace(op.getResult(),
                    sliceShards(partition.shards, op.getLoc(), source,
                                lookup(partition, op.getMixedOffsets()),
                                lookup(partition, op.getMixedSizes()),
                                op.getMixedStrides()));
  return success();
}

static LogicalResult partitionTranspose(Partition &partition,
                                        linalg::TransposeOp op) {
  if (!partition.isSharded(op.getInput()))
    return failure();
  ShardBuilder &shards = partition.shards;
  ShardedTensor input = partition.lookup(op.getInput());
  SmallVector<OpFoldResult> old = shards.getLocalSizes(op.getLoc(), input);
  SmallVector<OpFoldResult> sizes;
  for (int64_t from : op.getPermutation())
    sizes.push_back(old[from]);
  Layout layout = input.layout.renumber([&](int64_t dimension) -> int64_t {
    return llvm::find(op.getPermutation(), dimension) -
           op.getPermutation().begin();
  });
  Value init =
      tensor::EmptyOp::create(shards.builder, op.getLoc(), sizes,
                              getElementTypeOrSelf(op.getInput().getType()));
  Value local =
      linalg::TransposeOp::create(shards.builder, op.getLoc(), input.local,
                                  init, op.getPermutation())
          ->getResult(0);
  partition.replace(op->getResult(0), {local, layout});
  return success();
}

// The dimension of a reshaped tensor that is the one of its source, -1 if that
// is merged with others or divided. `expanded` is the shape of higher rank,
// whose dimensions of size 1 do not count.
static int64_t findUnchanged(ArrayRef<ReassociationIndices> groups,
                             int64_t dimension, bool collapses,
                             ArrayRef<int64_t> expanded) {
  auto isLong = [&](int64_t member) { return expanded[member] != 1; };
  for (auto [number, group] : llvm::enumerate(groups)) {
    bool isPlace = collapses ? llvm::is_contained(group, dimension)
                             : static_cast<int64_t>(number) == dimension;
    if (!isPlace)
      continue;
    const auto *found = llvm::find_if(group, isLong);
    int64_t kept = collapses              ? dimension
                   : found != group.end() ? *found
                                          : group.front();
    if (llvm::any_of(group, [&](int64_t member) {
          return member != kept && isLong(member);
        }))
      return -1;
    return collapses ? static_cast<int64_t>(number) : kept;
  }
  return -1;
}

static LogicalResult partitionCollapse(Partition &partition,
                                       tensor::CollapseShapeOp op) {
  ShardBuilder &shards = partition.shards;
  ShardedTensor source = partition.lookup(op.getSrc());
  ArrayRef<int64_t> expanded = op.getSrcType().getShape();
  SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
  Layout kept, layout;
  for (const ShardedDimension &sharded : source.layout.getDimensions()) {
    ShardedDimension collapsed = sharded;
    collapsed.dimension = findUnchanged(groups, sharded.dimension,
                                        /*collapses=*/true, expanded);
    if (collapsed.dimension >= 0 && !layout.hasEither(collapsed)) {
      kept.add(sharded);
      layout.add(collapsed);
    } else if (expanded[sharded.dimension] != 1) {
      return failure();
    }
  }
  // Of another dimension of size 1, one rank has the row: all of them get it.
  source = shards.moveTo(op.getLoc(), source, kept);
  Value local = tensor::CollapseShapeOp::create(shards.builder, op.getLoc(),
                                                source.local, groups);
  partition.replace(op.getResult(), {local, layout});
  return success();
}

static LogicalResult partitionExpand(Partition &partition,
                                     tensor::ExpandShapeOp op) {
  ShardBuilder &shards = partition.shards;
  ShardedTensor source = partition.lookup(op.getSrc());
  Layout layout = source.layout.renumber([&](int64_t dimension) {
    return findUnchanged(op.getReassociationIndices(), dimension,
                         /*collapses=*/false, op.getResultType().getShape());
  });
  if (layout.getDimensions().size() != source.layout.getDimensions().size())
    return failure();
  SmallVector<OpFoldResult> sizes = lookup(partition, op.getMixedOutputShape());
  for (const ShardedDimension &sharded : layout.getDimensions())
    sizes[sharded.dimension] = shards.getSize(op.getLoc(), sharded);
  Value local = tensor::ExpandShapeOp::create(
      shards.builder, op.getLoc(),
      shards.getLocalType(op.getResultType(), layout), source.local,
      op.getReassociationIndices(), sizes);
  partition.replace(op.getResult(), {local, layout});
  return success();
}

LogicalResult mlir::onnxops::partitionView(Partition &partition,
                                           Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](tensor::DimOp op) { return partitionSize(partition, op); })
      .Case(
          [&](tensor::ExtractOp op) { return partitionExtract(partition, op); })
      .Case([&](tensor::CastOp op) { return partitionCast(partition, op); })
      .Case([&](tensor::ExtractSliceOp op) {
        return partitionSlice(partition, op);
      })
      .Case([&](linalg::TransposeOp op) {
        return partitionTranspose(partition, op);
      })
      .Case([&](tensor::CollapseShapeOp op) {
        return partitionCollapse(partition, op);
      })
      .Case([&](tensor::ExpandShapeOp op) {
        return partitionExpand(partition, op);
      })
      .Default([](Operation *) { return failure(); });
}
