//===- KnownSequences.h - known content of sequences ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of sequences that are built at known positions, as persistent
// lists that share nodes: an insertion or erasure takes time logarithmic in the
// sequence's length, and every value in a chain of them has its own list.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H

#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "llvm/Support/Allocator.h"
#include <random>

namespace mlir::onnxops {

/// Consecutive elements that one op creates: operands of a SequenceConstruct,
/// chunks of a SplitToSequence, or the tensor of a SequenceInsert.
struct ElementRun {
  Operation *maker;
  int64_t first;
  int64_t count;
};

/// The range of chunks along the axis of the tensor that was split.
struct ChunkRange {
  int64_t offset;
  int64_t length;
};

/// The content of sequences, as far as it is known at compile time.
class KnownSequences {
public:
  /// With `needsLengths`, the chunks of a split are known content only if their
  /// lengths are, so that no run-time check is left; otherwise if their number
  /// is.
  explicit KnownSequences(bool needsLengths) : needsLengths(needsLengths) {}

  /// Records the content of the results of `op`. Must be called for producers
  /// before users. A position that is out of range makes the content unknown:
  /// the run-time check is kept.
  void visit(Operation *op);

  /// The number of elements, none if the content is unknown.
  std::optional<int64_t> getLength(Value sequence) const;

  /// The element at `position`, from the end if negative, as a run of one. None
  /// if the content is unknown or the position is out of range.
  std::optional<ElementRun> getElement(Value sequence, int64_t position) const;

  /// All elements of a sequence whose content is known.
  SmallVector<ElementRun> getRuns(Value sequence) const;

  /// Whether the lengths of the chunks of a split of known content are known.
  bool hasChunkRanges(NewestSplitToSequenceOp op) const {
    return chunkOffsets.contains(op);
  }

  /// The range of a run of chunks of a SplitToSequence. The lengths must be
  /// known.
  ChunkRange getChunkRange(const ElementRun &run) const;

  /// The ops whose results have known content, producers first.
  ArrayRef<Operation *> getMakers() const { return makers; }

private:
  /// A node of a treap: a binary tree in the order of the elements and a heap
  /// by `priority`, which is random and so keeps the tree balanced. Immutable.
  /// The empty list is null.
  struct Node {
    ElementRun run;
    uint32_t priority;
    int64_t size;
    const Node *left;
    const Node *right;
  };
  using List = const Node *;

  List makeNode(ElementRun run, uint32_t priority, List left, List right);
  List makeList(ElementRun run);
  List join(List left, List right);
  std::pair<List, List> split(List list, int64_t position);

  std::optional<List> makeChunks(NewestSplitToSequenceOp op);
  std::optional<List> countChunks(NewestSplitToSequenceOp op);
  std::optional<List> insert(NewestSequenceInsertOp op);
  std::optional<List> erase(NewestSequenceEraseOp op);

  bool needsLengths;
  DenseMap<Value, List> lists;
  /// The offsets of the chunks of each split of known content, and the end of
  /// the last chunk; for a split by one length, only that length.
  DenseMap<Operation *, SmallVector<int64_t, 1>> chunkOffsets;
  SmallVector<Operation *> makers;
  llvm::BumpPtrAllocator nodes;
  std::minstd_rand random;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H
