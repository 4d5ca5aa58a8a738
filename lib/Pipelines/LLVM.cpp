//===- LLVM.cpp - the pipelines to memrefs and to LLVM --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tensors to memrefs, and from there to the LLVM dialect for the CPU.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Copies/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Support/TargetCPU.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

// The name of an instruction on registers of at most so many bytes.
static std::string getShuffle(ShuffleKind kind, int64_t vectorBytes) {
  if (kind == ShuffleKind::AVX512VBMI && vectorBytes >= 64)
    return "avx512vbmi";
  return kind != ShuffleKind::None && vectorBytes >= 16 ? "ssse3" : "";
}

static LowerCopiesOptions getCopyOptions(const ToLLVMOptions &options) {
  LowerCopiesOptions copies;
  copies.threads = options.threads;
  copies.parallelThreshold = options.parallelThreshold;
  copies.force = options.force;
  auto shuffle = ShuffleKind::None;
  if (llvm::Expected<TargetCPU> cpu = lookUpCPU(options.cpu, options.triple)) {
    copies.vectorBytes = cpu->vectorBytes;
    shuffle = cpu->shuffle;
  } else {
    // RequireCPU reports the error.
    llvm::consumeError(cpu.takeError());
  }
  if (options.vectorBytes >= 0)
    copies.vectorBytes = options.vectorBytes;
  copies.shuffle = getShuffle(shuffle, copies.vectorBytes);
  // The run-time library knows the machine that the code runs on.
  copies.streamThreshold = options.streamThreshold;
  copies.fillThreshold = options.fillThreshold;
  copies.streamPages = 0;
  copies.libraryThreshold = -1;
  return copies;
}

void mlir::onnxops::buildToBuffersPipeline(OpPassManager &pm,
                                           const ToBuffersOptions &options) {
  addToLinalgPasses(pm, options);
  // Removes checks that entry points make: equal sizes become one value, and
  // comparisons of it with itself fold.
  pm.addPass(createBindSymbols());
  pm.addPass(createCSEPass());
  pm.addPass(createCanonicalize());
  // Merges the remaining comparisons of sizes, so that more ops can be fused.
  pm.addNestedPass<func::FuncOp>(createSpecializeShapes());
  pm.addNestedPass<func::FuncOp>(createFuseElementwise());
  // Before bufferization, which must know that inputs are read-only.
  pm.addPass(createBuildEntries());
  addBufferization(pm, options.inPlace);
  pm.addNestedPass<func::FuncOp>(createForwardOutputs());
  pm.addNestedPass<func::FuncOp>(createShrinkLifetimes());
  if (options.countStores)
    pm.addNestedPass<func::FuncOp>(createCountStores());
}

void mlir::onnxops::addHostCode(OpPassManager &pm,
                                const LowerRuntimeOpsOptions &options) {
  // A check can leave a loop only after loops are lowered to branches.
  pm.addPass(createLowerControlFlow());
  // Views first, so that few ops need descriptors.
  pm.addPass(createLowerViews());
  // Equal values would be rolled into two loops, and constants have not been
  // folded since the copies were lowered.
  pm.addPass(createCSEPass());
  // After addresses are integers, and before inputs are lowered.
  pm.addPass(createRollArguments());
  pm.addPass(createLowerRuntimeOps(options));
  pm.addPass(createLowerAffinePass());
  arith::ArithExpandOpsPassOptions expand;
  // Not every compiler's run-time library has conversions to bf16.
  expand.includeBf16 = true;
  pm.addPass(arith::createArithExpandOpsPass(expand));
  // Separate passes for memref and func, since these use a symbol table for
  // their lookups; for the other dialects, one pass takes a quarter of the time
  // of four.
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertToLLVMPassOptions arithmetic;
  // Math ops without an instruction become calls of libm.
  arithmetic.filterDialects = {"arith", "cf", "index", "math", "ub"};
  pm.addPass(createConvertToLLVMPass(arithmetic));
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void mlir::onnxops::buildToLLVMPipeline(OpPassManager &pm,
                                        const ToLLVMOptions &options) {
  RequireCPUOptions target;
  target.cpu = options.cpu;
  target.triple = options.triple;
  pm.addPass(createRequireCPU(target));
  buildToBuffersPipeline(pm, options);
  pm.addPass(createPollLoops());
  // Lowers all copies and broadcasts: upstream copies element by element.
  LowerCopiesOptions copies = getCopyOptions(options);
  pm.addPass(createLowerCopies(copies, options.sharedCode));
  pm.addNestedPass<func::FuncOp>(createCollapseLoops());
  OutlineLoopsOptions outline;
  outline.threads = options.threads;
  outline.parallelThreshold = options.parallelThreshold;
  outline.vectorBytes = copies.vectorBytes;
  // Loops have one way to use non-temporal stores.
  bool streamsAll = StringRef(options.force).starts_with("stream");
  outline.streamThreshold = streamsAll ? 0 : int64_t(options.streamThreshold);
  pm.addPass(createOutlineLoops(outline));
  pm.addNestedPass<func::FuncOp>(createLowerLoops());
  addHostCode(pm, {options.threads, options.parallelThreshold, /*device=*/"",
                   options.testInputs});
}
