//===- ConcatInPlace.cpp - compute operands in the result of a concat -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrite of --onnxops-concat-in-place. ConcatOperands.h has its
// conditions, ConcatTree.h the concats that are rewritten together: each tree
// from its root downwards. RemainingConcats.h has the concats that are left.
//
//===----------------------------------------------------------------------===//

#include "ConcatTree.h"
#include "RemainingConcats.h"
#include "SplitReads.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Tensors/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONCATINPLACE
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;
using Kind = ConcatOperand::Kind;

/// The alignment of allocations by One-Shot Bufferize.
static constexpr int64_t kBufferAlignment = 64;

namespace {
/// Rewrites the concats of one function.
class ConcatRewriter {
public:
  explicit ConcatRewriter(func::FuncOp func)
      : builder(func.getContext()), earlySizes(func.getContext()),
        state(options), func(func) {}

  void run(bool copiesOperands, bool leavesCopies);

  unsigned numInPlace = 0;
  unsigned numCopied = 0;

private:
  void rewriteTree(ConcatTree &tree);
  Value allocate(ConcatNode &root);
  void rewriteNode(ConcatNode &node);
  void rewriteOperand(ConcatNode &node, unsigned index);
  void copyOperand(ConcatNode &node, Value input, Value target);
  void matchType(MutableArrayRef<OpFoldResult> sizes, Value tensor,
                 Location loc, bool onlyThere);
  memref::SubViewOp createSubview(ConcatNode &node, unsigned index);
  Value createExpanded(tensor::CollapseShapeOp reshape, Value buffer,
                       Location loc);
  void writeInPlace(ConcatOperand &operand, Value buffer, Location loc);
  void eraseConcat(ConcatNode &node, bool isWritable);

  OpBuilder builder;
  EarlySizes earlySizes;
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  func::FuncOp func;
  ConcatSizesMap sizes;
  /// The nodes of the tree that is being rewritten.
  DenseMap<Operation *, ConcatNode *> nodes;
  /// The operands that occur more than once in the concat that is being
  /// rewritten, and their buffers.
  DenseMap<Value, Value> repeated;
  /// The tensor.empty ops that lost a user.
  llvm::SmallSetVector<Operation *, 8> deadDestinations;
  /// Erased concats; never dereferenced.
  DenseSet<Operation *> rewritten;
};
} // namespace

Value ConcatRewriter::allocate(ConcatNode &root) {
  RankedTensorType type = root.concat.getResultType();
  SmallVector<Value> dynamicSizes;
  for (auto [dim, size] : llvm::enumerate(sizes[root.concat].result))
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(builder, root.concat.getLoc(), size));
  return memref::AllocOp::create(
      builder, root.concat.getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), dynamicSizes,
      builder.getI64IntegerAttr(kBufferAlignment));
}

/// Makes `sizes` static where the type of `tensor` is, and `onlyThere` if it is
/// the tensor of the buffer, whose type has to match.
void ConcatRewriter::matchType(MutableArrayRef<OpFoldResult> sizes,
                               Value tensor, Location loc, bool onlyThere) {
  auto type = cast<RankedTensorType>(tensor.getType());
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (!type.isDynamicDim(dim))
      size = builder.getIndexAttr(type.getDimSize(dim));
    else if (onlyThere)
      size = getValueOrCreateConstantIndexOp(builder, loc, size);
  }
}

