//===- Prepare.cpp - the pipeline within the dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From an imported module to the newest versions, simplified.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::buildUpgradePipeline(OpPassManager &pm,
                                         UnknownOps unknownOps) {
  // In a module of onnx-mlir, or of torch-mlir's importer, all operators are
  // generic ops at first.
  pm.addPass(createConvertTorchOnnxToOnnx());
  pm.addPass(createConvertOnnxToOnnxOps());
  // Then other ONNX operators: shapes flow through upstream ops.
  pm.addPass(createConvertOnnxToUpstream({unknownOps}));
  // Before any pass relies on the checks.
  pm.addNestedPass<func::FuncOp>(createHoistChecks());
  // Some upgrades need a rank, and enable more precise types.
  pm.addPass(createInferShapes());
  pm.addPass(createUpgrade({unknownOps}));
  pm.addPass(createInferShapes());
}

void mlir::onnxops::buildPreparePipeline(OpPassManager &pm,
                                         UnknownOps unknownOps) {
  buildUpgradePipeline(pm, unknownOps);
  // Merges reads of the same size, so that checks that compare them fold.
  pm.addPass(createCSEPass());
  // Folds positions and repeats to constants where possible.
  pm.addPass(createCanonicalize());
  // Resolving a sequence can reveal ranks and lengths that resolve others.
  pm.addPass(createCompositeFixedPointPass(
      "ResolveAllSequences",
      [](OpPassManager &round) {
        round.addPass(createResolveSequences());
        round.addPass(createInferShapes());
        round.addPass(createCanonicalize());
      },
      /*maxIterations=*/100));
  // Last, since resolved sequences become concats.
  pm.addPass(createFuse());
  pm.addPass(createCanonicalize());
}
