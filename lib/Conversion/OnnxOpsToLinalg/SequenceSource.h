//===- SequenceSource.h - origin of the elements of sequences ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Hides the two forms of a sequence from its consumers. The result of a split
// is a tensor and arithmetic: its chunks are slices, its length is a quotient.
// Any other sequence is a handle of the run-time library.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H
#define ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H

#include "mlir/Transforms/DialectConversion.h"
#include "onnxops/Conversion/SplitChunks.h"

namespace mlir::onnxops {

/// For each split, an index tensor with the offset of each chunk. Only for
/// splits whose chunks are read and have no common length.
using ChunkOffsets = DenseMap<Operation *, Value>;

class SequenceSource {
public:
  /// The source of `sequence`, a value before conversion. Fails if it has no
  /// converted form yet.
  static FailureOr<SequenceSource> find(const TypeConverter &converter,
                                        const ChunkOffsets &offsets,
                                        ConversionPatternRewriter &rewriter,
                                        Value sequence);

  /// Sets the type of elements of unknown rank, which is checked for each
  /// element that is read.
  void declareElements(RankedTensorType type) {
    if (!elementType)
      elementType = type;
  }

  /// The number of elements.
  Value length(CheckBuilder &check) const;

  /// Element `position`, which is in range, as a tensor of `type`, or of the
  /// declared element type, which must be ranked. A view: no data is copied.
  /// Sizes that are static in `type` only are checked.
  Value at(CheckBuilder &check, Value position, RankedTensorType type) const;
  Value at(CheckBuilder &check, Value position) const {
    return at(check, position, elementType);
  }

  /// Builds a loop over all elements that runs in linear time for any source.
  /// `body` gets position, element and the carried values, and returns their
  /// next values. Returns the values after the last element.
  SmallVector<Value>
  forEach(CheckBuilder &check, ValueRange initial,
          llvm::function_ref<SmallVector<Value>(Value, Value, ValueRange)> body)
      const;

  /// The ONNX number of the element type.
  int64_t getElementNumber() const { return elementNumber; }

  /// Whether each chunk of a split is known to have the declared type.
  bool areChunksExact() const { return isExact; }

  /// For a split, the op, and its chunks by its converted operands.
  NewestSplitToSequenceOp getSplit() const { return split; }
  const SplitChunks &getChunks() const { return chunks; }

private:
  Value sliceAt(CheckBuilder &check, Value offset, OpFoldResult size,
                RankedTensorType type) const;

  // For a split.
  NewestSplitToSequenceOp split;
  SplitChunks chunks;
  bool isExact = false;
  // For any other sequence.
  Value handle;
  // The converted declared type of the elements; null if its rank is unknown.
  RankedTensorType elementType;
  int64_t elementNumber = 0;
};

/// The split that defines `sequence`, ignoring casts. Null if it is defined by
/// another op, or if a cast contradicts the type of the chunks, which the check
/// of a handle reports.
NewestSplitToSequenceOp findSplit(Value sequence);

/// Builds a handle that holds all elements of `source`.
Value buildHandle(CheckBuilder &check, const SequenceSource &source);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXOPSTOLINALG_SEQUENCESOURCE_H