/// Takes all sizes except the length from the result, not from the operand:
/// those of a nested concat need not be known yet.
memref::SubViewOp ConcatRewriter::createSubview(ConcatNode &node,
                                                unsigned index) {
  Location loc = node.concat.getLoc();
  int64_t axis = node.concat.getDim();
  Value input = node.concat.getInputs()[index];
  SmallVector<OpFoldResult> shape = node.shape;
  shape[axis] = sizes[node.concat].lengths[index];
  matchType(shape, input, loc,
            /*onlyThere=*/node.operands[index].kind != Kind::Copied);
  SmallVector<OpFoldResult> offsets(shape.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(shape.size(), builder.getIndexAttr(1));
  offsets[axis] = sizes[node.concat].offsets[index];
  return memref::SubViewOp::create(builder, loc, node.buffer, offsets, shape,
                                   strides);
}

/// A view of `buffer` with the source shape of `reshape`, for any strides. Not
/// memref.expand_shape: -expand-strided-metadata crashes if it expands into two
/// dynamic dimensions, as for a tile.
Value ConcatRewriter::createExpanded(tensor::CollapseShapeOp reshape,
                                     Value buffer, Location loc) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, buffer);
  SmallVector<OpFoldResult> shape = earlySizes.getAll(reshape.getSrc());
  matchType(shape, reshape.getSrc(), loc, /*onlyThere=*/true);
  SmallVector<OpFoldResult> strides(shape.size());
  for (auto [group, stride] :
       llvm::zip_equal(reshape.getReassociationIndices(),
                       metadata.getConstifiedMixedStrides()))
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = stride;
      stride = IndexBuilder(builder, loc).multiply(stride, shape[dim]);
    }
  return memref::ReinterpretCastOp::create(
      builder, loc, metadata.getBaseBuffer(),
      metadata.getConstifiedMixedOffset(), shape, strides);
}

/// Makes the producers of `operand` write to `buffer`, through its reshapes.
///
/// The materialize_in_destination keeps the producers alive. It folds away if
/// One-Shot Bufferize lets them write in place; otherwise it is the copy that
/// keeps the result correct. For that it directly follows the producer, before
/// anything reads the result.
void ConcatRewriter::writeInPlace(ConcatOperand &operand, Value buffer,
                                  Location loc) {
  for (tensor::CollapseShapeOp reshape : operand.reshapes)
    buffer = createExpanded(reshape, buffer, loc);
  Value destination = bufferization::ToTensorOp::create(
      builder, loc, operand.produced.getType(), buffer, /*restrict=*/true,
      /*writable=*/true);
  deadDestinations.insert(operand.firstDestination->get().getDefiningOp());
  operand.firstDestination->set(destination);
  builder.setInsertionPointAfterValue(operand.produced);
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, Type(), operand.produced, buffer, /*restrict=*/false,
      /*writable=*/true);
}

/// Copies `input` at the concat. All copies of a repeated operand read one
/// buffer: One-Shot Bufferize compares each read of a tensor with all others.
void ConcatRewriter::copyOperand(ConcatNode &node, Value input, Value target) {
  Location loc = node.concat.getLoc();
  auto found = repeated.find(input);
  if (found == repeated.end()) {
    bufferization::MaterializeInDestinationOp::create(
        builder, loc, Type(), input, target, /*restrict=*/false,
        /*writable=*/true);
    return;
  }
  if (!found->second)
    found->second = bufferization::ToBufferOp::create(
        builder, loc,
        bufferization::getMemRefTypeWithFullyDynamicLayout(
            cast<TensorType>(input.getType())),
        input, /*read_only=*/true);
  memref::CopyOp::create(builder, loc, found->second, target);
}

void ConcatRewriter::rewriteOperand(ConcatNode &node, unsigned index) {
  if (sizes[node.concat].isEmpty[index])
    return;
  Value input = node.concat.getInputs()[index];
  ConcatOperand &operand = node.operands[index];
  if (operand.kind == Kind::Produced) {
    builder.setInsertionPoint(operand.getFirstWriter());
    writeInPlace(operand, createSubview(node, index), node.concat.getLoc());
  } else if (operand.kind == Kind::Nested) {
    builder.setInsertionPoint(node.start);
    auto subview = createSubview(node, index);
    ConcatNode *nested = nodes.lookup(input.getDefiningOp());
    nested->buffer = subview;
    nested->shape = subview.getMixedSizes();
  } else {
    builder.setInsertionPoint(node.concat);
    copyOperand(node, input, createSubview(node, index));
  }
  ++(operand.kind == Kind::Copied ? numCopied : numInPlace);
}

