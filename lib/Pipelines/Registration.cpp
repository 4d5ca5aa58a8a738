//===- Registration.cpp - everything the project offers -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of dialects, passes and pipelines, for every tool.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Pipelines/Registration.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<OnnxOpsDialect>();
}

void mlir::onnxops::registerPipelines() {
  PassPipelineRegistration<>(
      "onnxops-prepare",
      "newest versions, known shapes, fused, sequences resolved",
      buildPreparePipeline);
  PassPipelineRegistration<ToLinalgOptions>("onnxops-to-linalg-pipeline",
                                            "prepare, then leave the dialect",
                                            buildToLinalgPipeline);
  PassPipelineRegistration<ToBuffersOptions>("onnxops-to-buffers-pipeline",
                                             "from any module to memrefs",
                                             buildToBuffersPipeline);
  PassPipelineRegistration<ToLLVMOptions>("onnxops-to-llvm-pipeline",
                                          "from any module to the LLVM dialect",
                                          buildToLLVMPipeline);
  PassPipelineRegistration<ToGPUOptions>("onnxops-to-gpu-launches-pipeline",
                                         "from any module to kernels and "
                                         "launches of them",
                                         buildToGPULaunchesPipeline);
  PassPipelineRegistration<ToGPUOptions>(
      "onnxops-to-gpu-pipeline",
      "from any module to device code and a host in the LLVM dialect",
      buildToGPUPipeline);
}

void mlir::onnxops::registerPasses() {
  registerOnnxOpsDialectPasses();
  registerOnnxOpsConversionPasses();
  registerOnnxOpsTransformsPasses();
  registerPipelines();
}
