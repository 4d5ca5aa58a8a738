//===- KnownSequences.cpp - known content of sequences --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lists as persistent treaps, and the content of each op that makes a sequence.
//
//===----------------------------------------------------------------------===//

#include "KnownSequences.h"

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

// More chunks of unknown lengths are not listed.
static constexpr int64_t kMaxCounted = 65536;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

KnownSequences::List KnownSequences::makeNode(ElementRun run, uint32_t priority,
                                              List left, List right) {
  int64_t size =
      run.count + (left ? left->size : 0) + (right ? right->size : 0);
  return new (nodes.Allocate<Node>()) Node{run, priority, size, left, right};
}

KnownSequences::List KnownSequences::makeList(ElementRun run) {
  if (run.count == 0)
    return nullptr;
  return makeNode(run, random(), nullptr, nullptr);
}

KnownSequences::List KnownSequences::join(List left, List right) {
  if (!left || !right)
    return left ? left : right;
  if (left->priority >= right->priority)
    return makeNode(left->run, left->priority, left->left,
                    join(left->right, right));
  return makeNode(right->run, right->priority, join(left, right->left),
                  right->right);
}

// The first `position` elements, and the rest.
std::pair<KnownSequences::List, KnownSequences::List>
KnownSequences::split(List list, int64_t position) {
  if (!list)
    return {nullptr, nullptr};
  int64_t before = list->left ? list->left->size : 0;
  const ElementRun &run = list->run;
  if (position <= before) {
    auto [left, right] = split(list->left, position);
    return {left, makeNode(run, list->priority, right, list->right)};
  }
  if (position >= before + run.count) {
    auto [left, right] = split(list->right, position - before - run.count);
    return {makeNode(run, list->priority, list->left, left), right};
  }
  // Both halves of a run keep its place in the heap.
  int64_t cut = position - before;
  ElementRun head{run.maker, run.first, cut};
  ElementRun tail{run.maker, run.first + cut, run.count - cut};
  return {makeNode(head, list->priority, list->left, nullptr),
          makeNode(tail, list->priority, nullptr, list->right)};
}

//===----------------------------------------------------------------------===//
// Content of op results
//===----------------------------------------------------------------------===//

// The position of an operand in [0, end], `end` if there is no operand, none if
// it is unknown or out of range. Negative positions count from the length of
// the sequence.
static std::optional<int64_t> getPlace(Value position, int64_t length,
                                       int64_t end) {
  if (!position)
    return end < 0 ? std::nullopt : std::optional(end);
  std::optional<int64_t> known = getKnownScalar(position);
  if (!known || *known < -length || *known > end)
    return std::nullopt;
  return *known < 0 ? *known + length : *known;
}

// Known only if no run-time check is needed: the lengths of the axis and of all
// chunks are known, and they match.
std::optional<KnownSequences::List>
KnownSequences::makeChunks(NewestSplitToSequenceOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getInput().getType());
  if (!type)
    return std::nullopt;
  int64_t length =
      type.getDimSize(*normalizeAxis(op.getAxis(), type.getRank()));
  if (ShapedType::isDynamic(length))
    return std::nullopt;
  auto split = op.getSplit();
  if (!split) {
    if (length > kMaxSequenceLength)
      return std::nullopt;
    chunkOffsets[op] = {1};
    return makeList({op, 0, length});
  }
  auto splitType = dyn_cast<RankedTensorType>(split.getType());
  auto entries = getKnownElements(split);
  if (!splitType || failed(entries) ||
      llvm::is_contained(*entries, std::nullopt))
    return std::nullopt;
  // The verifier checks constants, but not those that were resolved since.
  if (splitType.getRank() == 0) {
    int64_t chunk = *entries->front();
    if (chunk <= 0 ||
        llvm::divideCeilSigned(length, chunk) > kMaxSequenceLength)
      return std::nullopt;
    chunkOffsets[op] = {chunk};
    return makeList({op, 0, llvm::divideCeilSigned(length, chunk)});
  }
  SmallVector<int64_t, 1> offsets = {0};
  for (std::optional<int64_t> entry : *entries) {
    if (*entry < 0 || *entry > length - offsets.back())
      return std::nullopt;
    offsets.push_back(offsets.back() + *entry);
  }
  if (offsets.back() != length || entries->empty())
    return std::nullopt;
  chunkOffsets[op] = std::move(offsets);
  return makeList({op, 0, static_cast<int64_t>(entries->size())});
}

