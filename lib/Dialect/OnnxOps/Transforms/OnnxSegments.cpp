//===- OnnxSegments.cpp - segments as ONNX operators ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chunks are results of a Split if all of them are read or their lengths are
// not known, and otherwise Slices. Chunks that lose their axis are read by
// Gather.
//
//===----------------------------------------------------------------------===//

#include "OnnxSegments.h"
#include "SequenceReaders.h"

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

// Splits into more chunks become Slices of those that are read.
static constexpr int64_t kMaxParts = 65536;

//===----------------------------------------------------------------------===//
// Names and types
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

// The ops that read one chunk each, by chunk: null for a chunk that is not read
// so.
static SmallVector<Operation *> collectChunkReaders(NewestSplitToSequenceOp op,
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
  SmallVector<Operation *> readers = collectChunkReaders(op, count);
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

std::unique_ptr<SegmentBuilder>
mlir::onnxops::makeOnnxSegments(const KnownSequences &known, int64_t opset) {
  return std::make_unique<OnnxSegments>(known, opset);
}
