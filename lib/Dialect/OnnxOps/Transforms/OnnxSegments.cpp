//===- OnnxSegments.cpp - segments as ONNX operators ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks are results of a Split if all of them are read or their lengths are
// not known, and otherwise Slices. Chunks that lose their axis are read by
// Gather, whose index may be computed at run time and is checked there. Of a
// split into chunks of one length whose number is not known, chunk i begins at
// element i of a Range, which has one element for each chunk: a position out of
// range fails, as in the sequence.
//
//===----------------------------------------------------------------------===//

#include "SequenceSegments.h"

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/OperatorBuilder.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::onnxops;

// Splits into more chunks become Slices of those that are read.
static constexpr int64_t kMaxParts = 65536;

namespace {

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
  Starts buildStarts(NewestSplitToSequenceOp split);
  Starts buildKnownStarts(OperatorBuilder &onnx, NewestSplitToSequenceOp split,
                          Value index);
  Value buildChunkAt(OperatorBuilder &onnx, NewestSplitToSequenceOp split,
                     Value position);

  int64_t opset;
  /// The Split of each SplitToSequence, null if its chunks are Slices.
  DenseMap<Operation *, Operation *> splits;
  DenseMap<Operation *, Starts> startsOf;
  /// All names of values in the module, once one is needed that is new.
  llvm::StringSet<> names;
};

} // namespace

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

// The name of the first result of an op.
static StringRef getResultName(Operation *op) {
  SmallVector<StringRef> names =
      getAllResultNames(renameNode(op->getLoc(), "Split"));
  return names.empty() ? StringRef() : names.front();
}

// The names of the values in a module.
static llvm::StringSet<> collectNames(Operation *module) {
  llvm::StringSet<> names;
  module->walk([&](Operation *op) {
    for (StringRef name : getAllResultNames(renameNode(op->getLoc(), "")))
      names.insert(name);
    if (std::optional<ModelName> place = getModelName(op->getLoc()))
      names.insert(place->name);
    if (auto name = op->getAttrOfType<StringAttr>(OnnxOpsDialect::kNameAttr))
      names.insert(name);
  });
  return names;
}

// Chunks have the names of what reads them; others have new ones, since ONNX
// Runtime crashes on a Split whose results have none.
SmallVector<std::string>
OnnxSegments::nameChunks(NewestSplitToSequenceOp op,
                         ArrayRef<Operation *> readers) {
  SmallVector<std::string> chunks;
  std::string stem = getResultName(op).str();
  for (Operation *reader : readers) {
    std::string name = reader ? getResultName(reader).str() : "";
    if (name.empty() && names.empty())
      names = collectNames(op->getParentOfType<ModuleOp>());
    for (size_t next = chunks.size(); name.empty(); ++next)
      if (std::string chunk = (stem + "_" + Twine(next)).str();
          names.insert(chunk).second)
        name = chunk;
    chunks.push_back(name);
  }
  return chunks;
}

