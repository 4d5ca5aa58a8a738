//===- ShardBuilder.h - shards, their sizes and their moves -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the code of a rank.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H

#include "Layout.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Support/IndexBuilder.h"
#include "llvm/ADT/MapVector.h"

#include <functional>

namespace mlir::onnxops {

/// The numbers of offsets that are constants; empty for others.
SmallVector<int64_t> getConstantNumbers(Value offsets);

/// Builds at the insertion point of `builder`, which is in the function's first
/// block.
class ShardBuilder {
public:
  ShardBuilder(OpBuilder &builder, ArrayRef<int64_t> grid)
      : builder(builder), grid(grid) {}

  /// Constant offsets; the same value for the same numbers.
  Value getConstantOffsets(Location loc, ArrayRef<int64_t> numbers);
  /// Offsets of a dimension that the ranks along an axis share evenly; the same
  /// value for the same size.
  Value getEvenOffsets(Location loc, OpFoldResult size, int64_t axis);
  /// Offsets gathered along an axis from this rank's `size`.
  Value gatherOffsets(Location loc, Value size, int64_t axis);
  /// Offsets that `offset` computes from each of `offsets`.
  Value
  mapOffsets(Location loc, Value offsets,
             llvm::function_ref<Value(OpBuilder &, Location, Value)> offset);

  /// The size of the whole dimension, where this rank's shard begins, and its
  /// size.
  OpFoldResult getWholeSize(Location loc, const ShardedDimension &dimension);
  OpFoldResult getBegin(Location loc, const ShardedDimension &dimension);
  OpFoldResult getSize(Location loc, const ShardedDimension &dimension);

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

  /// The same tensor in another layout. A free argument that nothing reads so
  /// far gets this layout, if its offsets are constants.
  ShardedTensor moveTo(Location loc, const ShardedTensor &tensor,
                       const Layout &layout);

  Value materialize(Location loc, OpFoldResult index) {
    return IndexBuilder(builder, loc).materialize(index);
  }

  /// Lets the first op that reads an argument choose its layout.
  void addFreeArgument(BlockArgument argument) {
    freeArguments.insert({argument, Layout()});
  }
  /// The layout that was chosen for a value; none if it is no free argument.
  Layout getChosenLayout(Value value) const {
    return freeArguments.lookup(value);
  }
  /// That of a tensor, also if it is an argument and was free when looked up.
  Layout getLayout(const ShardedTensor &tensor) const {
    return tensor.layout.isSharded() ? tensor.layout
                                     : getChosenLayout(tensor.local);
  }
  /// Whether the layout of an argument can still be chosen.
  bool isFree(Value value) const {
    auto found = freeArguments.find(value);
    return found != freeArguments.end() && !found->second.isSharded() &&
           value.use_empty();
  }
  /// Called when the layout of a free argument is chosen, before it has users.
  std::function<void(BlockArgument, const Layout &)> onChoice;

  OpBuilder &builder;
  const SmallVector<int64_t> grid;
  std::string where; ///< the start of messages about what is built

private:
  Value getCoordinate(int64_t axis);
  Value extract(Location loc, Value offsets, OpFoldResult position);

  bool chooseLayout(Value argument, const Layout &layout);
  llvm::DenseMap<Value, Layout> freeArguments;
  Value rank;
  llvm::SmallDenseMap<int64_t, Value> coordinates;
  llvm::MapVector<Attribute, Value> constants;
  /// Even offsets by size and axis.
  llvm::DenseMap<std::pair<Value, int64_t>, Value> evenOffsets;
  struct Sizes {
    OpFoldResult whole, begin, size;
  };
  /// By offsets and axis.
  llvm::DenseMap<std::pair<Value, int64_t>, Sizes> sizes;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDBUILDER_H