// The chunks, of any length, of a split whose lengths are a vector.
std::optional<KnownSequences::List>
KnownSequences::countChunks(NewestSplitToSequenceOp op) {
  auto type = op.getSplit()
                  ? dyn_cast<RankedTensorType>(op.getSplit().getType())
                  : RankedTensorType();
  if (!type || type.getRank() != 1 || !type.hasStaticShape() ||
      type.getDimSize(0) > kMaxCounted)
    return std::nullopt;
  return makeList({op, 0, type.getDimSize(0)});
}

std::optional<KnownSequences::List>
KnownSequences::insert(NewestSequenceInsertOp op) {
  std::optional<int64_t> length = getLength(op.getInputSequence());
  if (!length)
    return std::nullopt;
  std::optional<int64_t> place = getPlace(op.getPosition(), *length, *length);
  if (!place)
    return std::nullopt;
  auto [before, after] = split(lists.lookup(op.getInputSequence()), *place);
  return join(join(before, makeList({op, 0, 1})), after);
}

std::optional<KnownSequences::List>
KnownSequences::erase(NewestSequenceEraseOp op) {
  std::optional<int64_t> length = getLength(op.getInputSequence());
  if (!length)
    return std::nullopt;
  std::optional<int64_t> place =
      getPlace(op.getPosition(), *length, *length - 1);
  if (!place)
    return std::nullopt;
  auto [before, rest] = split(lists.lookup(op.getInputSequence()), *place);
  return join(before, split(rest, 1).second);
}

void KnownSequences::visit(Operation *op) {
  std::optional<List> list;
  if (isa<NewestSequenceEmptyOp>(op))
    list = nullptr;
  else if (isa<NewestSequenceConstructOp>(op))
    list = makeList({op, 0, op->getNumOperands()});
  else if (auto split = dyn_cast<NewestSplitToSequenceOp>(op))
    list = makeChunks(split);
  else if (auto inserted = dyn_cast<NewestSequenceInsertOp>(op))
    list = insert(inserted);
  else if (auto erased = dyn_cast<NewestSequenceEraseOp>(op))
    list = erase(erased);
  else if (auto cast = dyn_cast<SequenceCastOp>(op))
    if (getLength(cast.getSource()))
      list = lists.lookup(cast.getSource());
  auto split = dyn_cast<NewestSplitToSequenceOp>(op);
  if (!list && !needsLengths && split)
    list = countChunks(split);
  if (!list)
    return;
  lists[op->getResult(0)] = *list;
  makers.push_back(op);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::optional<int64_t> KnownSequences::getLength(Value sequence) const {
  auto found = lists.find(sequence);
  if (found == lists.end())
    return std::nullopt;
  return found->second ? found->second->size : 0;
}

std::optional<ElementRun> KnownSequences::getElement(Value sequence,
                                                     int64_t position) const {
  std::optional<int64_t> length = getLength(sequence);
  if (!length || position < -*length || position >= *length)
    return std::nullopt;
  if (position < 0)
    position += *length;
  List list = lists.lookup(sequence);
  while (true) {
    int64_t before = list->left ? list->left->size : 0;
    if (position < before) {
      list = list->left;
    } else if (position < before + list->run.count) {
      return ElementRun{list->run.maker, list->run.first + position - before,
                        1};
    } else {
      position -= before + list->run.count;
      list = list->right;
    }
  }
}

SmallVector<ElementRun> KnownSequences::getRuns(Value sequence) const {
  SmallVector<ElementRun> runs;
  SmallVector<List> path;
  List list = lists.lookup(sequence);
  while (list || !path.empty()) {
    for (; list; list = list->left)
      path.push_back(list);
    list = path.pop_back_val();
    runs.push_back(list->run);
    list = list->right;
  }
  return runs;
}

ChunkRange KnownSequences::getChunkRange(const ElementRun &run) const {
  const auto &offsets = chunkOffsets.find(run.maker)->second;
  int64_t last = run.first + run.count;
  if (offsets.size() > 1)
    return {offsets[run.first], offsets[last] - offsets[run.first]};
  // Only the last chunk may be shorter.
  auto op = cast<NewestSplitToSequenceOp>(run.maker);
  auto type = cast<RankedTensorType>(op.getInput().getType());
  int64_t length =
      type.getDimSize(*normalizeAxis(op.getAxis(), type.getRank()));
  int64_t offset = run.first * offsets.front();
  int64_t whole = getLength(op.getResult()).value();
  int64_t end = last == whole ? length : last * offsets.front();
  return {offset, end - offset};
}
