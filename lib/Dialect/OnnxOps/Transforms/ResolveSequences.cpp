//===- ResolveSequences.cpp - known sequences become tensors --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces what reads a sequence of known content by the tensors in question.
// Wherever a check could still fail, a sum, a position, a type that is declared
// more precisely than is known, the op stays and checks at run time.
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

// More tensors than this stay a sequence, which a loop joins at run time.
static constexpr int64_t kMaxOperands = 65536;

namespace {

/// A tensor that can be made where it is needed: an operand of an op, or a
/// slice of one along an axis, which the slice may drop, then maybe with a new
/// axis of size 1.
struct Piece {
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
// Pieces
//===----------------------------------------------------------------------===//

static bool dropsAxis(NewestSplitToSequenceOp op) {
  return !op.getSplit() && op.getKeepdims() == 0;
}

static int64_t getSplitAxis(NewestSplitToSequenceOp op) {
  auto type = cast<RankedTensorType>(op.getInput().getType());
  return *normalizeAxis(op.getAxis(), type.getRank());
}

// The tensor that a run of chunks covers, which are one chunk if the axis is
// dropped.
static Piece makeSlice(NewestSplitToSequenceOp op, ChunkRange range,
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

// The tensor that a run of one element is.
static Piece makePiece(const KnownSequences &known, const ElementRun &run) {
  if (auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker))
    return makeSlice(split, known.getChunkRange(run), !dropsAxis(split));
  Value tensor = run.maker->getOperand(run.first);
  if (auto insert = dyn_cast<NewestSequenceInsertOp>(run.maker))
    tensor = insert.getTensor();
  return {tensor, cast<TensorType>(tensor.getType())};
}

static Value buildPiece(OpBuilder &builder, Location loc, const Piece &piece) {
  Value value = piece.source;
  if (piece.axis)
    value = sliceAxis(builder, loc, value, *piece.axis,
                      builder.getIndexAttr(piece.range.offset),
                      builder.getIndexAttr(piece.range.length));
  if (piece.dropsAxis)
    value = dropUnitAxis(builder, loc, value, *piece.axis);
  if (piece.newAxis)
    value = addUnitAxis(builder, loc, value, *piece.newAxis);
  return value;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

namespace {

/// Replaces ops by values of the same type or a more precise one. Users learn
/// at once what that tells of their own results, so that one sweep resolves a
/// chain of splits and joins.
class Replacer {
public:
  /// Puts `value` in place of the op, whose type knows nothing more.
  void replace(OpBuilder &builder, Operation *op, Value value) {
    Value result = op->getResult(0);
    if (value.getType() != result.getType())
      learned.insert_range(result.getUsers());
    replaceUses(builder, collectUses(result), value, result.getType());
    op->erase();
  }

  /// To be called for each op, producers first. Fails for one that what is
  /// known by now contradicts.
  LogicalResult refine(Operation *op) {
    if (!learned.erase(op))
      return success();
    InferTypeOpInterface inferred = getInferredOp(op);
    if (!inferred)
      return getCastSource(op) ? op->getName().verifyInvariants(op) : success();
    Type type = inferRefinedType(inferred);
    if (!type) // The verifier knows what to say.
      return op->getName().verifyInvariants(op);
    Value result = op->getResult(0);
    if (type != result.getType())
      learned.insert_range(result.getUsers());
    refineInPlace(result, type);
    return success();
  }

private:
  /// Ops of which an operand has a new type.
  llvm::DenseSet<Operation *> learned;
};

} // namespace

// The result's type with what `known` says too, if a user is content with that.
static Type refineForUsers(Operation *op, Type known) {
  Type type = op->getResult(0).getType();
  Type refined = meetTypes(type, known);
  bool isOfUse = llvm::any_of(op->getUses(), [&](OpOperand &use) {
    return acceptsRefinement(use, refined);
  });
  return isOfUse ? refined : type;
}

// The tensor that an insertion puts first or last into a sequence of any
// length, where the position asks for just that one. Such an insertion cannot
// fail, so that no check is lost with it.
static std::optional<Piece> getInsertedPiece(Value sequence, int64_t position) {
  auto insert = sequence.getDefiningOp<NewestSequenceInsertOp>();
  if (!insert)
    return std::nullopt;
  bool isLast = position == -1 && !insert.getPosition();
  bool isFirst = position == 0 && insert.getPosition() &&
                 getKnownScalar(insert.getPosition()) == 0;
  if (!isLast && !isFirst)
    return std::nullopt;
  Value tensor = insert.getTensor();
  return Piece{tensor, cast<TensorType>(tensor.getType())};
}

// The element at a position of any sequence, if it is known.
static std::optional<Piece> getPieceAt(const KnownSequences &known,
                                       Value sequence, int64_t position) {
  if (!known.getLength(sequence))
    return getInsertedPiece(sequence, position);
  std::optional<ElementRun> run = known.getElement(sequence, position);
  if (!run)
    return std::nullopt;
  return makePiece(known, *run);
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
  std::optional<Piece> piece =
      getPieceAt(known, op.getInputSequence(), *position);
  if (!piece || !isRefinementOf(piece->type, op.getType()))
    return;
  OpBuilder builder(op);
  replacer.replace(builder, op, buildPiece(builder, op.getLoc(), *piece));
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

// The axis of a join or stack, counted from the front. None if the rank of the
// first element is unknown or the axis out of range.
static std::optional<int64_t> getJoinedAxis(const KnownSequences &known,
                                            NewestConcatFromSequenceOp op) {
  std::optional<ElementRun> first = known.getElement(op.getInputSequence(), 0);
  if (!first)
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(makePiece(known, *first).type);
  if (!type)
    return std::nullopt;
  return normalizeAxis(op.getAxis(), type.getRank() + op.getNewAxis());
}

// What is joined along `axis`, adjacent chunks of one split along the same
// axis being one piece. None if there are too many, or if a rank is unknown
// that a new axis needs.
static std::optional<SmallVector<Piece>>
collectPieces(const KnownSequences &known, NewestConcatFromSequenceOp op,
              std::optional<int64_t> axis) {
  bool isStack = op.getNewAxis() == 1;
  SmallVector<Piece> pieces;
  for (ElementRun run : known.getRuns(op.getInputSequence())) {
    auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker);
    if (split && getSplitAxis(split) == axis && dropsAxis(split) == isStack) {
      pieces.push_back(makeSlice(split, known.getChunkRange(run),
                                 /*keepsAxis=*/true));
      continue;
    }
    if (static_cast<int64_t>(pieces.size()) + run.count > kMaxOperands)
      return std::nullopt;
    for (int64_t i = 0; i < run.count; ++i) {
      Piece piece = makePiece(known, {run.maker, run.first + i, 1});
      if (isStack) {
        if (!axis || !piece.type.hasRank() || *axis > piece.type.getRank())
          return std::nullopt;
        piece.newAxis = axis;
      }
      pieces.push_back(piece);
    }
  }
  return pieces;
}

/// Replaces the join of a known sequence by a concat, or by the one tensor that
/// it was split from.
///   %s = sequence_construct_v11 %a, %b
///   concat_from_sequence_v11 %s axis = 0  ==>  concat_v13 %a, %b axis = 0
/// With a new axis the elements get it first, by `tensor.expand_shape`.
/// Elements that contradict each other are for the check at run time.
static void resolveConcat(const KnownSequences &known, Replacer &replacer,
                          NewestConcatFromSequenceOp op) {
  // Without elements there is no shape to give: an error at run time.
  if (known.getLength(op.getInputSequence()).value_or(0) == 0)
    return;
  std::optional<int64_t> axis = getJoinedAxis(known, op);
  std::optional<SmallVector<Piece>> pieces = collectPieces(known, op, axis);
  if (!pieces)
    return;
  SmallVector<Type> types;
  for (const Piece &piece : *pieces)
    types.push_back(piece.getResultType());
  int64_t writtenAxis = axis.value_or(op.getAxis());
  FailureOr<Type> inferred =
      inferConcatType(/*emit=*/{}, types, writtenAxis, /*allowsNegative=*/true);
  if (failed(inferred) || !areCompatibleTypes(op.getType(), *inferred))
    return;

  OpBuilder builder(op);
  SmallVector<Value> inputs;
  for (const Piece &piece : *pieces)
    inputs.push_back(buildPiece(builder, op.getLoc(), piece));
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
