//===- GPU.cpp - the pipeline to device code ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tensors to kernels as text for the driver, launched by a host in LLVM.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

// Everything that moves or computes data becomes the launch of a kernel.
static void addLaunches(OpPassManager &pm) {
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createCopiesToLinalg());
  functions.addPass(createConvertLinalgToParallelLoopsPass());
  // Straight before the mapping: canonicalization would merge the two levels.
  functions.addPass(createFlattenParallelLoops());
  functions.addPass(createGpuMapParallelLoopsPass());
  functions.addPass(createConvertParallelLoopToGpuPass());
  // Guards of sizes that are known fold away.
  functions.addPass(createCanonicalizerPass());
  functions.addPass(createCSEPass());
  // What the kernel can compute again is not passed to it.
  functions.addPass(createGpuLaunchSinkIndexComputationsPass());
  pm.addPass(createLowerAffinePass());
}

// Kernels move to modules of their own and become text.
static void addKernelText(OpPassManager &pm, const ToGPUOptions &options) {
  pm.addPass(createGpuKernelOutliningPass());
  // Host and kernels alike.
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(createLowerExpandShapes());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(arith::createArithExpandOpsPass());
  GpuNVVMAttachTargetOptions device;
  device.chip = options.chip;
  // The default is too old for these chips: LLVM would end the process.
  device.features = options.features;
  pm.addPass(createGpuNVVMAttachTarget(device));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

// One conversion for all of the host: one that knew fewer ops would turn the
// constant index of a memref.dim into a number not known to be constant.
static void addHost(OpPassManager &pm) {
  pm.addPass(createGpuToLLVMConversionPass());
  GpuModuleToBinaryPassOptions binary;
  // The driver compiles text, so no toolkit is needed here or there.
  binary.compilationTarget = "isa";
  pm.addPass(createGpuModuleToBinaryPass(binary));
  pm.addPass(createReconcileUnrealizedCastsPass());
}

void mlir::onnxops::buildToGPULaunchesPipeline(OpPassManager &pm,
                                               const ToGPUOptions &options) {
  RequireGPUTargetOptions target;
  target.target = options.target;
  pm.addPass(createRequireGPUTarget(target));
  ToLinalgOptions linalgOptions;
  // There is no context to report to, so a failed check can only abort.
  linalgOptions.checks =
      options.checks == CheckMode::None ? CheckMode::None : CheckMode::Assert;
  buildToLinalgPipeline(pm, linalgOptions);
  pm.addPass(createRefuseRuntimeOps());
  addBufferization(pm, /*inPlace=*/true);
  addLaunches(pm);
}

void mlir::onnxops::buildToGPUPipeline(OpPassManager &pm,
                                       const ToGPUOptions &options) {
  buildToGPULaunchesPipeline(pm, options);
  addKernelText(pm, options);
  addHost(pm);
}
