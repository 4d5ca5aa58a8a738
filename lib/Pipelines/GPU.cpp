//===- GPU.cpp - the pipelines to device code -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From tensors to kernels, and from there to code for a kind of device, with
// the host's code in the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "mlir/Conversion/GPUToSPIRV/GPUToSPIRVPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/SPIRV/Transforms/Passes.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

// An option, or its default if it is empty.
static std::string getOr(StringRef value, StringRef otherwise) {
  return (value.empty() ? otherwise : value).str();
}

//===----------------------------------------------------------------------===//
// Device code
//===----------------------------------------------------------------------===//

// Extensions of devices with physical storage buffers; a module declares only
// those that its kernels use.
static void addSPIRV(OpPassManager &pm) {
  GpuSPIRVAttachTargetOptions target;
  target.spirvVersion = "v1.3";
  target.spirvCapabilities = {"Shader",
                              "Int64",
                              "Int16",
                              "Int8",
                              "Float64",
                              "Float16",
                              "StorageBuffer16BitAccess",
                              "StorageBuffer8BitAccess",
                              "PhysicalStorageBufferAddresses"};
  target.spirvExtensions = {"SPV_KHR_storage_buffer_storage_class",
                            "SPV_KHR_16bit_storage", "SPV_KHR_8bit_storage",
                            "SPV_KHR_physical_storage_buffer",
                            "SPV_EXT_physical_storage_buffer"};
  pm.addPass(createGpuSPIRVAttachTarget(target));
  std::unique_ptr<Pass> convert = createConvertGPUToSPIRVPass();
  // An option that upstream's constructor lacks.
  [[maybe_unused]] LogicalResult isSet = convert->initializeOptions(
      "use-64bit-index=true", [](const Twine &) { return failure(); });
  assert(succeeded(isSet) && "expected the pass to have the option");
  pm.addPass(std::move(convert));
  OpPassManager &modules = pm.nest<spirv::ModuleOp>();
  modules.addPass(spirv::createSPIRVLowerABIAttributesPass());
  modules.addPass(spirv::createSPIRVUpdateVCEPass());
  pm.addPass(createSerializeSPIRV());
}

// Passes that LLVM's targets for devices share.
static void addLLVMKernels(OpPassManager &kernels) {
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(arith::createArithExpandOpsPass());
}

static void addPTX(OpPassManager &pm, const ToGPUOptions &options) {
  GpuNVVMAttachTargetOptions target;
  target.chip = getOr(options.chip, "sm_80");
  // The default is too old for these chips: LLVM would abort the process.
  target.features = getOr(options.features, "+ptx78");
  pm.addPass(createGpuNVVMAttachTarget(target));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  addLLVMKernels(kernels);
  kernels.addPass(createConvertGpuOpsToNVVMOps());
  kernels.addPass(createPassArgumentsByValue());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

static void addAMD(OpPassManager &pm, const ToGPUOptions &options) {
  GpuROCDLAttachTargetOptions target;
  target.chip = getOr(options.chip, "gfx90a");
  target.features = options.features;
  pm.addPass(createGpuROCDLAttachTarget(target));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  addLLVMKernels(kernels);
  ConvertGpuOpsToROCDLOpsOptions convert;
  convert.chipset = target.chip;
  kernels.addPass(createConvertGpuOpsToROCDLOps(convert));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());
}

// From a gpu.module to a gpu.binary.
static void addDeviceCode(OpPassManager &pm, const ToGPUOptions &options) {
  GpuModuleToBinaryPassOptions binary;
  // NVIDIA's driver compiles PTX text, so no toolkit is needed.
  binary.compilationTarget = "isa";
  if (options.target == "spirv")
    return addSPIRV(pm);
  if (options.target == "amdgcn")
    addAMD(pm, options);
  else
    addPTX(pm, options);
  pm.addPass(createGpuModuleToBinaryPass(binary));
  if (options.format == "object")
    pm.addPass(createLinkAMD());
}

//===----------------------------------------------------------------------===//
// Pipelines
//===----------------------------------------------------------------------===//

void mlir::onnxops::buildToGPULaunchesPipeline(OpPassManager &pm,
                                               const ToGPUOptions &options) {
  pm.addPass(createRequireGPUTarget({options.target, options.format}));
  buildToBuffersPipeline(pm, options);
  pm.addPass(createPollLoops());
  pm.addNestedPass<func::FuncOp>(createCollapseLoops());
  pm.addPass(createLaunchKernels({options.target}));
  OpPassManager &kernels = pm.nest<gpu::GPUModuleOp>();
  kernels.addPass(createExpandKernelMath({options.target}));
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
}

void mlir::onnxops::buildToDeviceCodePipeline(OpPassManager &pm,
                                              const ToGPUOptions &options) {
  buildToGPULaunchesPipeline(pm, options);
  // Before lowering loops: SPIR-V has only structured control flow.
  addDeviceCode(pm, options);
}

void mlir::onnxops::buildToGPUPipeline(OpPassManager &pm,
                                       const ToGPUOptions &options) {
  buildToDeviceCodePipeline(pm, options);
  LowerRuntimeOpsOptions host;
  host.device = options.target == "spirv" ? "vulkan" : "cuda";
  addHostCode(pm, host);
}
