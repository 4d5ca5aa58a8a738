//===- RunTimeSegments.cpp - content known at run time --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice without the axis is read by Gather, which checks its index. Of a
// split into chunks of one length whose number is not known, chunk i begins at
// element i of a Range, which has one element for each chunk: a position out of
// range fails, as in the sequence. Tensors of the same sizes are stacked.
//
//===----------------------------------------------------------------------===//

#include "OnnxSegments.h"
#include "SequenceReaders.h"

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Longer lists of tensors are not stacked.
static constexpr int64_t kMaxStacked = 1024;

// The op that splits a tensor to `sequence`, null if there is none.
static NewestSplitToSequenceOp getSplitOf(Value sequence) {
  return lookThroughCasts(sequence).getDefiningOp<NewestSplitToSequenceOp>();
}

// Whether all chunks have the length of one operand, but for the last one.
static bool hasOneLength(NewestSplitToSequenceOp op) {
  if (!op.getSplit())
    return false;
  auto type = dyn_cast<RankedTensorType>(op.getSplit().getType());
  return type && type.getRank() == 0;
}

// An index of one element as a scalar, or as a vector.
static Value shapeIndex(OperatorBuilder &onnx, Value index, bool isVector) {
  auto type = dyn_cast<RankedTensorType>(index.getType());
  if (type && type.getRank() == (isVector ? 1 : 0))
    return index;
  if (isVector)
    return onnx.createReshape(index, 1);
  return onnx.createReshape(index, {});
}

// Where each chunk of one length begins, and this length as a scalar, computed
// once for all readers.
OnnxSegments::Starts OnnxSegments::buildStarts(NewestSplitToSequenceOp split) {
  auto [entry, isNew] = startsOf.try_emplace(split);
  if (!isNew)
    return entry->second;
  OpBuilder builder(split);
  OperatorBuilder onnx(builder, getHelperLoc(split), opset);
  Value length = onnx.createIndices(split.getSplit());
  Value size = onnx.createSize(split.getInput(), split.getAxis());
  Value starts = onnx.create("Range", {onnx.createScalar(0), size, length},
                             builder.getI64Type())
                     ->getResult(0);
  return entry->second = {starts, length};
}

// Where each chunk of known lengths begins, and the length of the one at
// `index`.
OnnxSegments::Starts
OnnxSegments::buildKnownStarts(OperatorBuilder &onnx,
                               NewestSplitToSequenceOp split, Value index) {
  int64_t count = known.getLength(split.getResult()).value();
  SmallVector<int64_t> starts, lengths;
  for (int64_t i = 0; i < count; ++i) {
    ChunkRange range = known.getChunkRange({split, i, 1});
    starts.push_back(range.offset);
    lengths.push_back(range.length);
  }
  return {onnx.createVector(starts),
          onnx.createGather(onnx.createVector(lengths), index, 0)};
}

Value OnnxSegments::buildChunkAt(OperatorBuilder &onnx,
                                 NewestSplitToSequenceOp split,
                                 Value position) {
  if (!split.getSplit())
    return onnx.createGather(
        split.getInput(),
        shapeIndex(onnx, position, /*isVector=*/!dropsAxis(split)),
        split.getAxis());
  Value index = shapeIndex(onnx, position, /*isVector=*/true);
  auto [starts, length] = hasOneLength(split)
                              ? buildStarts(split)
                              : buildKnownStarts(onnx, split, index);
  Value start = onnx.createGather(starts, index, 0);
  Value end = onnx.create("Add", {start, length},
                          cast<TensorType>(start.getType()).getElementType())
                  ->getResult(0);
  return onnx.createSlice(split.getInput(), start, end, split.getAxis());
}

// The elements of a sequence as one tensor, built where the sequence is; null
// unless all have the same sizes, which are known.
Value OnnxSegments::getStack(Value sequence) {
  sequence = lookThroughCasts(sequence);
  auto [entry, isNew] = stacks.try_emplace(sequence);
  int64_t length = known.getLength(sequence).value_or(0);
  if (!isNew || length == 0 || length > kMaxStacked)
    return entry->second;
  Operation *maker = sequence.getDefiningOp();
  SmallVector<Segment> segments;
  for (int64_t i = 0; i < length; ++i) {
    std::optional<Segment> segment =
        makeSegment(*known.getElement(sequence, i));
    if (!segment || !segment->type.hasStaticShape() ||
        (i > 0 && segment->type != segments.front().type))
      return {};
    segments.push_back(*segment);
  }
  OpBuilder builder(maker->getContext());
  builder.setInsertionPointAfter(maker);
  Location loc = getHelperLoc(maker);
  SmallVector<Value> parts;
  for (Segment &segment : segments) {
    segment.newAxis = 0;
    parts.push_back(buildOperand(builder, loc, segment));
  }
  SmallVector<int64_t> shape(segments.front().type.getShape());
  shape.insert(shape.begin(), length);
  Type type = segments.front().type.clone(shape);
  return stacks[sequence] =
             NewestConcatOp::create(builder, loc, type, parts, /*axis=*/0);
}

