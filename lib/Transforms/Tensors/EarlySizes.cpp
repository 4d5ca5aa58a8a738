//===- EarlySizes.cpp - sizes of tensors before they exist ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks from a tensor to the tensor.empty, concat, slice or argument that
// determines its size. Sums are plain arith ops: composed affine maps grow with
// each term, which is quadratic in the number of operands of a concat.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Tensors/EarlySizes.h"
#include "Destinations.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Support/IndexBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;

Operation *mlir::onnxops::getReadyAfter(OpFoldResult value, Block *block) {
  auto ssa = dyn_cast<Value>(value);
  Operation *def = ssa ? ssa.getDefiningOp() : nullptr;
  return def && def->getBlock() == block ? def : nullptr;
}

Operation *mlir::onnxops::getLater(Operation *a, Operation *b) {
  if (!a || !b)
    return a ? a : b;
  return a->isBeforeInBlock(b) ? b : a;
}

/// Moves the builder to right after `op`, or to the start of `block`.
static void setInsertionPointAfter(OpBuilder &builder, Operation *op,
                                   Block *block) {
  if (op)
    builder.setInsertionPointAfter(op);
  else
    builder.setInsertionPointToStart(block);
}

OpFoldResult EarlySizes::get(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return builder.getIndexAttr(type.getDimSize(dim));
  auto [it, isNew] = known.try_emplace({tensor, dim});
  if (!isNew)
    return it->second;
  OpFoldResult size = compute(tensor, dim);
  known[{tensor, dim}] = size;
  return size;
}

SmallVector<OpFoldResult> EarlySizes::getAll(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return llvm::map_to_vector(llvm::seq<int64_t>(0, rank),
                             [&](int64_t dim) { return get(tensor, dim); });
}

/// A source of `tensor` with the same sizes, or null.
static Value getSameShaped(Value tensor) {
  if (auto castOp = tensor.getDefiningOp<tensor::CastOp>())
    return isa<RankedTensorType>(castOp.getSource().getType())
               ? castOp.getSource()
               : Value();
  OpOperand *destination = getDestination(tensor);
  return destination ? destination->get() : Value();
}

/// The operand for dimension `dim` in the producer of `tensor`, or null.
static OpFoldResult getNamedSize(Value tensor, int64_t dim) {
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    return empty.getMixedSizes()[dim];
  auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>();
  if (slice && slice.getDroppedDims().none())
    return slice.getMixedSizes()[dim];
  return {};
}

OpFoldResult EarlySizes::compute(Value tensor, int64_t dim) {
  // No recursion: chains of producers can be as long as the program.
  while (cast<RankedTensorType>(tensor.getType()).isDynamicDim(dim)) {
    if (Value source = getSameShaped(tensor)) {
      tensor = source;
      continue;
    }
    OpFoldResult named = getNamedSize(tensor, dim);
    if (auto concat = tensor.getDefiningOp<tensor::ConcatOp>())
      return computeConcat(concat, dim);
    if (auto collapse = tensor.getDefiningOp<tensor::CollapseShapeOp>())
      return computeCollapse(collapse, dim);
    if (!named)
      return readDim(tensor, dim);
    // The size of another tensor may be known before that tensor is.
    auto value = dyn_cast<Value>(named);
    auto dimOp = value ? value.getDefiningOp<tensor::DimOp>() : nullptr;
    if (!dimOp || !dimOp.getConstantIndex() ||
        !isa<RankedTensorType>(dimOp.getSource().getType()))
      return named;
    tensor = dimOp.getSource();
    dim = *dimOp.getConstantIndex();
  }
  int64_t size = cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
  return builder.getIndexAttr(size);
}

SmallVector<OpFoldResult> EarlySizes::getOffsets(tensor::ConcatOp concat) {
  if (auto it = offsets.find(concat.getResult()); it != offsets.end())
    return it->second;
  Block *block = concat->getBlock();
  SmallVector<OpFoldResult> sizes =
      llvm::map_to_vector(concat.getInputs(), [&](Value input) {
        return get(input, concat.getDim());
      });
  // Not while sizes are inserted, which changes the order of the block.
  Operation *ready = nullptr;
  for (OpFoldResult size : sizes)
    ready = getLater(ready, getReadyAfter(size, block));
  setInsertionPointAfter(builder, ready, block);
  SmallVector<OpFoldResult> ends = {builder.getIndexAttr(0)};
  for (OpFoldResult size : sizes)
    ends.push_back(
        IndexBuilder(builder, concat.getLoc()).add(ends.back(), size));
  offsets[concat.getResult()] = ends;
  return ends;
}

/// Along the axis the sum of all operands; in other dimensions, where operands
/// agree, the size that is known first.
OpFoldResult EarlySizes::computeConcat(tensor::ConcatOp concat, int64_t dim) {
  if (dim == static_cast<int64_t>(concat.getDim()))
    return getOffsets(concat).back();
  Block *block = concat->getBlock();
  auto isEarlier = [&](OpFoldResult a, OpFoldResult b) {
    if (isa<Attribute>(a) || isa<Attribute>(b))
      return isa<Attribute>(a) && !isa<Attribute>(b);
    Operation *readyA = getReadyAfter(a, block);
    Operation *readyB = getReadyAfter(b, block);
    if (!readyA || !readyB)
      return !readyA && readyB;
    return readyA->isBeforeInBlock(readyB);
  };
  SmallVector<OpFoldResult> sizes = llvm::map_to_vector(
      concat.getInputs(), [&](Value input) { return get(input, dim); });
  return *llvm::min_element(sizes, isEarlier);
}

OpFoldResult EarlySizes::computeCollapse(tensor::CollapseShapeOp collapse,
                                         int64_t dim) {
  Block *block = collapse->getBlock();
  Operation *ready = nullptr;
  SmallVector<OpFoldResult> sizes;
  // A named variable: an element of the temporary would not outlive it.
  SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
  for (int64_t sourceDim : groups[dim]) {
    sizes.push_back(get(collapse.getSrc(), sourceDim));
    ready = getLater(ready, getReadyAfter(sizes.back(), block));
  }
  setInsertionPointAfter(builder, ready, block);
  OpFoldResult product = builder.getIndexAttr(1);
  for (OpFoldResult size : sizes)
    product = IndexBuilder(builder, collapse.getLoc()).multiply(product, size);
  return product;
}

OpFoldResult EarlySizes::readDim(Value tensor, int64_t dim) {
  setInsertionPointAfter(builder, tensor.getDefiningOp(),
                         tensor.getParentBlock());
  return tensor::DimOp::create(builder, tensor.getLoc(), tensor, dim)
      .getResult();
}

void EarlySizes::eraseUnused() {
  // Last first: the only user of an op may be a later unused one.
  for (Operation *op : llvm::reverse(inserted))
    if (op->use_empty())
      op->erase();
}
