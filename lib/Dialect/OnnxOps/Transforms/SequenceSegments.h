//===- SequenceSegments.h - tensors taken out of sequences ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the tensors that replace reads of sequences, as upstream ops, which
// become views, or as ONNX operators, which can be exported.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCESEGMENTS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCESEGMENTS_H

#include "KnownSequences.h"

namespace mlir::onnxops {

/// A tensor that can be built at its use: an operand of an op, or a slice of
/// one along an axis, which may be dropped, then optionally with a new axis of
/// size 1.
struct Segment {
  Value source;
  /// The slice, or `source`, without the new axis.
  TensorType type;
  std::optional<int64_t> axis = std::nullopt;
  ChunkRange range = {0, 0};
  bool dropsAxis = false;
  std::optional<int64_t> newAxis = std::nullopt;

  TensorType getResultType() const;
};

/// Whether chunks lose the axis that is split.
bool dropsAxis(NewestSplitToSequenceOp op);

/// The axis that is split, counted from the front. The rank must be known.
int64_t getSplitAxis(NewestSplitToSequenceOp op);

/// The segment that a run of chunks covers; a single chunk if the axis is
/// dropped. The rank must be known.
Segment makeSlice(NewestSplitToSequenceOp op, ChunkRange range, bool keepsAxis);

/// Builds segments in one form.
class SegmentBuilder {
public:
  explicit SegmentBuilder(const KnownSequences &known) : known(known) {}
  virtual ~SegmentBuilder() = default;

  /// The segment of a run of one element. None if this form cannot express it.
  virtual std::optional<Segment> makeSegment(const ElementRun &run);

  /// Builds a segment for `reader`, whose result has the type `declared`. Null
  /// if the declared type is a check that would be lost, or a contradiction.
  virtual Value build(OpBuilder &builder, Operation *reader,
                      const Segment &segment, Type declared) = 0;
  /// The same as an operand of an op at `loc`.
  virtual Value buildOperand(OpBuilder &builder, Location loc,
                             const Segment &segment) = 0;
  /// The location of an `opType` that replaces `reader`, and of its operands.
  virtual Location getLoc(Operation *reader, StringRef opType) {
    return reader->getLoc();
  }

  /// Replacements of ops that read content or a position that is only known at
  /// run time. Null if this form has none.
  virtual Value buildUnknownAt(OpBuilder &builder, NewestSequenceAtOp op) {
    return {};
  }
  virtual Value buildUnknownLength(OpBuilder &builder,
                                   NewestSequenceLengthOp op) {
    return {};
  }
  /// The replacement of an op that joins all chunks of a split, whose number is
  /// not known to be 0. Null if this form has none.
  virtual Value buildJoinedChunks(OpBuilder &builder,
                                  NewestConcatFromSequenceOp op) {
    return {};
  }

protected:
  const KnownSequences &known;
};

/// `tensor.extract_slice`, `collapse_shape` and `expand_shape`.
std::unique_ptr<SegmentBuilder> makeTensorSegments(const KnownSequences &known);

/// Split, Slice, Gather and Unsqueeze of an opset. They fail at run time where
/// the ops that they replace do: only the concatenation of a sequence without
/// elements, if their number is not known, is a tensor without elements.
std::unique_ptr<SegmentBuilder> makeOnnxSegments(const KnownSequences &known,
                                                 int64_t opset);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCESEGMENTS_H
