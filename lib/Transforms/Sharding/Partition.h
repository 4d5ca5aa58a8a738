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
#include "mlir/IR/IRMapping.h"

namespace mlir::onnxops {

/// The code of a rank so far.
struct Partition {
  Partition(ShardBuilder &shards, IRMapping &map) : shards(shards), map(map) {}

  ShardBuilder &shards;
  IRMapping &map;                         ///< values that each rank has
  DenseMap<Value, ShardedTensor> tensors; ///< those that are sharded

  DenseMap<Value, Value> wholes; ///< all of some of these

  bool isSharded(Value value) const { return tensors.contains(value); }

  /// This rank's part of a tensor of the original function.
  ShardedTensor lookup(Value value) const {
    auto found = tensors.find(value);
    return found == tensors.end() ? ShardedTensor{map.lookup(value), {}}
                                  : found->second;
  }

  /// Replaces a value by this rank's part.
  void replace(Value value, const ShardedTensor &part) {
    if (part.layout.isSharded())
      tensors[value] = part;
    else
      map.map(value, part.local);
  }
};

/// Each builds `op`, of which an operand is sharded. Fails, and builds nothing,
/// for an op that it has no rule for.
LogicalResult partitionConcat(Partition &partition, Operation *op);
LogicalResult partitionTile(Partition &partition, Operation *op);
LogicalResult partitionElementwise(Partition &partition, Operation *op);
LogicalResult partitionBroadcast(Partition &partition, Operation *op);
LogicalResult partitionView(Partition &partition, Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_PARTITION_H
