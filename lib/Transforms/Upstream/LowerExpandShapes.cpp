//===- LowerExpandShapes.cpp - lower memref.expand_shape ------------------===//
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
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWEREXPANDSHAPES
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether a group has sizes that do not follow from the others and the total.
static bool mustLower(memref::ExpandShapeOp op) {
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

void mlir::onnxops::lowerExpandShapes(Operation *root) {
  SmallVector<memref::ExpandShapeOp> found;
  root->walk([&](memref::ExpandShapeOp op) {
    if (mustLower(op))
      found.push_back(op);
  });
  for (memref::ExpandShapeOp op : found)
    lower(op);
}

namespace {
struct LowerExpandShapes
    : public onnxops::impl::LowerExpandShapesBase<LowerExpandShapes> {
  void runOnOperation() override { onnxops::lowerExpandShapes(getOperation()); }
};
} // namespace
