//===- ShardBuilder.h - shards, their sizes and their moves -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the code of a rank, which has shards along one dimension of each
// tensor, or all of it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Support/IndexBuilder.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::onnxops {

/// How a tensor is sharded: along `dimension`, which is -1 if each rank has all
/// of it. `offsets` is a vector: where each rank's shard begins, and the size
/// of the dimension.
struct Layout {
  int64_t dimension = -1;
  Value offsets;

  bool isSharded() const { return dimension >= 0; }
  bool operator==(const Layout &other) const {
    return dimension == other.dimension && offsets == other.offsets;
  }
};

/// This rank's part of a tensor.
struct ShardedTensor {
  Value local;
  Layout layout;
};

/// Builds at the insertion point of `builder`, which is in the function's first
/// block.
class ShardBuilder {
public:
  ShardBuilder(OpBuilder &builder, int64_t ranks)
      : builder(builder), ranks(ranks) {}

  /// Offsets of a dimension that is sharded evenly; the same value for the same
  /// constant size.
  Value getEvenOffsets(Location loc, OpFoldResult size);
  /// Offsets gathered from this rank's `size`.
  Value gatherOffsets(Location loc, Value size);
  /// Offsets that `offset` computes from each of `offsets`.
  Value
  mapOffsets(Location loc, Value offsets,
             llvm::function_ref<Value(OpBuilder &, Location, Value)> offset);

  /// The size of the whole dimension, where this rank's shard begins, and its
  /// size.
  OpFoldResult getWholeSize(Location loc, Value offsets);
  OpFoldResult getBegin(Location loc, Value offsets);
  OpFoldResult getSize(Location loc, Value offsets);

  /// The size of a dimension of the whole tensor.
  OpFoldResult getWholeSize(Location loc, const ShardedTensor &tensor,
                            int64_t dimension);
  /// The sizes of this rank's part.
  SmallVector<OpFoldResult> getLocalSizes(Location loc,
                                          const ShardedTensor &tensor);

  /// The type of this rank's part of a tensor of `type`.
  RankedTensorType getLocalType(RankedTensorType type, const Layout &layout);

  /// A part of a source for exchange: where it begins, its length, and how
  /// often it repeats.
  struct Segment {
    int64_t source;
    OpFoldResult begin, length, repeats;
  };

  /// Joins segments along `dimension` to a tensor of `layout`, whose sizes are
  /// those of the first source in other dimensions. Sources may be the same.
  ShardedTensor exchange(Location loc, ArrayRef<ShardedTensor> sources,
                         int64_t dimension, ArrayRef<Segment> segments,
                         const Layout &layout);

  /// The same tensor in another layout.
  ShardedTensor moveTo(Location loc, const ShardedTensor &tensor,
                       const Layout &layout);

  Value materialize(Location loc, OpFoldResult index) {
    return IndexBuilder(builder, loc).materialize(index);
  }

  OpBuilder &builder;
  const int64_t ranks;
  std::string where; ///< the start of messages about what is built

private:
  Value getRank();
  Value getConstantOffsets(Location loc, ArrayRef<int64_t> numbers);
  Value extract(Location loc, Value offsets, OpFoldResult position);

  Value rank;
  llvm::MapVector<Attribute, Value> constants;
  struct Sizes {
    OpFoldResult whole, begin, size;
  };
  llvm::DenseMap<Value, Sizes> sizes;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H
