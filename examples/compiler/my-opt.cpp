//===- my-opt.cpp - the opt of somebody else's compiler -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knows nothing of onnxops but its installed headers: builds ops of its dialect
// for an op of its own, runs its pipelines between two passes of its own, and
// splits, tiles and fuses by its patterns and its TilingInterface. It registers
// only the upstream dialects that its input has.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Tiling/Tiling.h"
#include "onnxops/Transforms/Tensors/Patterns.h"

using namespace mlir;

/// Joins the tensors on axis 0, and repeats what that gives.
static Value buildJoin(OpBuilder &builder, Location loc, ValueRange tensors,
                       ArrayRef<int64_t> repeats) {
  Value joined =
      onnxops::ConcatV13Op::create(builder, loc, tensors, /*axis=*/0);
  Value times = arith::ConstantOp::create(builder, loc,
                                          builder.getI64TensorAttr(repeats));
  return onnxops::TileV13Op::create(builder, loc, joined, times);
}

namespace {

/// Makes each my.join_twice of matrices a concat and a tile.
struct BuildOnnxOps : PassWrapper<BuildOnnxOps, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(BuildOnnxOps)

  StringRef getArgument() const override { return "my-build-onnxops"; }
  StringRef getDescription() const override { return "my ops to onnxops"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, onnxops::OnnxOpsDialect>();
  }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      if (op->getName().getStringRef() != "my.join_twice")
        return;
      OpBuilder builder(op);
      Value result =
          buildJoin(builder, op->getLoc(), op->getOperands(), {2, 1});
      op->replaceAllUsesWith(ValueRange(result));
      op->erase();
    });
  }
};

/// Says of each concat that is left how many operands it has.
struct CountOperands : PassWrapper<CountOperands, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CountOperands)

  StringRef getArgument() const override { return "my-count-operands"; }
  StringRef getDescription() const override { return "operands of concats"; }

  void runOnOperation() override {
    getOperation().walk([](tensor::ConcatOp op) {
      op.emitRemark() << op.getInputs().size() << " operands";
    });
  }
};

/// Computes in blocks of four rows, with what the operands of concats are
/// computed from.
struct ComputeInBlocks
    : PassWrapper<ComputeInBlocks, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ComputeInBlocks)

  StringRef getArgument() const override { return "my-compute-in-blocks"; }
  StringRef getDescription() const override { return "tile and fuse"; }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<scf::SCFDialect>();
  }

  void runOnOperation() override {
    // Readers of a concat become one for each operand, if they can, ...
    RewritePatternSet patterns(&getContext());
    onnxops::populateSplitConcatReadersPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    // ... and what is returned is computed in blocks, whether that is a concat
    // or something else.
    Operation *end = getOperation().getBody().front().getTerminator();
    SmallVector<TilingInterface> results;
    for (Value value : end->getOperands())
      if (auto op = value.getDefiningOp<TilingInterface>())
        results.push_back(op);
    IRRewriter rewriter(&getContext());
    for (TilingInterface op : results)
      if (failed(computeInBlocks(rewriter, op)))
        return signalPassFailure();
  }

  static LogicalResult computeInBlocks(RewriterBase &rewriter,
                                       TilingInterface op) {
    scf::SCFTileAndFuseOptions options;
    options.tilingOptions.setTileSizes({rewriter.getIndexAttr(4)});
    rewriter.setInsertionPoint(op);
    FailureOr<scf::SCFTileAndFuseResult> blocks =
        scf::tileConsumerAndFuseProducersUsingSCF(rewriter, op, options);
    if (failed(blocks))
      return failure();
    for (auto [old, value] : blocks->replacements)
      rewriter.replaceAllUsesWith(old, value);
    return success();
  }
};

} // namespace

static void buildMyPipeline(OpPassManager &pm) {
  pm.addPass(std::make_unique<BuildOnnxOps>());
  onnxops::buildToLinalgPipeline(pm, {});
  pm.addPass(std::make_unique<CountOperands>());
}

int main(int argc, char **argv) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect,
                  memref::MemRefDialect, tensor::TensorDialect>();
  onnxops::registerDialect(registry);
  onnxops::registerExternalModels(registry);
  onnxops::registerConcatTilingModel(registry);
  onnxops::registerPasses();
  onnxops::registerPipelines();

  PassRegistration<BuildOnnxOps>();
  PassRegistration<CountOperands>();
  PassRegistration<ComputeInBlocks>();
  PassPipelineRegistration<>("my-pipeline", "my ops to linalg",
                             buildMyPipeline);
  return asMainReturnCode(MlirOptMain(argc, argv, "my compiler\n", registry));
}
