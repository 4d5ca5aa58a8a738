//===- Partition.h - rules for ops of sharded tensors -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One rule for each kind of op: it chooses the layout of the result, moves
// operands where their layouts do not fit, and builds the op on this rank's
// parts.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_PARTITION_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_PARTITION_H

#include "ShardBuilder.h"
#include "WantedLayout.h"
#include "mlir/IR/IRMapping.h"
#include "onnxops/Conversion/SplitChunks.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

namespace mlir::onnxops {

/// The sequence of the chunks of a sharded tensor.
struct ShardedSequence {
  ShardedTensor tensor;
  SplitChunks chunks;
};

/// The code of a rank so far.
struct Partition {
  Partition(ShardBuilder &shards, IRMapping &map) : shards(shards), map(map) {}

  ShardBuilder &shards;
  IRMapping &map;                         ///< values that each rank has
  DenseMap<Value, ShardedTensor> tensors; ///< those that are sharded

  DenseMap<Value, Value> wholes; ///< all of some of these
  DenseMap<Value, ShardedSequence> sequences;

  bool isSharded(Value value) const {
    return tensors.contains(value) || sequences.contains(value) ||
           (map.contains(value) &&
            shards.getChosenLayout(map.lookup(value)).isSharded());
  }

  /// How a tensor, or that of a sequence, is sharded.
  Layout getLayout(Value value) const {
    auto sequence = sequences.find(value);
    return (sequence == sequences.end() ? lookup(value)
                                        : sequence->second.tensor)
        .layout;
  }

  /// This rank's part of a tensor of the original function.
  ShardedTensor lookup(Value value) const {
    auto found = tensors.find(value);
    if (found != tensors.end())
      return found->second;
    Value local = map.lookup(value);
    return {local, shards.getChosenLayout(local)};
  }

  /// Replaces a value by this rank's part.
  void replace(Value value, const ShardedTensor &part) {
    if (part.layout.isSharded())
      tensors[value] = part;
    else
      map.map(value, part.local);
  }
};

/// Casts to this rank's part of a tensor of `type`, and checks sizes that are
/// known from it alone.
ShardedTensor castTo(ShardBuilder &shards, CheckBuilder &check,
                     ShardedTensor tensor, RankedTensorType type);

/// The elements of a tensor that ranks share; -1 if a size is not known.
int64_t countElements(const ShardedTensor &tensor);

/// A layout for tensors of different ones, so that few elements move: that of
/// the tensor with most of them, and of the others what does not contradict.
/// Pairs are numbers of elements and layouts; if a number is -1, the first
/// comes first.
Layout mergeLayouts(ArrayRef<std::pair<int64_t, Layout>> tensors);

/// Offsets of a slice along a sharded dimension: those of its source, as far as
/// they are inside of it.
Value sliceOffsets(ShardBuilder &shards, Location loc, Value offsets,
                   OpFoldResult begin, OpFoldResult size);

/// This rank's part of a slice: `begins` and `sizes` are those of the whole
/// tensor, whose elements along sharded dimensions are adjacent. Nothing moves:
/// each rank keeps what it has.
ShardedTensor sliceShards(ShardBuilder &shards, Location loc,
                          const ShardedTensor &source,
                          ArrayRef<OpFoldResult> begins,
                          ArrayRef<OpFoldResult> sizes,
                          ArrayRef<OpFoldResult> strides);

/// The wanted layout of a tensor of which `getSize` gives the sizes.
Layout buildLayout(ShardBuilder &shards, Location loc,
                   const WantedLayout &wanted,
                   llvm::function_ref<OpFoldResult(int64_t)> getSize);

/// Moves a tensor to the layout that an annotation asks for, which can be read.
void partitionAnnotation(Partition &partition, shard::ShardOp op);

/// Joins the operands of `op`, the newest Concat or a tensor.concat, along
/// `axis`: in the layout that is wanted or, if that is null, in one that
/// follows from theirs.
ShardedTensor buildConcat(ShardBuilder &shards, Operation *op,
                          ArrayRef<ShardedTensor> operands, int64_t axis,
                          const WantedLayout *wanted);

/// Repeats `input`. All ranks have the repeats.
ShardedTensor buildTile(ShardBuilder &shards, NewestTileOp op,
                        ShardedTensor input, Value repeats);

/// Each builds `op`, of which an operand is sharded. Fails, and builds nothing,
/// for an op that it has no rule for.
LogicalResult partitionConcat(Partition &partition, Operation *op);
LogicalResult partitionTile(Partition &partition, Operation *op);
LogicalResult partitionElementwise(Partition &partition, Operation *op);
LogicalResult partitionBroadcast(Partition &partition, Operation *op);
LogicalResult partitionView(Partition &partition, Operation *op);
LogicalResult partitionSequence(Partition &partition, Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_PARTITION_H
