//===- Linalg.cpp - the pipeline out of the dialect -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the newest versions to linalg, tensor and scf on tensors.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::addToLinalgPasses(OpPassManager &pm,
                                      const ToLinalgOptions &options,
                                      UnknownOps unknownOps) {
  buildPreparePipeline(pm, unknownOps);
  if (!options.shards.empty() || !options.ranks.empty()) {
    AssignShardsOptions sharding;
    llvm::append_range(sharding.ranks, options.ranks);
    llvm::append_range(sharding.shard, options.shards);
    pm.addPass(createAssignShards(sharding));
    // Values of which nothing is left but their sizes.
    pm.addPass(createCanonicalize());
  }
  pm.addPass(createConvertOnnxOpsToLinalg({unknownOps, options.checks}));
  // Before any pass relies on the checks.
  pm.addNestedPass<func::FuncOp>(createHoistChecks());
  // The conversion leaves duplicate constants.
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
  // Slices are canonical, equal sizes are one value, and no casts or copies
  // hide producers yet.
  pm.addNestedPass<func::FuncOp>(createSimplifyViews());
}

void mlir::onnxops::buildToLinalgPipeline(OpPassManager &pm,
                                          const ToLinalgOptions &options,
                                          UnknownOps unknownOps) {
  addToLinalgPasses(pm, options, unknownOps);
  // Upstream's way to LLVM crashes on these.
  pm.addPass(createLowerExpandShapes());
}
