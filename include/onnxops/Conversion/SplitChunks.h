//===- SplitChunks.h - the chunks of a SplitToSequence ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where each chunk of a split is in the split's input: arithmetic and checks,
// for the lowering to slices and for shards.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_SPLITCHUNKS_H
#define ONNXOPS_CONVERSION_SPLITCHUNKS_H

#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

namespace mlir::onnxops {

/// The type inferred from the operands of a split, which may be more precise
/// than its declared type.
SequenceType inferSplitType(NewestSplitToSequenceOp op);

/// The chunks of a split, by operands that may have other types than its own.
class SplitChunks {
public:
  SplitChunks() = default;
  /// `input` and `lengths` are the operands of the split, the second one null
  /// if it has none. `size` is that of the split axis if `input` is only a
  /// part, or null.
  SplitChunks(NewestSplitToSequenceOp split, Value input, Value lengths,
              Value size = {});

  /// Builds the checks of the split: sizes are positive, the sum fits. Called
  /// once, at the position of the split.
  void checkSplit(CheckBuilder &check) const;

  /// Builds an index tensor with the offset of each chunk if chunks have no
  /// common length, otherwise null. Adding up the lengths at each access would
  /// make a loop over all chunks quadratic.
  Value buildOffsets(CheckBuilder &check) const;
  void setOffsets(Value built) { offsets = built; }

  /// The number of chunks.
  Value length(CheckBuilder &check) const;
  /// The offset of chunk `position` along the axis, which is in range; of
  /// others than the first one after setOffsets.
  Value offsetOf(CheckBuilder &check, Value position) const;
  /// The length that all chunks have, except that the last one has what is
  /// left; null if a vector gives lengths that are not known to be equal.
  Value commonLength(CheckBuilder &check) const;
  /// The length of chunk `position`, a constant if it is static in its type.
  OpFoldResult sizeOf(CheckBuilder &check, Value position, Value offset) const;

  Value getInput() const { return input; }
  /// The split axis, counted from the front.
  int64_t getAxis() const { return axis; }
  /// Whether the split axis is removed from the chunks.
  bool isSqueezed() const { return squeezes; }

private:
  Value chunk(CheckBuilder &check) const;
  Value axisLength(CheckBuilder &check) const;
  Value splitAt(CheckBuilder &check, Value position) const;

  Value input, lengths, size, offsets;
  int64_t axis = 0;
  bool squeezes = false;
  int64_t knownLength = ShapedType::kDynamic; ///< that all chunks have
};

/// Converts `position`, a tensor of one element, to a position from the front
/// of a sequence of `length` elements. Checks that it is in [-length, length -
/// 1], or up to length if `mayAppend`.
Value normalizePosition(CheckBuilder &check, Value position, Value length,
                        bool mayAppend);

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_SPLITCHUNKS_H
