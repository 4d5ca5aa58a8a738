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

#include "SequenceSegments.h"
#include "UnreachableBlocks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_RESOLVESEQUENCES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Longer sequences of tensors are kept, and concatenated by a run-time loop.
static constexpr int64_t kMaxOperands = 65536;

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

namespace {

/// What the readers of sequences are replaced with.
struct Resolution {
  const KnownSequences &known;
  SegmentBuilder &segments;
  Replacer &replacer;
};

} // namespace

// The element at a position of any sequence, if it is known.
static std::optional<Segment> getSegmentAt(const Resolution &resolution,
                                           NewestSequenceAtOp op) {
  std::optional<int64_t> position = getKnownScalar(op.getPosition());
  Value sequence = op.getInputSequence();
  if (!position)
    return std::nullopt;
  if (!resolution.known.getLength(sequence))
    return getInsertedSegment(sequence, *position);
  std::optional<ElementRun> run =
      resolution.known.getElement(sequence, *position);
  return run ? resolution.segments.makeSegment(*run) : std::nullopt;
}

/// Replaces the element at a known position.
///   %s = sequence_construct_v11 %a, %b
///   sequence_at_v11 %s, 1  ==>  %b
/// and a chunk by `tensor.extract_slice`, or by ONNX operators.
static void resolveAt(const Resolution &resolution, NewestSequenceAtOp op) {
  OpBuilder builder(op);
  std::optional<Segment> segment = getSegmentAt(resolution, op);
  Value value =
      segment ? resolution.segments.build(builder, op, *segment, op.getType())
              : resolution.segments.buildUnknownAt(builder, op);
  if (value)
    resolution.replacer.replace(builder, op, value);
}

/// Replaces the length of a known sequence by a constant.
static void resolveLength(const Resolution &resolution,
                          NewestSequenceLengthOp op) {
  std::optional<int64_t> length =
      resolution.known.getLength(op.getInputSequence());
  OpBuilder builder(op);
  if (!length) {
    if (Value value = resolution.segments.buildUnknownLength(builder, op))
      resolution.replacer.replace(builder, op, value);
    return;
  }
  auto type = RankedTensorType::get({}, builder.getI64Type());
  resolution.replacer.replace(
      builder, op,
      arith::ConstantOp::create(builder, op.getLoc(),
                                DenseElementsAttr::get(type, *length)));
}

// The axis of concatenation or stacking, counted from the front. None if the
// rank of the first element is unknown or the axis is out of range.
static std::optional<int64_t> getJoinedAxis(const Resolution &resolution,
                                            NewestConcatFromSequenceOp op) {
  std::optional<ElementRun> first =
      resolution.known.getElement(op.getInputSequence(), 0);
  std::optional<Segment> segment =
      first ? resolution.segments.makeSegment(*first) : std::nullopt;
  auto type =
      segment ? dyn_cast<RankedTensorType>(segment->type) : RankedTensorType();
  if (!type)
    return std::nullopt;
  return normalizeAxis(op.getAxis(), type.getRank() + op.getNewAxis());
}

// Whether a run of chunks, joined along `axis`, is one slice of what was split.
static bool isOneSlice(const KnownSequences &known, const ElementRun &run,
                       std::optional<int64_t> axis, bool isStack) {
  auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker);
  return split && known.hasChunkRanges(split) && getSplitAxis(split) == axis &&
         dropsAxis(split) == isStack;
}

// The segments that are concatenated along `axis`; adjacent chunks of one split
// along the same axis form one segment. None if there are too many, or if a new
// axis needs an unknown rank.
static std::optional<SmallVector<Segment>>
collectSegments(const Resolution &resolution, NewestConcatFromSequenceOp op,
                std::optional<int64_t> axis) {
  const KnownSequences &known = resolution.known;
  bool isStack = op.getNewAxis() == 1;
  SmallVector<Segment> segments;
  for (ElementRun run : known.getRuns(op.getInputSequence())) {
    if (isOneSlice(known, run, axis, isStack)) {
      segments.push_back(makeSlice(cast<NewestSplitToSequenceOp>(run.maker),
                                   known.getChunkRange(run),
                                   /*keepsAxis=*/true));
      continue;
    }
    if (static_cast<int64_t>(segments.size()) + run.count > kMaxOperands)
      return std::nullopt;
    for (int64_t i = 0; i < run.count; ++i) {
      std::optional<Segment> segment =
          resolution.segments.makeSegment({run.maker, run.first + i, 1});
      bool hasAxis = !isStack || (segment && axis && segment->type.hasRank() &&
                                  *axis <= segment->type.getRank());
      if (!segment || !hasAxis)
        return std::nullopt;
      if (isStack)
        segment->newAxis = axis;
      segments.push_back(*segment);
    }
  }
  return segments;
}

/// Replaces the concatenation of a known sequence by a concat, or by the single
/// tensor from which it was split.
///   %s = sequence_construct_v11 %a, %b
///   concat_from_sequence_v11 %s axis = 0  ==>  concat_v13 %a, %b axis = 0
/// A new axis is first added to the elements by `tensor.expand_shape`, or by
/// Unsqueeze. Elements that contradict each other are left to the run-time
/// check.
static void resolveKnownConcat(const Resolution &resolution,
                               NewestConcatFromSequenceOp op) {
  std::optional<int64_t> axis = getJoinedAxis(resolution, op);
  std::optional<SmallVector<Segment>> segments =
      collectSegments(resolution, op, axis);
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
  if (segments->size() == 1 && axis)
    if (Value value = resolution.segments.build(builder, op, segments->front(),
                                                op.getType()))
      return resolution.replacer.replace(builder, op, value);
  Location loc = resolution.segments.getLoc(op, "Concat");
  SmallVector<Value> inputs;
  for (const Segment &segment : *segments)
    inputs.push_back(resolution.segments.buildOperand(builder, loc, segment));
  Type type = refineForUsers(op, *inferred);
  resolution.replacer.replace(
      builder, op,
      NewestConcatOp::create(builder, loc, type, inputs, writtenAxis));
}

static void resolveConcat(const Resolution &resolution,
                          NewestConcatFromSequenceOp op) {
  std::optional<int64_t> length =
      resolution.known.getLength(op.getInputSequence());
  // An empty sequence determines no result shape: an error at run time.
  if (length == 0)
    return;
  OpBuilder builder(op);
  if (Value value = resolution.segments.buildJoinedChunks(builder, op))
    return resolution.replacer.replace(builder, op, value);
  if (length)
    resolveKnownConcat(resolution, op);
}

namespace {

struct ResolveSequences
    : onnxops::impl::ResolveSequencesBase<ResolveSequences> {
  using ResolveSequencesBase::ResolveSequencesBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    ResolveSequencesBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    onnxops::eraseUnreachableBlocks(getOperation());
    KnownSequences known(/*needsLengths=*/!inONNX);
    std::unique_ptr<SegmentBuilder> segments =
        inONNX ? makeOnnxSegments(known, getOpset(getOperation()))
               : makeTensorSegments(known);
    Replacer replacer;
    Resolution resolution{known, *segments, replacer};
    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (failed(replacer.refine(op)))
        return WalkResult::interrupt();
      known.visit(op);
      if (auto at = dyn_cast<NewestSequenceAtOp>(op))
        resolveAt(resolution, at);
      else if (auto length = dyn_cast<NewestSequenceLengthOp>(op))
        resolveLength(resolution, length);
      else if (auto concat = dyn_cast<NewestConcatFromSequenceOp>(op))
        resolveConcat(resolution, concat);
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