// Gives the result of a new op, or another value by an Identity, a declared
// type. Null if the types contradict each other.
static Value declareType(OpBuilder &builder, Operation *reader, Value value,
                         Type declared) {
  if (isRefinementOf(value.getType(), declared))
    return value;
  if (!areCompatibleTypes(value.getType(), declared))
    return {};
  if (value.use_empty() && value.getDefiningOp() &&
      isOnnxOperator(value.getDefiningOp())) {
    value.setType(meetTypes(value.getType(), declared));
    return value;
  }
  OperatorBuilder onnx(builder, renameNode(reader->getLoc(), "Identity"),
                       /*opset=*/OperatorBuilder::kFirstOpset);
  Type element = cast<TensorType>(declared).getElementType();
  Value copy = onnx.create("Identity", value, element)->getResult(0);
  copy.setType(meetTypes(value.getType(), declared));
  return copy;
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

// The ops that read one chunk each, by chunk: null for a chunk that is not read
// so.
static SmallVector<Operation *> collectReaders(NewestSplitToSequenceOp op,
                                               int64_t count) {
  SmallVector<Operation *> readers(count);
  for (Operation *user : op->getUsers()) {
    auto at = dyn_cast<NewestSequenceAtOp>(user);
    std::optional<int64_t> position =
        at ? getKnownScalar(at.getPosition()) : std::nullopt;
    std::optional<int64_t> index =
        position ? normalizeAxis(*position, count) : std::nullopt;
    if (index)
      readers[*index] = at;
  }
  return readers;
}

// Whether the lengths of the chunks can be written at this opset.
static bool canWriteLengths(NewestSplitToSequenceOp op, int64_t opset) {
  if (opset >= opsets::kFirstSplitOperand)
    return true;
  FailureOr<KnownElements> lengths = getKnownElements(op.getSplit());
  return succeeded(lengths) && !llvm::is_contained(*lengths, std::nullopt);
}

// The lengths of all chunks, which are known.
static SmallVector<int64_t> getLengths(const KnownSequences &known,
                                       NewestSplitToSequenceOp op,
                                       int64_t count) {
  SmallVector<int64_t> lengths;
  for (int64_t i = 0; i < count; ++i)
    lengths.push_back(known.getChunkRange({op, i, 1}).length);
  return lengths;
}

// The Split whose results are the chunks. Null if they are Slices, or cannot be
// expressed.
Operation *OnnxSegments::getSplit(NewestSplitToSequenceOp op) {
  auto [entry, isNew] = splits.try_emplace(op);
  if (isNew)
    entry->second = buildSplit(op);
  return entry->second;
}

Operation *OnnxSegments::buildSplit(NewestSplitToSequenceOp op) {
  int64_t count = known.getLength(op.getResult()).value();
  if (count == 0 || count > kMaxParts)
    return nullptr;
  SmallVector<Operation *> readers = collectReaders(op, count);
  bool hasRanges = known.hasChunkRanges(op);
  if (dropsAxis(op) || (hasRanges && llvm::is_contained(readers, nullptr)) ||
      (!hasRanges && !canWriteLengths(op, opset)))
    return nullptr;
  SmallVector<std::string> chunks = nameChunks(op, readers);
  SmallVector<StringRef> chunkNames(chunks.begin(), chunks.end());
  OpBuilder builder(op);
  OperatorBuilder onnx(
      builder, nameResults(getUnnamedLoc(op.getLoc()), "Split", chunkNames),
      opset);
  Value lengths = hasRanges ? onnx.createVector(getLengths(known, op, count))
                            : op.getSplit();
  return onnx.createSplit(op.getInput(), lengths, op.getAxis(), count);
}

//===----------------------------------------------------------------------===//
// Known content
//===----------------------------------------------------------------------===//

std::optional<Segment> OnnxSegments::makeSegment(const ElementRun &run) {
  auto op = dyn_cast<NewestSplitToSequenceOp>(run.maker);
  if (!op)
    return SegmentBuilder::makeSegment(run);
  if (Operation *split = getSplit(op)) {
    Value chunk = split->getResult(run.first);
    return Segment{chunk, cast<TensorType>(chunk.getType())};
  }
  if (!known.hasChunkRanges(op))
    return std::nullopt;
  return SegmentBuilder::makeSegment(run);
}

Value OnnxSegments::buildOperand(OpBuilder &builder, Location loc,
                                 const Segment &segment) {
  OperatorBuilder onnx(builder, loc, opset);
  Value value = segment.source;
  const ChunkRange &range = segment.range;
  if (segment.dropsAxis)
    value = onnx.createGather(value, onnx.createScalar(range.offset),
                              *segment.axis);
  else if (segment.axis)
    value = onnx.createSlice(value, onnx.createVector(range.offset),
                             onnx.createVector(range.offset + range.length),
                             *segment.axis);
  if (segment.newAxis)
    value = onnx.createUnsqueeze(value, *segment.newAxis);
  return value;
}

Value OnnxSegments::build(OpBuilder &builder, Operation *reader,
                          const Segment &segment, Type declared) {
  if (!areCompatibleTypes(segment.getResultType(), declared))
    return {};
  StringRef opType = segment.newAxis     ? "Unsqueeze"
                     : segment.dropsAxis ? "Gather"
                                         : "Slice";
  Value value = buildOperand(builder, getLoc(reader, opType), segment);
  return declareType(builder, reader, value, declared);
}

//===----------------------------------------------------------------------===//
// Content known at run time
//===----------------------------------------------------------------------===//

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
  OperatorBuilder onnx(builder, getLoc(split, "Split"), opset);
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

Value OnnxSegments::buildUnknownAt(OpBuilder &builder, NewestSequenceAtOp op) {
  NewestSplitToSequenceOp split = getSplitOf(op.getInputSequence());
  if (!split || (split.getSplit() && !hasOneLength(split) &&
                 !known.hasChunkRanges(split)))
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

std::unique_ptr<SegmentBuilder>
mlir::onnxops::makeOnnxSegments(const KnownSequences &known, int64_t opset) {
  return std::make_unique<OnnxSegments>(known, opset);
}
