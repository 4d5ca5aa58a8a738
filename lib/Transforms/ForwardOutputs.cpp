//===- ForwardOutputs.cpp - compute results in the caller's memory --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bufferization leaves an output as an allocation that is copied to the
// caller's memory at the end. Here, where aliasing is explicit, the allocation
// becomes that memory.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FORWARDOUTPUTS
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// The copies into outputs at the end of a block, last first. Nothing behind
// them writes what they have read.
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

// The allocation behind a value, and the collapse between them if there is one.
static memref::AllocOp findAllocation(Value source,
                                      memref::CollapseShapeOp &collapse) {
  if (auto cast = source.getDefiningOp<memref::CastOp>())
    source = cast.getSource();
  collapse = source.getDefiningOp<memref::CollapseShapeOp>();
  if (collapse)
    source = collapse.getSrc();
  return source.getDefiningOp<memref::AllocOp>();
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

// Replaces the allocation behind `copy` by the output that it is copied to.
static void forward(memref::CopyOp copy) {
  auto output = copy.getTarget().getDefiningOp<OutputOp>();
  if (!output->hasOneUse())
    return;
  memref::CollapseShapeOp collapse;
  memref::AllocOp allocation = findAllocation(copy.getSource(), collapse);
  // In the entry's own block it is made once for each call.
  if (!allocation || allocation->getBlock() != output->getBlock() ||
      !allocation.getType().getLayout().isIdentity())
    return;

  OpBuilder builder(allocation);
  Location loc = allocation.getLoc();
  MemRefType type = allocation.getType();
  SmallVector<OpFoldResult> sizes = allocation.getMixedSizes();
  SmallVector<OpFoldResult> outputSizes = sizes;
  if (collapse)
    outputSizes =
        collapseSizes(builder, loc, sizes, collapse.getReassociationIndices());
  SmallVector<int64_t> shape;
  SmallVector<Value> dynamic;
  dispatchIndexOpFoldResults(outputSizes, dynamic, shape);
  auto outputType = MemRefType::get(shape, type.getElementType());
  Value memory = OutputOp::create(builder, loc, outputType, output.getIndex(),
                                  output.getElementType(), dynamic);
  if (collapse)
    memory = memref::ExpandShapeOp::create(
        builder, loc, type.getShape(), memory,
        collapse.getReassociationIndices(), sizes);
  if (memory.getType() != type)
    memory = memref::CastOp::create(builder, loc, type, memory);
  allocation.replaceAllUsesWith(memory);
  allocation.erase();
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
