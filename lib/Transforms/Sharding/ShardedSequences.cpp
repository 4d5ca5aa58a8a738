//===- ShardedSequences.cpp - chunks of sharded tensors -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A split of an unknown size or position, whose chunks are read one by one:
// each of them is a slice. Splits whose chunks are known have become slices
// before.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether a sequence is only read, by ops of this block, and its casts do not
// contradict the type of the chunks.
static bool isReadInBlock(Value sequence, Block *block, Type chunks) {
  return areCompatibleTypes(sequence.getType(), chunks) &&
         llvm::all_of(sequence.getUsers(), [&](Operation *user) {
           if (user->getBlock() != block)
             return false;
           if (isa<SequenceCastOp>(user))
             return isReadInBlock(user->getResult(0), block, chunks);
           return isa<NewestSequenceAtOp, NewestSequenceLengthOp>(user);
         });
}

static LogicalResult partitionSplit(Partition &partition,
                                    NewestSplitToSequenceOp op) {
  ShardBuilder &shards = partition.shards;
  Value lengths = op.getSplit();
  if (!isa<RankedTensorType>(op.getInput().getType()) ||
      !partition.isSharded(op.getInput()) ||
      (lengths && partition.isSharded(lengths)) ||
      !isReadInBlock(op.getResult(), op->getBlock(), inferSplitType(op)))
    return failure();
  ShardedTensor tensor = partition.lookup(op.getInput());
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  auto type = cast<RankedTensorType>(op.getInput().getType());
  OpFoldResult size = shards.getWholeSize(
      op.getLoc(), tensor, *normalizeAxis(op.getAxis(), type.getRank()));
  SplitChunks chunks(op, tensor.local,
                     lengths ? partition.map.lookup(lengths) : Value(),
                     shards.materialize(op.getLoc(), size));
  chunks.checkSplit(check);
  chunks.setOffsets(chunks.buildOffsets(check));
  partition.sequences[op.getResult()] = {tensor, chunks};
  return success();
}

// A chunk without the axis of the split. Of the sharded dimension it is one
// row, which all ranks get.
static ShardedTensor dropAxis(ShardBuilder &shards, Location loc,
                              ShardedTensor chunk, int64_t axis) {
  Layout others = chunk.layout.renumber(
      [&](int64_t dimension) { return dimension == axis ? -1 : dimension; });
  Value local = shards.moveTo(loc, chunk, others).local;
  return {dropUnitAxis(shards.builder, loc, local, axis),
          others.renumber([&](int64_t dimension) {
            return dimension - (dimension > axis);
          })};
}

static LogicalResult partitionAt(Partition &partition, NewestSequenceAtOp op) {
  auto found = partition.sequences.find(op.getInputSequence());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (found == partition.sequences.end() || !type ||
      partition.isSharded(op.getPosition()))
    return failure();
  ShardBuilder &shards = partition.shards;
  Location loc = op.getLoc();
  const auto &[tensor, chunks] = found->second;
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  Value position =
      normalizePosition(check, partition.map.lookup(op.getPosition()),
                        chunks.length(check), /*mayAppend=*/false);
  Value offset = chunks.offsetOf(check, position);
  int64_t axis = chunks.getAxis();
  SmallVector<OpFoldResult> sizes = shards.getLocalSizes(loc, tensor);
  for (const ShardedDimension &sharded : tensor.layout.getDimensions())
    sizes[sharded.dimension] = shards.getWholeSize(loc, sharded);
  SmallVector<OpFoldResult> begins(sizes.size(),
                                   shards.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(),
                                    shards.builder.getIndexAttr(1));
  begins[axis] = getAsOpFoldResult(offset);
  sizes[axis] = chunks.sizeOf(check, position, offset);
  ShardedTensor chunk =
      sliceShards(shards, loc, tensor, begins, sizes, strides);
  if (chunks.isSqueezed())
    chunk = dropAxis(shards, loc, chunk, axis);
  partition.replace(op.getResult(), castTo(shards, check, chunk, type));
  return success();
}

static LogicalResult partitionLength(Partition &partition,
                                     NewestSequenceLengthOp op) {
  auto found = partition.sequences.find(op.getInputSequence());
  if (found == partition.sequences.end())
    return failure();
  OpBuilder &builder = partition.shards.builder;
  CheckBuilder check(builder, op, CheckMode::Status);
  Value length =
      arith::IndexCastOp::create(builder, op.getLoc(), builder.getI64Type(),
                                 found->second.chunks.length(check));
  partition.map.map(op.getResult(),
                    tensor::FromElementsOp::create(
                        builder, op.getLoc(),
                        RankedTensorType::get({}, builder.getI64Type()),
                        length));
  return success();
}

LogicalResult mlir::onnxops::partitionSequence(Partition &partition,
                                               Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](NewestSplitToSequenceOp op) {
        return partitionSplit(partition, op);
      })
      .Case([&](NewestSequenceAtOp op) { return partitionAt(partition, op); })
      .Case([&](NewestSequenceLengthOp op) {
        return partitionLength(partition, op);
      })
      .Case([&](SequenceCastOp op) {
        auto found = partition.sequences.find(op.getSource());
        if (found == partition.sequences.end())
          return failure();
        ShardedSequence sequence = found->second;
        partition.sequences[op.getResult()] = sequence;
        return success();
      })
      .Default([](Operation *) { return failure(); });
}
