//===- TensorSegments.cpp - segments as upstream ops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Segments that both forms share, and the form of upstream's tensor dialect.
//
//===----------------------------------------------------------------------===//

#include "SequenceSegments.h"

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

TensorType Segment::getResultType() const {
  if (!newAxis)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + *newAxis, 1);
  return RankedTensorType::get(shape, type.getElementType());
}

bool mlir::onnxops::dropsAxis(NewestSplitToSequenceOp op) {
  return !op.getSplit() && op.getKeepdims() == 0;
}

int64_t mlir::onnxops::getSplitAxis(NewestSplitToSequenceOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  return *normalizeAxis(op.getAxis(), type.getRank());
}

Segment mlir::onnxops::makeSlice(NewestSplitToSequenceOp op, ChunkRange range,
                                 bool keepsAxis) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  int64_t axis = getSplitAxis(op);
  SmallVector<int64_t> shape(type.getShape());
  if (keepsAxis && shape[axis] == range.length)
    return {op.getInput(), type};
  shape[axis] = range.length;
  if (!keepsAxis)
    shape.erase(shape.begin() + axis);
  return {op.getInput(), type.clone(shape), axis, range, !keepsAxis};
}

std::optional<Segment> SegmentBuilder::makeSegment(const ElementRun &run) {
  if (auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker))
    return makeSlice(split, known.getChunkRange(run), !dropsAxis(split));
  Value tensor = run.maker->getOperand(run.first);
  if (auto insert = dyn_cast<NewestSequenceInsertOp>(run.maker))
    tensor = insert.getTensor();
  return Segment{tensor, cast<TensorType>(tensor.getType())};
}

namespace {

class TensorSegments : public SegmentBuilder {
public:
  using SegmentBuilder::SegmentBuilder;

  Value build(OpBuilder &builder, Operation *reader, const Segment &segment,
              Type declared) override {
    if (!isRefinementOf(segment.getResultType(), declared))
      return {};
    return buildOperand(builder, reader->getLoc(), segment);
  }

  Value buildOperand(OpBuilder &builder, Location loc,
                     const Segment &segment) override {
    Value value = segment.source;
    if (segment.axis)
      value = sliceAxis(builder, loc, value, *segment.axis,
                        builder.getIndexAttr(segment.range.offset),
                        builder.getIndexAttr(segment.range.length));
    if (segment.dropsAxis)
      value = dropUnitAxis(builder, loc, value, *segment.axis);
    if (segment.newAxis)
      value = addUnitAxis(builder, loc, value, *segment.newAxis);
    return value;
  }
};

} // namespace

std::unique_ptr<SegmentBuilder>
mlir::onnxops::makeTensorSegments(const KnownSequences &known) {
  return std::make_unique<TensorSegments>(known);
}
