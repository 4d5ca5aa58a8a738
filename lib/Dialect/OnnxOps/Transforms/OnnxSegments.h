//===- OnnxSegments.h - segments as ONNX operators --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds tensors out of sequences with the operators of an opset.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_ONNXSEGMENTS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_ONNXSEGMENTS_H

#include "SequenceSegments.h"
#include "onnxops/Onnx/OperatorBuilder.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::onnxops {

class OnnxSegments : public SegmentBuilder {
public:
  OnnxSegments(const KnownSequences &known, int64_t opset)
      : SegmentBuilder(known), opset(opset) {}

  std::optional<Segment> makeSegment(const ElementRun &run) override;
  Value build(OpBuilder &builder, Operation *reader, const Segment &segment,
              Type declared) override;
  Value buildOperand(OpBuilder &builder, Location loc,
                     const Segment &segment) override;
  Location getLoc(Operation *reader, StringRef opType) override {
    return renameNode(reader->getLoc(), opType);
  }
  Value buildUnknownAt(OpBuilder &builder, NewestSequenceAtOp op) override;
  Value buildUnknownLength(OpBuilder &builder,
                           NewestSequenceLengthOp op) override;
  Value buildJoinedChunks(OpBuilder &builder,
                          NewestConcatFromSequenceOp op) override;

private:
  SmallVector<std::string> nameChunks(NewestSplitToSequenceOp op,
                                      ArrayRef<Operation *> readers);
  Operation *getSplit(NewestSplitToSequenceOp op);
  Operation *buildSplit(NewestSplitToSequenceOp op);
  /// Where chunks begin, and their length.
  struct Starts {
    Value starts, length;
  };
  Value getStack(Value sequence);
  Starts buildStarts(NewestSplitToSequenceOp split);
  Starts buildKnownStarts(OperatorBuilder &onnx, NewestSplitToSequenceOp split,
                          Value index);
  Value buildChunkAt(OperatorBuilder &onnx, NewestSplitToSequenceOp split,
                     Value position);

  int64_t opset;
  /// The Split of each SplitToSequence, null if its chunks are Slices.
  DenseMap<Operation *, Operation *> splits;
  DenseMap<Operation *, Starts> startsOf;
  /// The elements of each sequence, stacked; null if they cannot be.
  DenseMap<Value, Value> stacks;
  /// All names of values in the module, once one is needed that is new.
  llvm::StringSet<> names;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_ONNXSEGMENTS_H
