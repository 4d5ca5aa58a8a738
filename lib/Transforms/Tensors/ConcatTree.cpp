//===- ConcatTree.cpp - nested concats in one allocation ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sizes determine how far up an allocation can move, and producers how far up
// it has to move: to the earliest producer after all sizes are known.
//
// The operands are guaranteed to fit each other at the concat, and before it if
// the concat is certain to be reached; otherwise an operand is written in place
// only if its sizes are the same values as those of its place.
//
//===----------------------------------------------------------------------===//

#include "ConcatTree.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/EarlyExits.h"

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

/// For each operand, whether it is known to be empty. Its subview must not be
/// made: at the end of the result it would be out of bounds. One-Shot Bufferize
/// makes it, and fails.
static SmallVector<bool> findKnownEmptyOperands(tensor::ConcatOp concat,
                                                const ConcatSizes &sizes) {
  SmallVector<bool> isEmpty(concat.getInputs().size(),
                            isKnownEmpty(sizes.result));
  int64_t total = concat.getResultType().getDimSize(concat.getDim());
  // The second case: the other operands fill a static result.
  for (auto [index, length] : llvm::enumerate(sizes.lengths))
    isEmpty[index] |= isConstantIntValue(length, 0) ||
                      isConstantIntValue(sizes.offsets[index], total);
  return isEmpty;
}

ConcatSizes mlir::onnxops::lookUpConcatSizes(tensor::ConcatOp concat,
                                             EarlySizes &earlySizes) {
  ConcatSizes found;
  Block *block = concat->getBlock();
  found.result = earlySizes.getAll(concat.getResult());
  found.offsets = earlySizes.getOffsets(concat);
  for (Value input : concat.getInputs())
    found.lengths.push_back(earlySizes.get(input, concat.getDim()));
  for (ArrayRef<OpFoldResult> values :
       {found.result, found.lengths, found.offsets})
    for (OpFoldResult value : values)
      found.readyAfter =
          getLater(found.readyAfter, getReadyAfter(value, block));
  found.isEmpty = findKnownEmptyOperands(concat, found);
  return found;
}

void mlir::onnxops::findLastExits(ConcatSizesMap &sizes) {
  SetVector<Block *> blocks;
  for (auto &[concat, found] : sizes)
    blocks.insert(concat->getBlock());
  for (Block *block : blocks) {
    Operation *last = nullptr;
    for (Operation &op : *block)
      if (auto found = sizes.find(&op); found != sizes.end())
        found->second.lastExit = last;
      else if (mayEndCall(&op))
        last = &op;
  }
}

namespace {

/// Builds the tree of one root.
class TreeBuilder {
public:
  TreeBuilder(tensor::ConcatOp root, const ConcatSizesMap &sizes,
              EarlySizes &earlySizes, const bufferization::AnalysisState &state)
      : sizes(sizes), earlySizes(earlySizes), state(state),
        ready(sizes.at(root).readyAfter), lastExit(sizes.at(root).lastExit) {
    tree.push_back(makeNode(root, sizes.at(root).result));
  }

  ConcatTree run();

  /// Operands that are copied because they are computed too early.
  ArrayRef<ConcatOperand> getEarly() const { return early; }

private:
  ConcatNode makeNode(tensor::ConcatOp concat, SmallVector<OpFoldResult> place);
  ConcatNode makeNested(const ConcatNode &node, unsigned index);
  ConcatOperand classify(const ConcatNode &node, OpOperand &use);
  bool isSureToFit(const ConcatNode &node, unsigned index);
  SmallVector<OpFoldResult> getPlace(const ConcatNode &node, unsigned index);

  const ConcatSizesMap &sizes;
  EarlySizes &earlySizes;
  const bufferization::AnalysisState &state;
  Operation *ready, *lastExit;
  ConcatTree tree;
  SmallVector<ConcatOperand, 1> early;
  /// An operand that occurs twice in the tree is computed in one place only.
  DenseSet<Value> taken;
};

} // namespace

