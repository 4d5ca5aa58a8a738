//===- KnownSequences.h - what sequences hold -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The content of sequences that are built at known positions, as lists that
// share their parts: each insertion or erasure costs the logarithm of the
// sequence's length, and every value on a chain of them keeps its own list.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H

#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "llvm/Support/Allocator.h"
#include <random>

namespace mlir::onnxops {

/// Consecutive elements that one op makes: operands of a SequenceConstruct,
/// chunks of a SplitToSequence, or the tensor of a SequenceInsert.
struct ElementRun {
  Operation *maker;
  int64_t first;
  int64_t count;
};

/// Where chunks lie on the axis of the tensor that was split.
struct ChunkRange {
  int64_t offset;
  int64_t length;
};

/// What sequences hold, as far as it is known at compile time.
class KnownSequences {
public:
  /// Notes what the results of `op` hold. Producers come before users. A
  /// position that is out of range makes the content unknown: the check at run
  /// time stays.
  void visit(Operation *op);

  /// The number of elements, none if the content is unknown.
  std::optional<int64_t> getLength(Value sequence) const;

  /// The element at `position`, from the end if negative, as a run of one. None
  /// if the content is unknown or the position out of range.
  std::optional<ElementRun> getElement(Value sequence, int64_t position) const;

  /// All elements of a sequence whose content is known.
  SmallVector<ElementRun> getRuns(Value sequence) const;

  /// Where a run of chunks lies, for one of a SplitToSequence.
  ChunkRange getChunkRange(const ElementRun &run) const;

  /// The ops whose results are known, producers first.
  ArrayRef<Operation *> getMakers() const { return makers; }

private:
  /// A node of a treap: a binary tree in the order of the elements and a heap
  /// in `priority`, which is random and so keeps it flat. Never changed once
  /// made. The empty list is null.
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
  std::optional<List> insert(NewestSequenceInsertOp op);
  std::optional<List> erase(NewestSequenceEraseOp op);

  DenseMap<Value, List> lists;
  /// The offsets of the chunks of each split whose content is known, and the
  /// end of the last; for a split by one length, only that.
  DenseMap<Operation *, SmallVector<int64_t, 1>> chunkOffsets;
  SmallVector<Operation *> makers;
  llvm::BumpPtrAllocator nodes;
  std::minstd_rand random;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_KNOWNSEQUENCES_H
