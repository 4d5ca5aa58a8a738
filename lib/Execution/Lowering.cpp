//===- Lowering.cpp - lowering to a named stage ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts options of a run to options of pipelines.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Pass/PassManager.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::hasStage(StringRef stage) {
  return llvm::is_contained(
      {"import", "upgrade", "shapes", "linalg", "buffers", "llvm", "gpu"},
      stage);
}

static void fill(ToLLVMOptions &lowering, ModuleOp module,
                 const RunOptions &options) {
  lowering.checks = options.checks;
  lowering.cpu = options.cpu;
  lowering.threads = options.threads;
  lowering.force = options.copyStrategy;
  for (int64_t size : chooseGrid(module, options.ranks, options.shards))
    lowering.ranks.push_back(size);
  for (const std::string &shard : getShardOptions(options.shards))
    lowering.shards.push_back(shard);
  if (options.parallelThreshold)
    lowering.parallelThreshold = *options.parallelThreshold;
#ifdef ONNXOPS_TSAN
  lowering.vectorBytes = 16; // ThreadSanitizer instruments up to this
#endif
}

static void fill(ToGPUOptions &lowering, ModuleOp /*module*/,
                 const RunOptions &options) {
  lowering.checks = options.checks;
  lowering.target = getKernelTarget(options.device).str();
}

// Explicit options take precedence.
template <typename Options>
static LogicalResult parse(ModuleOp module, Options &lowering,
                           const RunOptions &options) {
  std::string message;
  llvm::raw_string_ostream os(message);
  if (succeeded(lowering.parseFromString(options.pipeline, os)))
    return success();
  // Upstream prints invalid values of options to standard error.
  if (message.empty())
    return module.emitError("pipeline: expected options of the pipeline, but "
                            "got '")
           << options.pipeline << "'";
  return module.emitError("pipeline: ") << StringRef(message).rtrim();
}

template <typename Options>
static LogicalResult lower(ModuleOp module, const RunOptions &options,
                           Options &lowering, bool countStores,
                           void (*build)(OpPassManager &, const Options &)) {
  fill(lowering, module, options);
  lowering.countStores = countStores;
  if (failed(parse(module, lowering, options)))
    return failure();
  return runPasses(module, options.verifyPasses,
                   [&](OpPassManager &pm) { build(pm, lowering); });
}

LogicalResult mlir::onnxops::lowerForCalls(ModuleOp module,
                                           const RunOptions &options,
                                           bool countStores,
                                           SharedCode *sharedCode) {
  if (options.device != "cpu") {
    ToGPUOptions lowering;
    return lower(module, options, lowering, countStores, buildToGPUPipeline);
  }
  ToLLVMOptions lowering;
  lowering.sharedCode = sharedCode;
  return lower(module, options, lowering, countStores, buildToLLVMPipeline);
}

LogicalResult mlir::onnxops::lowerToStage(ModuleOp module, StringRef stage,
                                          const RunOptions &options) {
  if (stage == "llvm")
    return lowerForCalls(module, options, /*countStores=*/false);
  return runPasses(module, options.verifyPasses, [&](OpPassManager &pm) {
    ToLLVMOptions lowering;
    fill(lowering, module, options);
    ToGPUOptions device;
    fill(device, module, options);
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
