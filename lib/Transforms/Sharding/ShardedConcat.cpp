//===- ShardedConcat.cpp - concats and tiles of sharded tensors -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local along a dimension that is not sharded, an exchange along one that is.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

using namespace mlir;
using namespace mlir::onnxops;

ShardedTensor mlir::onnxops::castTo(ShardBuilder &shards, CheckBuilder &check,
                                    ShardedTensor tensor,
                                    RankedTensorType type) {
  int64_t dimension = tensor.layout.dimension;
  if (tensor.layout.isSharded() && !type.isDynamicDim(dimension))
    check.requireSize(
        shards.materialize(check.loc,
                           shards.getWholeSize(check.loc, tensor, dimension)),
        type.getDimSize(dimension), dimension, "the result");
  tensor.local =
      check.castTo(tensor.local, shards.getLocalType(type, tensor.layout));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

// The layout of a local concat: that of the first operand that is sharded, if
// it is not along the axis.
static Layout chooseLayout(ArrayRef<ShardedTensor> operands, int64_t axis) {
  for (const ShardedTensor &operand : operands)
    if (operand.layout.isSharded() && operand.layout.dimension != axis)
      return operand.layout;
  return {};
}

static bool isShardedAlong(ArrayRef<ShardedTensor> operands, int64_t axis) {
  return llvm::any_of(operands, [&](const ShardedTensor &operand) {
    return operand.layout.dimension == axis;
  });
}

static ShardedTensor buildLocalConcat(ShardBuilder &shards, NewestConcatOp op,
                                      ArrayRef<ShardedTensor> operands,
                                      const Layout &layout) {
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : operands)
    locals.push_back(shards.moveTo(op.getLoc(), operand, layout).local);
  auto type = shards.getLocalType(cast<RankedTensorType>(op.getType()), layout);
  OperationState state(op.getLoc(), op->getName(), locals, type,
                       op->getAttrs());
  return {shards.builder.create(state)->getResult(0), layout};
}

static ShardedTensor buildExchangedConcat(ShardBuilder &shards,
                                          NewestConcatOp op,
                                          ArrayRef<ShardedTensor> operands,
                                          int64_t axis) {
  Location loc = op.getLoc();
  bool isLocalElsewhere =
      llvm::all_of(operands, [&](const ShardedTensor &part) {
        return !part.layout.isSharded() || part.layout.dimension == axis;
      });
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  if (isLocalElsewhere)
    requireConcatSizes(
        check,
        llvm::map_to_vector(
            operands, [](const ShardedTensor &part) { return part.local; }),
        axis);
  IndexBuilder index(shards.builder, loc);
  SmallVector<ShardBuilder::Segment> segments;
  OpFoldResult size = index.constant(0);
  for (auto [number, operand] : llvm::enumerate(operands)) {
    OpFoldResult length = shards.getWholeSize(loc, operand, axis);
    segments.push_back({static_cast<int64_t>(number), index.constant(0), length,
                        index.constant(1)});
    size = index.add(size, length);
  }
  ShardedTensor result = shards.exchange(
      loc, operands, axis, segments, {axis, shards.getEvenOffsets(loc, size)});
  return castTo(shards, check, result, cast<RankedTensorType>(op.getType()));
}

LogicalResult mlir::onnxops::partitionConcat(Partition &partition,
                                             Operation *op) {
  auto concat = dyn_cast<NewestConcatOp>(op);
  if (!concat || !isa<RankedTensorType>(concat.getType()))
    return failure();
  int64_t rank = cast<RankedTensorType>(concat.getType()).getRank();
  int64_t axis = *normalizeAxis(concat.getAxis(), rank);
  SmallVector<ShardedTensor> operands;
  for (Value input : concat.getInputs())
    operands.push_back(partition.lookup(input));
  ShardedTensor result =
      isShardedAlong(operands, axis)
          ? buildExchangedConcat(partition.shards, concat, operands, axis)
          : buildLocalConcat(partition.shards, concat, operands,
                             chooseLayout(operands, axis));
  partition.replace(concat.getResult(), result);
  return success();
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

LogicalResult mlir::onnxops::partitionTile(Partition &partition,
                                           Operation *op) {
  auto tile = dyn_cast<NewestTileOp>(op);
  if (!tile || !isa<RankedTensorType>(tile.getInput().getType()) ||
      !partition.isSharded(tile.getInput()) ||
      partition.isSharded(tile.getRepeats()))
    return failure();
  ShardBuilder &shards = partition.shards;
  Location loc = op->getLoc();
  ShardedTensor input = partition.lookup(tile.getInput());
  int64_t dimension = input.layout.dimension;
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  SmallVector<OpFoldResult> repeats = requireRepeats(
      check, tile, input.local, partition.lookup(tile.getRepeats()).local);
  IndexBuilder index(shards.builder, loc);
  if (!isOneInteger(repeats[dimension])) {
    OpFoldResult length = shards.getWholeSize(loc, input, dimension);
    OpFoldResult size = index.multiply(length, repeats[dimension]);
    ShardBuilder::Segment all = {0, index.constant(0), length,
                                 repeats[dimension]};
    input = shards.exchange(loc, input, dimension, all,
                            {dimension, shards.getEvenOffsets(loc, size)});
    repeats[dimension] = index.constant(1);
  }
  input.local = buildRepeat(shards.builder, loc, input.local, repeats);
  auto type = dyn_cast<RankedTensorType>(tile.getType());
  partition.replace(tile.getResult(),
                    type ? castTo(shards, check, input, type) : input);
  return success();
}