/// Whether these lengths are known to add up to `size`: a sum of dynamic sizes
/// may overflow.
static bool isSum(ArrayRef<OpFoldResult> lengths, OpFoldResult size) {
  int64_t sum = 0;
  for (OpFoldResult length : lengths) {
    std::optional<int64_t> constant = getConstantIntValue(length);
    if (!constant || llvm::AddOverflow(sum, *constant, sum))
      return false;
  }
  return isConstantIntValue(size, sum);
}

ConcatNode TreeBuilder::makeNode(tensor::ConcatOp concat,
                                 SmallVector<OpFoldResult> place) {
  ConcatNode node;
  node.concat = concat;
  node.isFilled = isSum(sizes.at(concat).lengths, place[concat.getDim()]);
  node.place = std::move(place);
  return node;
}

/// The node of the concat that is operand `index` of a node.
ConcatNode TreeBuilder::makeNested(const ConcatNode &node, unsigned index) {
  tensor::ConcatOp concat = node.concat;
  Value input = concat.getInputs()[index];
  return makeNode(input.getDefiningOp<tensor::ConcatOp>(),
                  getPlace(node, index));
}

/// The required sizes of operand `index` of a node.
SmallVector<OpFoldResult> TreeBuilder::getPlace(const ConcatNode &node,
                                                unsigned index) {
  tensor::ConcatOp concat = node.concat;
  SmallVector<OpFoldResult> place = node.place;
  place[concat.getDim()] = sizes.at(concat).lengths[index];
  return place;
}

/// Whether operand `index` is known to have the required sizes.
bool TreeBuilder::isSureToFit(const ConcatNode &node, unsigned index) {
  tensor::ConcatOp concat = node.concat;
  return node.isFilled && isEqualConstantIntOrValueArray(
                              earlySizes.getAll(concat.getInputs()[index]),
                              getPlace(node, index));
}

ConcatOperand TreeBuilder::classify(const ConcatNode &node, OpOperand &use) {
  unsigned index = use.getOperandNumber();
  if (sizes.at(node.concat).isEmpty[index])
    return ConcatOperand();
  ConcatOperand operand = classifyConcatOperand(use, state);
  if (operand.kind == Kind::Copied)
    return operand;
  bool isNested = operand.kind == Kind::Nested;
  Operation *writer =
      isNested ? use.get().getDefiningOp() : operand.getFirstWriter();
  if (isNested && !isBefore(ready, writer))
    return makeCopied("computed before all sizes are known");
  // Copied operands of a nested concat fit its result at its own position.
  if (!isBefore(lastExit, writer) && !isSureToFit(node, index)) {
    if (!isNested)
      early.push_back(operand);
    return makeCopied("computed before it is known to fit");
  }
  if (!taken.insert(use.get()).second)
    return makeCopied("needed in two places");
  return operand;
}

/// Classifies the operands of the root, and of nested concats that come after
/// the earliest position of the allocation.
ConcatTree TreeBuilder::run() {
  for (size_t i = 0; i < tree.size(); ++i) {
    tensor::ConcatOp concat = tree[i].concat;
    for (OpOperand &use : concat->getOpOperands()) {
      ConcatOperand operand = classify(tree[i], use);
      if (operand.kind == Kind::Nested)
        tree.push_back(makeNested(tree[i], use.getOperandNumber()));
      tree[i].operands.push_back(std::move(operand));
    }
  }
  return std::move(tree);
}

/// The first writer of the tree that comes late enough to follow the
/// allocation. The root itself if nothing can be computed in place.
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

/// Decides where each node computes its offsets. Operands with earlier writers
/// are copied after all; a nested concat leaves the tree with its subtree.
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

ConcatTree mlir::onnxops::buildConcatTree(
    tensor::ConcatOp root, const ConcatSizesMap &sizes, EarlySizes &earlySizes,
    const bufferization::AnalysisState &state) {
  TreeBuilder builder(root, sizes, earlySizes, state);
  ConcatTree tree = builder.run();
  if (sinkProducers(builder.getEarly(), sizes.at(root).lastExit))
    tree = TreeBuilder(root, sizes, earlySizes, state).run();
  placeTree(tree, sizes);
  return tree;
}

ConcatTree mlir::onnxops::makeCopiedTree(tensor::ConcatOp concat) {
  ConcatNode node;
  node.concat = concat;
  node.operands.resize(concat.getInputs().size());
  node.start = concat;
  return {node};
}
