//===- ShardingModels.h - ShardingInterface of ops that move ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets upstream's pass shard-partition make functions of shards from annotated
// functions with concats, tiles and slices.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_SHARDING_SHARDINGMODELS_H
#define ONNXOPS_TRANSFORMS_SHARDING_SHARDINGMODELS_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::onnxops {

/// Adds models of shard::ShardingInterface for the newest Concat and Tile, for
/// tensor.concat, and for slices that keep all dimensions.
///
/// Operands and results may be sharded in any dimension, evenly or by constant
/// offsets, each dimension along at most one axis of the grid. What a rank
/// needs and does not have is received by an `onnxops.exchange`; the function
/// gets the attribute `onnxops.ranks`. What is not supported is reported, and
/// fails the partition.
void registerShardingModels(DialectRegistry &registry);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_SHARDING_SHARDINGMODELS_H
