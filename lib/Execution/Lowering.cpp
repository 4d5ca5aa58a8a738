//===- Lowering.cpp - a module at a stage of its way ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Options of a run to options of pipelines.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Pass/PassManager.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::hasStage(StringRef stage) {
  return llvm::is_contained(
      {"import", "upgrade", "shapes", "linalg", "buffers", "llvm", "gpu"},
      stage);
}

static LogicalResult
runPasses(ModuleOp module, bool verifyPasses,
          llvm::function_ref<void(OpPassManager &)> build) {
  PassManager pm(module.getContext());
  // The verifier has seen the import; after that it checks the compiler.
  pm.enableVerifier(verifyPasses);
  build(pm);
  return pm.run(module);
}

static void fill(ToLLVMOptions &lowering, const RunOptions &options) {
  lowering.checks = options.checks;
  lowering.cpu = options.cpu;
  lowering.threads = options.threads;
  lowering.force = options.copyStrategy;
  if (options.parallelThreshold)
    lowering.parallelThreshold = *options.parallelThreshold;
}

static void fill(ToGPUOptions &lowering, const RunOptions &options) {
  lowering.checks = options.checks;
  lowering.target = getKernelTarget(options.device).str();
}

LogicalResult mlir::onnxops::lowerForCalls(ModuleOp module,
                                           const RunOptions &options,
                                           bool countStores) {
  return runPasses(module, options.verifyPasses, [&](OpPassManager &pm) {
    if (options.device != "cpu") {
      ToGPUOptions lowering;
      fill(lowering, options);
      lowering.countStores = countStores;
      return buildToGPUPipeline(pm, lowering);
    }
    ToLLVMOptions lowering;
    fill(lowering, options);
    lowering.countStores = countStores;
    buildToLLVMPipeline(pm, lowering);
  });
}

LogicalResult mlir::onnxops::lowerToStage(ModuleOp module, StringRef stage,
                                          const RunOptions &options) {
  if (stage == "llvm")
    return lowerForCalls(module, options, /*countStores=*/false);
  return runPasses(module, options.verifyPasses, [&](OpPassManager &pm) {
    ToLLVMOptions lowering;
    fill(lowering, options);
    ToGPUOptions device;
    fill(device, options);
    if (stage == "upgrade")
      buildUpgradePipeline(pm);
    else if (stage == "shapes")
      buildPreparePipeline(pm);
    else if (stage == "linalg")
      buildToLinalgPipeline(pm, lowering);
    else if (stage == "buffers")
      buildToBuffersPipeline(pm, lowering);
    else if (stage == "gpu")
      buildToGPULaunchesPipeline(pm, device);
  });
}
