//===- SequenceSource.h - origin of the elements of sequences ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sequence read where it was split is a tensor and arithmetic: its chunks are
// slices, its length a quotient. Any other sequence is a handle of the run-time
// library. What consumes a sequence asks this class and need not know which.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H

#include "mlir/Transforms/DialectConversion.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

namespace mlir::onnxops {

/// By split: a tensor of index that says where each of its chunks begins. Only
/// for splits of which chunks are read, and whose chunks have lengths of their
/// own.
using ChunkOffsets = DenseMap<Operation *, Value>;

class SequenceSource {
public:
  /// The source of `sequence`, a value before conversion. Fails if it has no
  /// converted form yet.
  static FailureOr<SequenceSource> find(const TypeConverter &converter,
                                        const ChunkOffsets &offsets,
                                        ConversionPatternRewriter &rewriter,
                                        Value sequence);

  /// Takes elements of unknown rank for tensors of `type`, which is checked
  /// where one is read.
  void declareElements(RankedTensorType type) {
    if (!elementType)
      elementType = type;
  }

  /// The number of elements.
  Value length(CheckBuilder &check) const;

  /// Element `position`, which is in range, as a tensor of `type`, or of the
  /// declared element type, whose rank must be known. A view: no data is
  /// copied. What only `type` knows is checked.
  Value at(CheckBuilder &check, Value position, RankedTensorType type) const;
  Value at(CheckBuilder &check, Value position) const {
    return at(check, position, elementType);
  }

  /// Builds a loop over all elements, in linear work for any kind of source.
  /// `body` gets position, element and the carried values, and returns the
  /// values to carry on. Returns the values after the last element.
  SmallVector<Value>
  forEach(CheckBuilder &check, ValueRange initial,
          llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body)
      const;

  /// The ONNX number of the elements' type.
  int64_t getElementNumber() const { return elementNumber; }

  /// Where this is a split: the op and its converted source.
  NewestSplitToSequenceOp getSplit() const { return split; }
  Value getTensor() const { return tensor; }
  int64_t getAxis() const { return axis; }
  /// Whether the chunks lack the axis they were cut along.
  bool isSqueezed() const { return squeezes; }

  /// Requires what the split needs: sizes positive, a sum that fits. Written
  /// once, where the split stands.
  void checkSplit(CheckBuilder &check) const;

  /// The split's entry in ChunkOffsets, null if it needs none. Summing up the
  /// lengths at each access would make a loop over all chunks quadratic.
  Value buildOffsets(CheckBuilder &check) const;

private:
  Value chunk(CheckBuilder &check) const;
  Value axisLength(CheckBuilder &check) const;
  Value splitAt(CheckBuilder &check, Value position) const;
  Value offsetOf(CheckBuilder &check, Value position) const;
  OpFoldResult sizeOf(CheckBuilder &check, Value position, Value offset) const;
  Value sliceAt(CheckBuilder &check, Value offset, OpFoldResult size,
                RankedTensorType type) const;

  // A split: its op, its converted operands, its entry in ChunkOffsets if it
  // has one yet, its axis counted from the front, whether that is removed from
  // the chunks, and their length if all have one.
  NewestSplitToSequenceOp split;
  Value tensor, lengths, offsets;
  int64_t axis = 0;
  bool squeezes = false;
  int64_t knownLength = ShapedType::kDynamic;
  // Anything else.
  Value handle;
  // Of an element, as declared, after conversion; null if its rank is unknown.
  RankedTensorType elementType;
  int64_t elementNumber = 0;
};

/// The split that made `sequence`, seen through casts. Null if something else
/// did, or if casts claim what its chunks cannot be, which is for the check of
/// a handle to say.
NewestSplitToSequenceOp findSplit(Value sequence);

/// Builds a handle that holds all elements of `source`.
Value buildHandle(CheckBuilder &check, const SequenceSource &source);

/// The position that `position`, a converted tensor of one element, means in a
/// sequence of `length` elements: checked to be in [-length, length - 1], or
/// up to length if `mayAppend`, and counted from the front.
Value normalizePosition(CheckBuilder &check, Value position, Value length,
                        bool mayAppend);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H
