//===- Linalg.cpp - the pipeline out of the dialect -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From the newest versions to linalg, tensor and scf on tensors.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::buildToLinalgPipeline(OpPassManager &pm,
                                          const ToLinalgOptions &options) {
  buildPreparePipeline(pm);
  pm.addPass(createConvertOnnxOpsToLinalg({options.checks}));
  // Before anything relies on what they check.
  pm.addNestedPass<func::FuncOp>(createHoistChecks());
  // The conversion leaves a constant wherever it needed one.
  pm.addPass(createCanonicalize());
  pm.addPass(createCSEPass());
  // Slices are known and equal sizes one value; nothing hides a producer yet.
  pm.addNestedPass<func::FuncOp>(createSimplifyViews());
}