void ConcatRewriter::rewriteNode(ConcatNode &node) {
  llvm::SmallDenseSet<Value> seen;
  repeated.clear();
  for (Value input : node.concat.getInputs())
    if (!seen.insert(input).second)
      repeated.try_emplace(input);
  for (unsigned index : llvm::seq<unsigned>(node.operands.size()))
    rewriteOperand(node, index);
}

/// The result is writable only if no operand has other readers: One-Shot
/// Bufferize would not know that a write to one tensor changes the other.
void ConcatRewriter::rewriteTree(ConcatTree &tree) {
  bool isWritable = llvm::none_of(tree, [](const ConcatNode &node) {
    return llvm::any_of(node.operands, [](const ConcatOperand &operand) {
      return operand.isShared;
    });
  });
  builder.setInsertionPoint(tree.front().start);
  tree.front().buffer = allocate(tree.front());
  tree.front().shape = sizes[tree.front().concat].result;
  nodes.clear();
  for (ConcatNode &node : tree)
    nodes[node.concat] = &node;
  for (ConcatNode &node : tree)
    rewriteNode(node);
  // The root first: then only tensors with other readers still have users.
  for (ConcatNode &node : tree) {
    rewritten.insert(node.concat);
    eraseConcat(node, isWritable);
  }
}

/// Reads the result back from its buffer and erases dead ops; dead reshapes
/// would otherwise cost a copy.
void ConcatRewriter::eraseConcat(ConcatNode &node, bool isWritable) {
  if (!node.concat->use_empty()) {
    builder.setInsertionPoint(node.concat);
    auto result = bufferization::ToTensorOp::create(
        builder, node.concat.getLoc(), node.concat.getType(), node.buffer,
        /*restrict=*/true, isWritable);
    node.concat.replaceAllUsesWith(result.getResult());
  }
  node.concat->erase();
  for (ConcatOperand &operand : node.operands)
    for (tensor::CollapseShapeOp reshape : operand.reshapes)
      reshape->erase();
}

static bool isAllCopied(const ConcatTree &tree) {
  return llvm::all_of(tree, [](const ConcatNode &node) {
    return llvm::all_of(node.operands, [](const ConcatOperand &operand) {
      return operand.kind == Kind::Copied;
    });
  });
}

void ConcatRewriter::run(bool copiesOperands, bool leavesCopies) {
  SmallVector<tensor::ConcatOp> concats;
  func.walk([&](tensor::ConcatOp concat) {
    if (hasBufferizableResult(concat))
      concats.push_back(concat);
  });
  for (tensor::ConcatOp concat : concats)
    sizes[concat] = lookUpConcatSizes(concat, earlySizes);
  findLastExits(sizes);
  // The last one first: a nested concat belongs to the tree of its user.
  for (tensor::ConcatOp concat : llvm::reverse(concats)) {
    if (rewritten.contains(concat))
      continue;
    if (concat->use_empty()) {
      concat->erase();
      continue;
    }
    ConcatTree tree = copiesOperands
                          ? makeCopiedTree(concat)
                          : buildConcatTree(concat, sizes, earlySizes, state);
    for (const ConcatNode &node : tree)
      remarkOn(node.concat, node.operands);
    if (leavesCopies && isAllCopied(tree) && canRemain(concat))
      dropEmptyOperands(concat, sizes[concat].result);
    else
      rewriteTree(tree);
  }
  for (Operation *destination : deadDestinations)
    if (destination->use_empty())
      destination->erase();
  earlySizes.eraseUnused();
}

namespace {
struct ConcatInPlace : public onnxops::impl::ConcatInPlaceBase<ConcatInPlace> {
  using ConcatInPlaceBase::ConcatInPlaceBase;

  void runOnOperation() override {
    ConcatRewriter rewriter(getOperation());
    rewriter.run(copyOperands, leaveCopies);
    numInPlace += rewriter.numInPlace;
    numCopied += rewriter.numCopied;
    onnxops::splitReads(getOperation(), kMaxRepeats);
  }
};
} // namespace
