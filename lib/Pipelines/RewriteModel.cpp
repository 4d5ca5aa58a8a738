//===- RewriteModel.cpp - the pipeline from a model to a better one -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All passes keep the form that the exporter takes.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Pipelines/RewriteModel.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/UnknownOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

// More rounds would be needed for more sequences that each depend on the shape
// of an element of the one before.
static constexpr int kMaxRounds = 100;

static bool isKept(const RewriteModelOptions &options, ModelRewrite rewrite) {
  return llvm::is_contained(options.keep, rewrite);
}

void mlir::onnxops::buildRewriteModelPipeline(
    OpPassManager &pm, const RewriteModelOptions &options) {
  if (!options.dims.empty())
    pm.addPass(createBindDimensions(
        {SmallVector<std::string>(options.dims.begin(), options.dims.end())}));
  bool foldsShapes = !isKept(options, ModelRewrite::Shapes);
  auto inferTypes = [&](OpPassManager &passes) {
    passes.addPass(createInferShapes());
    if (foldsShapes) {
      passes.addPass(createFoldOnnx());
      passes.addPass(createInferShapes());
    }
  };
  inferTypes(pm);
  pm.addPass(createUpgrade({UnknownOps::Keep}));
  // Resolving a sequence can reveal ranks and lengths that resolve others.
  if (!isKept(options, ModelRewrite::Sequences))
    pm.addPass(createCompositeFixedPointPass(
        "ResolveModelSequences",
        [&](OpPassManager &round) {
          round.addPass(createResolveSequences({/*inONNX=*/true}));
          round.addPass(createJoinSequences());
          round.addPass(createSinkSequenceReads());
          inferTypes(round);
        },
        kMaxRounds));
  if (!isKept(options, ModelRewrite::Slices)) {
    pm.addPass(createMergeSlices());
    inferTypes(pm);
  }
  if (!isKept(options, ModelRewrite::Concats)) {
    pm.addPass(createFuse());
    inferTypes(pm);
  }
  if (!isKept(options, ModelRewrite::Constants))
    pm.addPass(createShareConstants());
  pm.addPass(createCopyYieldedValues());
}
