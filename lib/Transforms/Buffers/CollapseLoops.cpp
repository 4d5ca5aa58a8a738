//===- CollapseLoops.cpp - collapse contiguous loops ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop over rows of three elements is slow, one over all elements of a
// contiguous memref is not, so dimensions that are contiguous in every operand
// become one. Threads can also share long loops more evenly.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Transforms/Buffers/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_COLLAPSELOOPS
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether each element of the results is computed independently, in strided
// memory.
static bool isParallel(linalg::LinalgOp op) {
  return op.hasPureBufferSemantics() && op.getNumLoops() > 0 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           auto memref = dyn_cast<MemRefType>(type);
           return !memref || memref.isStrided();
         });
}

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

// The dimensions of an operand whose index is the constant 0.
static SmallVector<unsigned> getZeroIndexDims(AffineMap map) {
  SmallVector<unsigned> dims;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      if (constant.getValue() == 0)
        dims.push_back(dim);
  return dims;
}

// Drops the given dimensions, of which only index 0 is read. A subview drops
// leading dimensions, a collapse_shape the others: the type of a subview does
// not identify the dropped dimensions, and of several of size 1 upstream takes
// the first if strides are dynamic. A collapse_shape cannot drop all of them:
// it loses the unit stride of a row of dynamic size.
static Value dropDims(OpBuilder &builder, Location loc, Value memref,
                      ArrayRef<unsigned> dims) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> sizes = memref::getMixedSizes(builder, loc, memref);
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  for (unsigned dim : dims)
    sizes[dim] = builder.getIndexAttr(1);
  unsigned first = 0;
  while (first < dims.size() && dims[first] == first)
    ++first;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = first; dim < type.getRank(); ++dim) {
    bool isDropped = llvm::is_contained(dims, dim);
    shape.push_back(isDropped ? 1 : type.getDimSize(dim));
    if (!isDropped)
      groups.emplace_back();
    groups.back().push_back(dim - first);
  }
  MemRefType reduced = memref::SubViewOp::inferRankReducedResultType(
      shape, type, offsets, sizes, strides);
  Value view = memref::SubViewOp::create(builder, loc, reduced, memref, offsets,
                                         sizes, strides);
  if (first == dims.size())
    return view;
  return memref::CollapseShapeOp::create(builder, loc, view, groups);
}

// Makes indexing maps projected permutations by dropping dimensions of index 0.
static void dropZeroIndexDims(linalg::GenericOp op, IRRewriter &rewriter) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool isChanged = false;
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap &map = maps[operand.getOperandNumber()];
    SmallVector<unsigned> dims = getZeroIndexDims(map);
    if (dims.empty() || !isa<MemRefType>(operand.get().getType()))
      continue;
    rewriter.modifyOpInPlace(op, [&] {
      operand.set(dropDims(rewriter, op.getLoc(), operand.get(), dims));
    });
    llvm::SmallBitVector dropped(map.getNumResults());
    for (unsigned dim : dims)
      dropped.set(dim);
    map = map.dropResults(dropped);
    isChanged = true;
  }
  if (isChanged)
    rewriter.modifyOpInPlace(op, [&] {
      op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
}

//===----------------------------------------------------------------------===//
// Contiguous dimensions
//===----------------------------------------------------------------------===//

// Whether loop `inner` and the one before it traverse the operand without a
// gap, or neither indexes it.
static bool isContiguous(Type operand, AffineMap map, unsigned inner) {
  auto *context = map.getContext();
  std::optional<unsigned> first =
      map.getResultPosition(getAffineDimExpr(inner - 1, context));
  std::optional<unsigned> second =
      map.getResultPosition(getAffineDimExpr(inner, context));
  if (!first || !second)
    return !first && !second;
  auto type = dyn_cast<MemRefType>(operand);
  if (*second != *first + 1 || !type)
    return false;
  SmallVector<ReassociationIndices> groups;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (dim == *second)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  }
  return memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups);
}

// Groups of two or more loops that can be collapsed.
static SmallVector<ReassociationIndices> getGroups(linalg::GenericOp op) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  SmallVector<ReassociationIndices> groups = {{0}};
  for (unsigned loop = 1; loop < op.getNumLoops(); ++loop) {
    bool merges = llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      return isContiguous(operand.get().getType(),
                          maps[operand.getOperandNumber()], loop);
    });
    if (merges)
      groups.back().push_back(loop);
    else
      groups.push_back({loop});
  }
  llvm::erase_if(groups, [](const auto &group) { return group.size() < 2; });
  return groups;
}

static void collapse(linalg::LinalgOp op, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> same = linalg::generalizeNamedOp(rewriter, op);
    if (failed(same))
      return;
    generic = *same;
  }
  dropZeroIndexDims(generic, rewriter);
  if (generic.hasIndexSemantics())
    return;
  if (!llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }))
    return;
  SmallVector<ReassociationIndices> groups = getGroups(generic);
  if (groups.empty())
    return;
  rewriter.setInsertionPoint(generic);
  // On failure, the loops stay as they are, which is only slower.
  if (succeeded(linalg::collapseOpIterationDims(generic, groups, rewriter)))
    rewriter.eraseOp(generic);
}

namespace {

struct CollapseLoops : onnxops::impl::CollapseLoopsBase<CollapseLoops> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation().walk([&](linalg::LinalgOp op) {
      // Broadcasts are lowered with the copies.
      if (isParallel(op) && !isa<linalg::BroadcastOp>(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops)
      collapse(op, rewriter);
  }
};

} // namespace
