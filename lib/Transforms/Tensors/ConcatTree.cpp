//===- ConcatTree.cpp - what shares one allocation ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes decide how far up an allocation can move, and the producers how far up
// it has to: the earliest producer that comes after all sizes are known.
//
//===----------------------------------------------------------------------===//

#include "ConcatTree.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;
using Kind = ConcatOperand::Kind;

static bool isBefore(Operation *a, Operation *b) {
  return !a || a->isBeforeInBlock(b);
}

static bool isKnownEmpty(ArrayRef<OpFoldResult> shape) {
  return llvm::any_of(
      shape, [](OpFoldResult size) { return isConstantIntValue(size, 0); });
}

/// For each operand, whether nothing has to be written for it because it is
/// known to hold no element. Its subview must not be made: at the end of the
/// result it would be out of bounds. One-Shot Bufferize makes it, and fails.
static SmallVector<bool> findKnownEmptyOperands(tensor::ConcatOp concat,
                                                const ConcatSizes &sizes) {
  SmallVector<bool> isEmpty(concat.getInputs().size(),
                            isKnownEmpty(sizes.result));
  int64_t total = concat.getResultType().getDimSize(concat.getDim());
  std::optional<int64_t> offset = 0;
  for (auto [index, length] : llvm::enumerate(sizes.lengths)) {
    std::optional<int64_t> constant = getConstantIntValue(length);
    // The second case: all of a static result is taken by the others.
    isEmpty[index] |= constant == 0 || offset == total;
    offset =
        offset && constant ? std::optional(*offset + *constant) : std::nullopt;
  }
  return isEmpty;
}

ConcatSizes mlir::onnxops::lookUpConcatSizes(tensor::ConcatOp concat,
                                             EarlySizes &earlySizes) {
  ConcatSizes found;
  Block *block = concat->getBlock();
  found.result = earlySizes.getAll(concat.getResult());
  for (OpFoldResult size : found.result)
    found.readyAfter = getLater(found.readyAfter, getReadyAfter(size, block));
  for (Value input : concat.getInputs()) {
    OpFoldResult length = earlySizes.get(input, concat.getDim());
    found.lengths.push_back(length);
    found.readyAfter = getLater(found.readyAfter, getReadyAfter(length, block));
  }
  found.isEmpty = findKnownEmptyOperands(concat, found);
  return found;
}

/// Classifies the operands of `root`, and of the concats nested in it as long
/// as these come after the allocation can be made.
static ConcatTree growTree(tensor::ConcatOp root, const ConcatSizesMap &sizes,
                           const bufferization::AnalysisState &state) {
  Operation *ready = sizes.at(root).readyAfter;
  ConcatTree tree(1);
  tree.front().concat = root;
  // An operand that the tree needs in two places is written to one of them.
  DenseSet<Value> taken;
  for (size_t i = 0; i < tree.size(); ++i) {
    tensor::ConcatOp concat = tree[i].concat;
    for (OpOperand &use : concat->getOpOperands()) {
      ConcatOperand operand;
      if (!sizes.at(concat).isEmpty[use.getOperandNumber()])
        operand = classifyConcatOperand(use, state);
      bool isLate = operand.kind == Kind::Nested &&
                    !isBefore(ready, use.get().getDefiningOp());
      if (isLate)
        operand = makeCopied("computed before all sizes are known");
      else if (operand.kind != Kind::Copied && !taken.insert(use.get()).second)
        operand = makeCopied("needed in two places");
      if (operand.kind == Kind::Nested)
        tree.emplace_back().concat =
            use.get().getDefiningOp<tensor::ConcatOp>();
      tree[i].operands.push_back(std::move(operand));
    }
  }
  return tree;
}

/// The first op of the tree that writes and that comes late enough to find the
/// allocation made. The root itself if nothing can be computed in place.
static Operation *findStart(const ConcatTree &tree,
                            const ConcatSizesMap &sizes) {
  tensor::ConcatOp root = tree.front().concat;
  Operation *ready = sizes.at(root).readyAfter;
  Operation *start = root;
  auto consider = [&](Operation *writer) {
    if (isBefore(ready, writer) && isBefore(writer, start))
      start = writer;
  };
  for (const ConcatNode &node : tree) {
    for (const ConcatOperand &operand : node.operands)
      if (operand.kind == Kind::Produced)
        consider(operand.getFirstWriter());
    consider(node.concat);
  }
  return start;
}

/// Decides where each node computes its offsets. What has begun to be written
/// by then is copied after all; a nested concat leaves the tree with its own.
static void placeTree(ConcatTree &tree, const ConcatSizesMap &sizes) {
  DenseMap<Operation *, Operation *> parentStart;
  parentStart[tree.front().concat] = findStart(tree, sizes);
  for (ConcatNode &node : tree) {
    node.start = parentStart.lookup(node.concat);
    if (!node.start)
      continue;
    Operation *ready = sizes.at(node.concat).readyAfter;
    if (!isBefore(ready, node.start))
      node.start = ready->getNextNode();
    for (auto [operand, input] :
         llvm::zip_equal(node.operands, node.concat.getInputs())) {
      if (operand.kind == Kind::Copied)
        continue;
      Operation *writer = operand.kind == Kind::Nested
                              ? input.getDefiningOp()
                              : operand.getFirstWriter();
      if (isBefore(writer, node.start))
        operand = makeCopied("computed before all sizes are known");
      else if (operand.kind == Kind::Nested)
        parentStart[writer] = node.start;
    }
  }
  llvm::erase_if(tree, [](const ConcatNode &node) { return !node.start; });
}

ConcatTree
mlir::onnxops::buildConcatTree(tensor::ConcatOp root,
                               const ConcatSizesMap &sizes,
                               const bufferization::AnalysisState &state) {
  ConcatTree tree = growTree(root, sizes, state);
  placeTree(tree, sizes);
  return tree;
}
