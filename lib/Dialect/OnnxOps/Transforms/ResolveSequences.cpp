//===- ResolveSequences.cpp - replace known sequences by tensors ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces ops that read a sequence of known content by the tensors that they
// read. If a check may still fail, of a sum, a position, or a declared type
// that is more precise than the inferred one, the op stays and is checked at
// run time.
//
//===----------------------------------------------------------------------===//

#include "KnownSequences.h"
#include "UnreachableBlocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_RESOLVESEQUENCES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Longer sequences of tensors are kept, and concatenated by a run-time loop.
static constexpr int64_t kMaxOperands = 65536;

namespace {

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

  TensorType getResultType() const {
    if (!newAxis)
      return type;
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + *newAxis, 1);
    return RankedTensorType::get(shape, type.getElementType());
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

static bool dropsAxis(NewestSplitToSequenceOp op) {
  return !op.getSplit() && op.getKeepdims() == 0;
}

static int64_t getSplitAxis(NewestSplitToSequenceOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  return *normalizeAxis(op.getAxis(), type.getRank());
}

// The segment that a run of chunks covers; a single chunk if the axis is
// dropped.
static Segment makeSlice(NewestSplitToSequenceOp op, ChunkRange range,
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

// The segment of a run of one element.
static Segment makeSegment(const KnownSequences &known, const ElementRun &run) {
  if (auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker))
    return makeSlice(split, known.getChunkRange(run), !dropsAxis(split));
  Value tensor = run.maker->getOperand(run.first);
  if (auto insert = dyn_cast<NewestSequenceInsertOp>(run.maker))
    tensor = insert.getTensor();
  return {tensor, cast<TensorType>(tensor.getType())};
}

static Value buildSegment(OpBuilder &builder, Location loc,
                          const Segment &segment) {
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

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

namespace {

/// Replaces ops by values of the same or a more precise type. Result types of
/// users are refined before they are visited, so that one pass over the module
/// resolves a chain of splits and concats.
class Replacer {
public:
  /// Replaces the op by `value`, whose type is at least as precise.
  void replace(OpBuilder &builder, Operation *op, Value value) {
    Value result = op->getResult(0);
    if (value.getType() != result.getType())
      outdated.insert_range(result.getUsers());
    replaceUses(builder, collectUses(result), value, result.getType());
    op->erase();
  }

  /// Refines the result type of `op`. To be called for each op, producers
  /// first. Fails if the new operand types contradict the op.
  LogicalResult refine(Operation *op) {
    if (!outdated.erase(op))
      return success();
    InferTypeOpInterface inferred = getInferredOp(op);
    if (!inferred)
      return getCastSource(op) ? op->getName().verifyInvariants(op) : success();
    Type type = inferRefinedType(inferred);
    if (!type) // The verifier emits the error.
      return op->getName().verifyInvariants(op);
    Value result = op->getResult(0);
    if (type != result.getType())
      outdated.insert_range(result.getUsers());
    refineInPlace(result, type);
    return success();
  }

private:
  /// Ops whose results must be refined, since an operand has a new type.
  llvm::DenseSet<Operation *> outdated;
};

} // namespace

// The meet of the result's type and `known`, if any user accepts it, or else
// the result's type.
static Type refineForUsers(Operation *op, Type known) {
  Type type = op->getResult(0).getType();
  Type refined = meetTypes(type, known);
  bool isOfUse = llvm::any_of(op->getUses(), [&](OpOperand &use) {
    return acceptsRefinement(use, refined);
  });
  return isOfUse ? refined : type;
}

// The tensor inserted first or last into a sequence of any length, if that is
// the element at `position`. Such an insertion cannot fail, so no check is
// lost.
static std::optional<Segment> getInsertedSegment(Value sequence,
                                                 int64_t position) {
  auto insert = sequence.getDefiningOp<NewestSequenceInsertOp>();
  if (!insert)
    return std::nullopt;
  bool isLast = position == -1 && !insert.getPosition();
  bool isFirst = position == 0 && insert.getPosition() &&
                 getKnownScalar(insert.getPosition()) == 0;
  if (!isLast && !isFirst)
    return std::nullopt;
  Value tensor = insert.getTensor();
  return Segment{tensor, cast<TensorType>(tensor.getType())};
}

// The element at a position of any sequence, if it is known.
static std::optional<Segment> getSegmentAt(const KnownSequences &known,
                                           Value sequence, int64_t position) {
  if (!known.getLength(sequence))
    return getInsertedSegment(sequence, position);
  std::optional<ElementRun> run = known.getElement(sequence, position);
  if (!run)
    return std::nullopt;
  return makeSegment(known, *run);
}

/// Replaces the element at a known position.
///   %s = sequence_construct_v11 %a, %b
///   sequence_at_v11 %s, 1  ==>  %b
/// and a chunk by `tensor.extract_slice`.
static void resolveAt(const KnownSequences &known, Replacer &replacer,
                      NewestSequenceAtOp op) {
  std::optional<int64_t> position = getKnownScalar(op.getPosition());
  if (!position)
    return;
  std::optional<Segment> segment =
      getSegmentAt(known, op.getInputSequence(), *position);
  if (!segment || !isRefinementOf(segment->type, op.getType()))
    return;
  OpBuilder builder(op);
  replacer.replace(builder, op, buildSegment(builder, op.getLoc(), *segment));
}

/// Replaces the length of a known sequence by a constant.
static void resolveLength(const KnownSequences &known, Replacer &replacer,
                          NewestSequenceLengthOp op) {
  std::optional<int64_t> length = known.getLength(op.getInputSequence());
  if (!length)
    return;
  OpBuilder builder(op);
  auto type = RankedTensorType::get({}, builder.getI64Type());
  replacer.replace(
      builder, op,
      arith::ConstantOp::create(builder, op.getLoc(),
                                DenseElementsAttr::get(type, *length)));
}

// The axis of concatenation or stacking, counted from the front. None if the
// rank of the first element is unknown or the axis is out of range.
static std::optional<int64_t> getJoinedAxis(const KnownSequences &known,
                                            NewestConcatFromSequenceOp op) {
  std::optional<ElementRun> first = known.getElement(op.getInputSequence(), 0);
  if (!first)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(makeSegment(known, *first).type);
  if (!type)
    return std::nullopt;
  return normalizeAxis(op.getAxis(), type.getRank() + op.getNewAxis());
}

// The segments that are concatenated along `axis`; adjacent chunks of one split
// along the same axis form one segment. None if there are too many, or if a new
// axis needs an unknown rank.
static std::optional<SmallVector<Segment>>
collectSegments(const KnownSequences &known, NewestConcatFromSequenceOp op,
                std::optional<int64_t> axis) {
  bool isStack = op.getNewAxis() == 1;
  SmallVector<Segment> segments;
  for (ElementRun run : known.getRuns(op.getInputSequence())) {
    auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker);
    if (split && getSplitAxis(split) == axis && dropsAxis(split) == isStack) {
      segments.push_back(makeSlice(split, known.getChunkRange(run),
                                   /*keepsAxis=*/true));
      continue;
    }
    if (static_cast<int64_t>(segments.size()) + run.count > kMaxOperands)
      return std::nullopt;
    for (int64_t i = 0; i < run.count; ++i) {
      Segment segment = makeSegment(known, {run.maker, run.first + i, 1});
      if (isStack) {
        if (!axis || !segment.type.hasRank() || *axis > segment.type.getRank())
          return std::nullopt;
        segment.newAxis = axis;
      }
      segments.push_back(segment);
    }
  }
  return segments;
}

/// Replaces the concatenation of a known sequence by a concat, or by the single
/// tensor from which it was split.
///   %s = sequence_construct_v11 %a, %b
///   concat_from_sequence_v11 %s axis = 0  ==>  concat_v13 %a, %b axis = 0
/// A new axis is first added to the elements by `tensor.expand_shape`. Elements
/// that contradict each other are left to the run-time check.
static void resolveConcat(const KnownSequences &known, Replacer &replacer,
                          NewestConcatFromSequenceOp op) {
  // An empty sequence determines no result shape: an error at run time.
  if (known.getLength(op.getInputSequence()).value_or(0) == 0)
    return;
  std::optional<int64_t> axis = getJoinedAxis(known, op);
  std::optional<SmallVector<Segment>> segments =
      collectSegments(known, op, axis);
  if (!segments)
    return;
  SmallVector<Type> types;
  for (const Segment &segment : *segments)
    types.push_back(segment.getResultType());
  int64_t writtenAxis = axis.value_or(op.getAxis());
  FailureOr<Type> inferred =
      inferConcatType(/*emit=*/{}, types, writtenAxis, /*allowsNegative=*/true);
  if (failed(inferred) || !areCompatibleTypes(op.getType(), *inferred))
    return;

  OpBuilder builder(op);
  SmallVector<Value> inputs;
  for (const Segment &segment : *segments)
    inputs.push_back(buildSegment(builder, op.getLoc(), segment));
  if (inputs.size() == 1 && axis && isRefinementOf(types.front(), op.getType()))
    return replacer.replace(builder, op, inputs.front());
  Type type = refineForUsers(op, *inferred);
  replacer.replace(
      builder, op,
      NewestConcatOp::create(builder, op.getLoc(), type, inputs, writtenAxis));
}

namespace {

struct ResolveSequences
    : onnxops::impl::ResolveSequencesBase<ResolveSequences> {
  void runOnOperation() override {
    onnxops::eraseUnreachableBlocks(getOperation());
    KnownSequences known;
    Replacer replacer;
    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (failed(replacer.refine(op)))
        return WalkResult::interrupt();
      known.visit(op);
      if (auto at = dyn_cast<NewestSequenceAtOp>(op))
        resolveAt(known, replacer, at);
      else if (auto length = dyn_cast<NewestSequenceLengthOp>(op))
        resolveLength(known, replacer, length);
      else if (auto concat = dyn_cast<NewestConcatFromSequenceOp>(op))
        resolveConcat(known, replacer, concat);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    for (Operation *op : llvm::reverse(known.getMakers()))
      if (op->use_empty())
        op->erase();
  }
};

} // namespace
