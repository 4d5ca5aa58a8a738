//===- my-opt.cpp - the opt of somebody else's compiler -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Knows nothing of onnxops but its installed headers: builds ops of its dialect
// for an op of its own, and runs its pipelines between two passes of its own.
// It registers only the upstream dialects that its input has.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/InitAll.h"
#include "onnxops/Pipelines/Pipelines.h"

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
  onnxops::registerPasses();
  onnxops::registerPipelines();

  PassRegistration<BuildOnnxOps>();
  PassRegistration<CountOperands>();
  PassPipelineRegistration<>("my-pipeline", "my ops to linalg",
                             buildMyPipeline);
  return asMainReturnCode(MlirOptMain(argc, argv, "my compiler\n", registry));
}
