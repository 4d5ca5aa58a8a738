//===- Layout.h - how ranks share a tensor ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ranks are numbered row-major in a grid. Along each of its axes they share at
// most one dimension of a tensor.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_LAYOUT_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_LAYOUT_H

#include "mlir/IR/Value.h"

namespace mlir::onnxops {

/// A dimension of a tensor that the ranks along an axis of the grid share.
/// `offsets` is a vector: where the shard of each coordinate begins, and the
/// size of the dimension.
struct ShardedDimension {
  int64_t dimension;
  int64_t axis;
  Value offsets;

  bool operator==(const ShardedDimension &other) const {
    return dimension == other.dimension && axis == other.axis &&
           offsets == other.offsets;
  }
};

/// The sharded dimensions of a tensor, in the order of axes; none if each rank
/// has all of it.
class Layout {
public:
  Layout() = default;
  Layout(ArrayRef<ShardedDimension> dimensions) {
    for (const ShardedDimension &dimension : dimensions)
      add(dimension);
  }

  bool isSharded() const { return !dimensions.empty(); }
  ArrayRef<ShardedDimension> getDimensions() const { return dimensions; }

  /// Null if each rank has all of the dimension.
  const ShardedDimension *find(int64_t dimension) const {
    const auto *found =
        llvm::find_if(dimensions, [&](const ShardedDimension &known) {
          return known.dimension == dimension;
        });
    return found == dimensions.end() ? nullptr : found;
  }

  /// Whether a dimension, or one of the same axis, is sharded.
  bool hasEither(const ShardedDimension &wanted) const {
    return llvm::any_of(dimensions, [&](const ShardedDimension &known) {
      return known.dimension == wanted.dimension || known.axis == wanted.axis;
    });
  }

  /// Adds a dimension, which `hasEither` says is not there.
  void add(const ShardedDimension &added) {
    assert(!hasEither(added) && "expected a new dimension and a new axis");
    auto *next = llvm::find_if(dimensions, [&](const ShardedDimension &known) {
      return known.axis > added.axis;
    });
    dimensions.insert(next, added);
  }

  /// Adds what does not contradict.
  void addFrom(const Layout &other) {
    for (const ShardedDimension &dimension : other.dimensions)
      if (!hasEither(dimension))
        add(dimension);
  }

  /// The layout of a tensor whose dimensions have other numbers; without those
  /// whose number is -1, and without all but the first of those with the same.
  Layout renumber(llvm::function_ref<int64_t(int64_t)> getNumber) const {
    Layout layout;
    for (ShardedDimension dimension : dimensions) {
      dimension.dimension = getNumber(dimension.dimension);
      if (dimension.dimension >= 0 && !layout.hasEither(dimension))
        layout.add(dimension);
    }
    return layout;
  }

  /// Other offsets of a dimension that is sharded.
  void setOffsets(int64_t dimension, Value offsets) {
    for (ShardedDimension &known : dimensions)
      if (known.dimension == dimension)
        known.offsets = offsets;
  }

  bool operator==(const Layout &other) const {
    return dimensions == other.dimensions;
  }

private:
  SmallVector<ShardedDimension, 2> dimensions;
};

/// This rank's part of a tensor.
struct ShardedTensor {
  Value local;
  Layout layout;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_LAYOUT_H
