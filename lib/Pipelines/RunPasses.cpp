//===- RunPasses.cpp - run a pipeline on a module -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassManager.h"
#include "onnxops/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::onnxops;

LogicalResult
mlir::onnxops::runPasses(ModuleOp module, bool verifyPasses,
                         llvm::function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  pm.enableVerifier(verifyPasses);
  build(pm);
  return pm.run(module);
}