// Whether a position is known to be outside of the sequence. Readers of models
// refuse a Gather like that, though it may be in a branch that is not taken.
static bool isOutside(NewestSequenceAtOp op, std::optional<int64_t> length) {
  std::optional<int64_t> position = getKnownScalar(op.getPosition());
  return position && length && (*position < -*length || *position >= *length);
}

Value OnnxSegments::buildUnknownAt(OpBuilder &builder, NewestSequenceAtOp op) {
  if (isOutside(op, known.getLength(op.getInputSequence())))
    return {};
  NewestSplitToSequenceOp split = getSplitOf(op.getInputSequence());
  if (!split) {
    Value stack = getStack(op.getInputSequence());
    if (!stack)
      return {};
    OperatorBuilder onnx(builder, getLoc(op, "Gather"), opset);
    Value index = shapeIndex(onnx, op.getPosition(), /*isVector=*/false);
    return declareType(builder, op, onnx.createGather(stack, index, 0),
                       op.getType());
  }
  if (split.getSplit() && !hasOneLength(split) && !known.hasChunkRanges(split))
    return {};
  StringRef opType = split.getSplit() ? "Slice" : "Gather";
  OperatorBuilder onnx(builder, getLoc(op, opType), opset);
  return declareType(builder, op, buildChunkAt(onnx, split, op.getPosition()),
                     op.getType());
}

Value OnnxSegments::buildUnknownLength(OpBuilder &builder,
                                       NewestSequenceLengthOp op) {
  NewestSplitToSequenceOp split = getSplitOf(op.getInputSequence());
  if (!split || (split.getSplit() && !hasOneLength(split)))
    return {};
  if (!split.getSplit()) {
    OperatorBuilder onnx(builder, getLoc(op, "Gather"), opset);
    return onnx.createSize(split.getInput(), split.getAxis());
  }
  OperatorBuilder onnx(builder, getLoc(op, "Size"), opset);
  return onnx.create("Size", buildStarts(split).starts, builder.getI64Type())
      ->getResult(0);
}

// Whether a split has at least one chunk, unless the axis has no elements.
static bool hasChunks(NewestSplitToSequenceOp split) {
  return !split.getSplit() ||
         (hasOneLength(split) &&
          getKnownScalar(split.getSplit()).value_or(0) > 0);
}

// Both as dimensions of a tensor of unknown or known rank.
static bool areSameAxis(int64_t lhs, int64_t rhs, TensorType type) {
  return lhs == rhs ||
         (type.hasRank() && normalizeAxis(lhs, type.getRank()) ==
                                normalizeAxis(rhs, type.getRank()));
}

// All chunks, joined along the axis of the split, are the tensor itself; slices
// without the axis, stacked along another one, are its transpose.
Value OnnxSegments::buildJoinedChunks(OpBuilder &builder,
                                      NewestConcatFromSequenceOp op) {
  NewestSplitToSequenceOp split = getSplitOf(op.getInputSequence());
  bool isStack = op.getNewAxis() == 1;
  if (!split || dropsAxis(split) != isStack || !hasChunks(split))
    return {};
  Value tensor = split.getInput();
  auto type = cast<TensorType>(tensor.getType());
  if (areSameAxis(op.getAxis(), split.getAxis(), type))
    return declareType(builder, op, tensor, op.getType());
  if (!isStack || !type.hasRank())
    return {};
  std::optional<int64_t> to = normalizeAxis(op.getAxis(), type.getRank());
  if (!to)
    return {};
  int64_t from = getSplitAxis(split);
  auto order = llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  order.erase(order.begin() + from);
  order.insert(order.begin() + *to, from);
  OperatorBuilder onnx(builder, getLoc(op, "Transpose"), opset);
  NamedAttribute perm =
      builder.getNamedAttr("perm", builder.getI64ArrayAttr(order));
  Value transposed =
      onnx.create("Transpose", tensor, type.getElementType(), perm)
          ->getResult(0);
  return declareType(builder, op, transposed, op.getType());
}
