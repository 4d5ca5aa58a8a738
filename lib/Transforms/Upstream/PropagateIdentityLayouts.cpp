//===- PropagateIdentityLayouts.cpp - identity layouts out of scf.if
//----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dynamic strides keep loops from being collapsed and reshapes from being
// views. One-Shot Bufferize falls back to them while the tensors that two
// branches yield are not both bufferized; in this pass they are.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_PROPAGATEIDENTITYLAYOUTS
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

static Value lookThroughCasts(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  return memref;
}

static bool isRowMajor(Value memref) {
  auto type = dyn_cast<MemRefType>(lookThroughCasts(memref).getType());
  return type && type.getLayout().isIdentity();
}

// Gives result `number` an identity layout if both branches yield one.
static void propagateLayout(scf::IfOp branch, unsigned number) {
  Value result = branch.getResult(number);
  auto type = dyn_cast<MemRefType>(result.getType());
  OpOperand &first = branch.thenYield()->getOpOperand(number);
  OpOperand &second = branch.elseYield()->getOpOperand(number);
  if (!type || type.getLayout().isIdentity() || !isRowMajor(first.get()) ||
      !isRowMajor(second.get()))
    return;
  auto identity =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  for (OpOperand *yielded : {&first, &second}) {
    Value memref = lookThroughCasts(yielded->get());
    if (memref.getType() != identity) {
      OpBuilder builder(yielded->getOwner());
      memref =
          memref::CastOp::create(builder, memref.getLoc(), identity, memref);
    }
    yielded->set(memref);
  }
  result.setType(identity);
  OpBuilder builder(branch->getContext());
  builder.setInsertionPointAfter(branch);
  auto cast = memref::CastOp::create(builder, branch.getLoc(), type, result);
  result.replaceAllUsesExcept(cast, cast);
}

namespace {

struct PropagateIdentityLayouts
    : onnxops::impl::PropagateIdentityLayoutsBase<PropagateIdentityLayouts> {
  void runOnOperation() override {
    // Inner branches first: the outer ones yield their results.
    getOperation().walk([](scf::IfOp branch) {
      for (unsigned number : llvm::seq(branch->getNumResults()))
        propagateLayout(branch, number);
    });
  }
};

} // namespace
