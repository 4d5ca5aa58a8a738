//===- Prepare.cpp - the pipeline within the dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From whatever was imported to newest versions, simplified.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::buildUpgradePipeline(OpPassManager &pm) {
  // In a module from onnx-mlir all operators are generic ops at first.
  pm.addPass(createConvertOnnxToOnnxOps());
  // Then other ONNX operators: shapes flow through upstream ops.
  pm.addPass(createConvertOnnxToUpstream());
  // Before anything relies on what they check.
  pm.addNestedPass<func::FuncOp>(createHoistChecks());
  // Some upgrades need a rank, and make types more precise in turn.
  pm.addPass(createInferShapes());
  pm.addPass(createUpgrade());
  pm.addPass(createInferShapes());
}

void mlir::onnxops::buildPreparePipeline(OpPassManager &pm) {
  buildUpgradePipeline(pm);
  // Sizes that are read twice are one: checks that compare them fold.
  pm.addPass(createCSEPass());
  // Positions and repeats become constants where they can.
  pm.addPass(createCanonicalize());
  // Sequences hide ranks and lengths from which others become known.
  pm.addPass(createCompositeFixedPointPass(
      "ResolveAllSequences",
      [](OpPassManager &round) {
        round.addPass(createResolveSequences());
        round.addPass(createInferShapes());
        round.addPass(createCanonicalize());
      },
      /*maxIterations=*/100));
  // Last, since resolved sequences make concats.
  pm.addPass(createFuse());
  pm.addPass(createCanonicalize());
}
