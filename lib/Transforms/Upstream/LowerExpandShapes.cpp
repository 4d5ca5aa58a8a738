//===- LowerExpandShapes.cpp - lower expand_shape -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's expand-strided-metadata computes a dynamic size by dividing the
// size of its group by the static ones: it crashes on several dynamic sizes,
// and is wrong beside a 0. The op lists all of its sizes.
//
//===----------------------------------------------------------------------===//

#include "LowerExpandShapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWEREXPANDSHAPES
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether a group has sizes that do not follow from the others and the total.
template <typename ExpandShapeOp>
static bool mustLower(ExpandShapeOp op) {
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  return llvm::any_of(
      op.getReassociationIndices(), [&](ArrayRef<int64_t> dims) {
        auto unknown = llvm::count_if(dims, [&](int64_t dim) {
          return ShapedType::isDynamic(shape[dim]);
        });
        bool hasZero =
            llvm::any_of(dims, [&](int64_t dim) { return shape[dim] == 0; });
        return unknown > 1 || (unknown == 1 && hasZero);
      });
}

// Reshapes the tensor to the sizes that the op lists.
static void lower(tensor::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> sizes;
  for (OpFoldResult size : op.getMixedOutputShape())
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  Value shape = tensor::FromElementsOp::create(builder, loc, sizes);
  op.replaceAllUsesWith(
      tensor::ReshapeOp::create(builder, loc, op.getType(), op.getSrc(), shape)
          .getResult());
  op.erase();
}

// Casts the memory to the sizes that the op lists. Within a group, dimensions
// are row-major.
static void lower(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, op.getSrc());
  SmallVector<OpFoldResult> given = metadata.getConstifiedMixedStrides();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  for (auto [dims, stride] :
       llvm::zip_equal(op.getReassociationIndices(), given)) {
    OpFoldResult next = stride;
    for (int64_t dim : llvm::reverse(dims)) {
      strides[dim] = next;
      next = IndexBuilder(builder, loc).multiply(next, sizes[dim]);
    }
  }
  Value expanded = memref::ReinterpretCastOp::create(
      builder, loc, op.getResultType(), metadata.getBaseBuffer(),
      metadata.getConstifiedMixedOffset(), sizes, strides);
  op.replaceAllUsesWith(expanded);
  op.erase();
}

template <typename ExpandShapeOp>
static void lowerAll(Operation *root) {
  SmallVector<ExpandShapeOp> found;
  root->walk([&](ExpandShapeOp op) {
    if (mustLower(op))
      found.push_back(op);
  });
  for (ExpandShapeOp op : found)
    lower(op);
}

void mlir::onnxops::lowerExpandShapes(Operation *root) {
  lowerAll<memref::ExpandShapeOp>(root);
}

namespace {
struct LowerExpandShapes
    : public onnxops::impl::LowerExpandShapesBase<LowerExpandShapes> {
  void runOnOperation() override {
    lowerAll<tensor::ExpandShapeOp>(getOperation());
    lowerAll<memref::ExpandShapeOp>(getOperation());
  }
};
} // namespace
