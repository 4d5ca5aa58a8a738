//===- LowerControlFlow.cpp - scf to cf in linear time --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowering a loop to blocks moves all ops after it to a new block. Upstream
// goes from the first loop to the last, and moves the rest of the function for
// each; from the last to the first, each op is moved once.
//
//===----------------------------------------------------------------------===//

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERCONTROLFLOW
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// Terminators are lowered together with their parents.
static bool isStructured(Operation *op) {
  return isa_and_nonnull<scf::SCFDialect>(op->getDialect()) &&
         op->getNumRegions() != 0 && !op->hasTrait<OpTrait::IsTerminator>();
}

// Upstream leaves the annotation of a loop on its branch, but under a name that
// the conversion to llvm.br does not know.
static void keepAnnotation(cf::BranchOp op) {
  if (Attribute annotation = op->removeAttr("llvm.loop_annotation"))
    op->setAttr("loop_annotation", annotation);
}

namespace {
struct LowerControlFlow
    : public onnxops::impl::LowerControlFlowBase<LowerControlFlow> {
  void runOnOperation() override {
    // Inner ops first; the driver takes them from the end.
    SmallVector<Operation *> found;
    getOperation()->walk([&](Operation *op) {
      if (isStructured(op))
        found.push_back(op);
    });
    RewritePatternSet patterns(&getContext());
    populateSCFToControlFlowConversionPatterns(patterns);
    // A parallel loop becomes sequential loops first.
    auto config = GreedyRewriteConfig().setStrictness(
        GreedyRewriteStrictness::ExistingAndNewOps);
    if (failed(applyOpPatternsGreedily(found, std::move(patterns), config)))
      return signalPassFailure();
    WalkResult left = getOperation()->walk([](Operation *op) {
      if (!isStructured(op))
        return WalkResult::advance();
      op->emitOpError("cannot be lowered to branches");
      return WalkResult::interrupt();
    });
    if (left.wasInterrupted())
      signalPassFailure();
    getOperation()->walk(keepAnnotation);
  }
};
} // namespace
