//===- ForwardOutputs.cpp - write results into caller-provided buffers ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bufferization leaves an output as an allocation that is copied to the
// caller's memory at the end. On memrefs, with explicit aliasing, the
// allocation is replaced by that memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Buffers/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FORWARDOUTPUTS
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// The copies into outputs at the end of a block, last first. No op after them
// writes to their sources.
static SmallVector<memref::CopyOp> findOutputCopies(Block &block) {
  SmallVector<memref::CopyOp> copies;
  for (Operation &op : llvm::reverse(block)) {
    if (auto copy = dyn_cast<memref::CopyOp>(op)) {
      if (!copy.getTarget().getDefiningOp<OutputOp>())
        break;
      copies.push_back(copy);
    } else if (!isa<OutputOp, OutputSequenceOp, func::ReturnOp>(op) &&
               !isMemoryEffectFree(&op)) {
      break;
    }
  }
  return copies;
}

namespace {

/// An allocation to be replaced by an output's memory.
struct Source {
  memref::AllocOp allocation;
  /// The collapse between the allocation and the source of the copy, if any.
  memref::CollapseShapeOp collapse;
};

} // namespace

// Finds the allocations of `value`, one in each branch that may yield it. No
// branch is taken twice in a call, so an output's memory is requested once.
static LogicalResult findSources(Value value, Block *block,
                                 SmallVector<Source> &sources) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  if (auto branch = value.getDefiningOp<scf::IfOp>()) {
    unsigned number = cast<OpResult>(value).getResultNumber();
    return success(branch->getBlock() == block &&
                   succeeded(findSources(branch.thenYield()->getOperand(number),
                                         branch.thenBlock(), sources)) &&
                   succeeded(findSources(branch.elseYield()->getOperand(number),
                                         branch.elseBlock(), sources)));
  }
  Source source;
  source.collapse = value.getDefiningOp<memref::CollapseShapeOp>();
  if (source.collapse)
    value = source.collapse.getSrc();
  source.allocation = value.getDefiningOp<memref::AllocOp>();
  if (!source.allocation || source.allocation->getBlock() != block ||
      !source.allocation.getType().getLayout().isIdentity())
    return failure();
  sources.push_back(source);
  return success();
}

// The sizes of the allocation with each group of dimensions multiplied.
static SmallVector<OpFoldResult>
collapseSizes(OpBuilder &builder, Location loc, ArrayRef<OpFoldResult> sizes,
              ArrayRef<ReassociationIndices> groups) {
  SmallVector<OpFoldResult> collapsed;
  for (const ReassociationIndices &group : groups) {
    Value product = arith::ConstantIndexOp::create(builder, loc, 1);
    for (int64_t dim : group)
      product = builder.createOrFold<arith::MulIOp>(
          loc, product,
          getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]));
    collapsed.push_back(getAsOpFoldResult(product));
  }
  return collapsed;
}

// Casts row-major memory to another shape with as many elements. Not an
// expand_shape: upstream crashes on its expansion into strides if a group has a
// product of two sizes (MLIR 22.1).
static Value expand(OpBuilder &builder, Location loc, Value memory,
                    MemRefType type, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(sizes.size());
  Value stride = arith::ConstantIndexOp::create(builder, loc, 1);
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    strides[dim] = getAsOpFoldResult(stride);
    stride = builder.createOrFold<arith::MulIOp>(
        loc, stride, getValueOrCreateConstantIndexOp(builder, loc, sizes[dim]));
  }
  SmallVector<int64_t> shape, strideShape;
  SmallVector<Value> dynamicSizes, dynamicStrides;
  dispatchIndexOpFoldResults(sizes, dynamicSizes, shape);
  dispatchIndexOpFoldResults(strides, dynamicStrides, strideShape);
  auto strided = MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(builder.getContext(), 0, strideShape));
  Value cast = memref::ReinterpretCastOp::create(
      builder, loc, strided, memory, builder.getIndexAttr(0), sizes, strides);
  return memref::CastOp::create(builder, loc, type, cast);
}

// Replaces an allocation by the memory of `output`.
static void replaceByOutput(Source source, OutputOp output) {
  memref::AllocOp allocation = source.allocation;
  OpBuilder builder(allocation);
  Location loc = allocation.getLoc();
  MemRefType type = allocation.getType();
  SmallVector<OpFoldResult> sizes = allocation.getMixedSizes();
  SmallVector<OpFoldResult> outputSizes = sizes;
  if (source.collapse)
    outputSizes = collapseSizes(builder, loc, sizes,
                                source.collapse.getReassociationIndices());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(outputSizes, dynamic, shape);
  auto outputType = MemRefType::get(shape, type.getElementType());
  Value memory = OutputOp::create(builder, loc, outputType, output.getIndex(),
                                  output.getElementType(), dynamic);
  if (source.collapse)
    memory = expand(builder, loc, memory, type, sizes);
  if (memory.getType() != type)
    memory = memref::CastOp::create(builder, loc, type, memory);
  allocation.replaceAllUsesWith(memory);
  allocation.erase();
}

// Replaces the allocations behind `copy` by the output that it copies to.
static void forward(memref::CopyOp copy) {
  auto output = copy.getTarget().getDefiningOp<OutputOp>();
  SmallVector<Source> sources;
  // In the block of the output, the allocation is made once per call.
  if (!output->hasOneUse() ||
      failed(findSources(copy.getSource(), output->getBlock(), sources)))
    return;
  for (Source source : sources)
    replaceByOutput(source, output);
  copy.erase();
  output.erase();
}

namespace {

struct ForwardOutputs : onnxops::impl::ForwardOutputsBase<ForwardOutputs> {
  void runOnOperation() override {
    for (Block &block : getOperation().getBody())
      for (memref::CopyOp copy : findOutputCopies(block))
        forward(copy);
  }
};

} // namespace
