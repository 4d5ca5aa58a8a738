//===- Prepare.cpp - the pipeline within the dialect ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From whatever was imported to newest versions, simplified.
//
//===----------------------------------------------------------------------===//

#include "Canonicalizer.h"

#include "mlir/Transforms/Passes.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"

using namespace mlir;

void mlir::onnxops::buildUpgradePipeline(OpPassManager &pm) {
  // Of a module from onnx-mlir all is neighbours at first.
  pm.addPass(createConvertOnnxToOnnxOps());
  // Then neighbours: shapes flow through upstream ops.
  pm.addPass(createConvertOnnxToUpstream());
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
  addCanonicalizer(pm);
  // Sequences hide ranks and lengths from which others become known.
  pm.addPass(createCompositeFixedPointPass(
      "ResolveAllSequences",
      [](OpPassManager &round) {
        round.addPass(createResolveSequences());
        round.addPass(createInferShapes());
        addCanonicalizer(round);
      },
      /*maxIterations=*/100));
  // Last, since resolved sequences make concats.
  pm.addPass(createFuse());
  addCanonicalizer(pm);
}
