//===- InitAll.cpp - register dialects, passes and pipelines --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one list of dialects, passes and pipelines, for every tool.
//
//===----------------------------------------------------------------------===//

#include "onnxops/InitAll.h"

#include "Stages.h"

#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/GPU/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/AllInterfaces.h"
#include "mlir/Dialect/MemRef/IR/MemRefMemorySlot.h"
#include "mlir/Dialect/MemRef/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/AllocationOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/Transforms/BufferViewFlowOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorInferTypeOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/TensorTilingInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVM/ROCDL/Target.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/SPIRV/Target.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Copies/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Pipelines/Pipelines.h"
#include "onnxops/Pipelines/RewriteModel.h"
#include "onnxops/Tiling/Tiling.h"
#include "onnxops/TransformOps/OnnxOpsTransformOps.h"
#include "onnxops/Transforms/Passes.h"
#include "onnxops/Transforms/Sharding/ShardingModels.h"

using namespace mlir;

void mlir::onnxops::registerDialect(DialectRegistry &registry) {
  registerOnnxOperators(registry);
}

/// Interfaces that bufferization needs in our pipelines, for ops and value
/// bounds.
static void registerBufferizationModels(DialectRegistry &registry) {
  affine::registerValueBoundsOpInterfaceExternalModels(registry);
  arith::registerBufferViewFlowOpInterfaceExternalModels(registry);
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  arith::registerValueBoundsOpInterfaceExternalModels(registry);
  bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
      registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerAllDialectInterfaceImplementations(registry);
  memref::registerAllocationOpInterfaceExternalModels(registry);
  memref::registerBufferViewFlowOpInterfaceExternalModels(registry);
  memref::registerMemorySlotExternalModels(registry);
  memref::registerValueBoundsOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerValueBoundsOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerInferTypeOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  tensor::registerTilingInterfaceExternalModels(registry);
  tensor::registerValueBoundsOpInterfaceExternalModels(registry);
}

/// Interfaces for attaching a target to a gpu.module and serializing it.
static void registerTargetModels(DialectRegistry &registry) {
  gpu::registerValueBoundsOpInterfaceExternalModels(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
  ROCDL::registerROCDLTargetInterfaceExternalModels(registry);
  spirv::registerSPIRVTargetInterfaceExternalModels(registry);
}

void mlir::onnxops::registerExternalModels(DialectRegistry &registry) {
  registerBufferizationModels(registry);
  registerTargetModels(registry);
  registerTilingModels(registry);
  registerShardingModels(registry);
  registerTransformOps(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

void mlir::onnxops::registerDialects(DialectRegistry &registry) {
  registerDialect(registry);
  registerTilingModels(registry);
  registerShardingModels(registry);
  registerTransformOps(registry);
  registerConcatTilingModel(registry);
  // Includes the models for bufferization and targets.
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

void mlir::onnxops::prepareContext(MLIRContext &context) {
  DialectRegistry registry;
  registerDialects(registry);
  context.disableMultithreading();
  context.appendDialectRegistry(registry);
  context.allowUnregisteredDialects();
}

void mlir::onnxops::registerPasses() {
  registerOnnxOpsDialectPasses();
  registerOnnxOpsConversionPasses();
  registerOnnxOpsCopyPasses();
  registerOnnxOpsTransformsPasses();
  registerFormerNames();
}

void mlir::onnxops::registerPipelines() {
  PassPipelineRegistration<KeepOptions<EmptyPipelineOptions>>(
      "onnxops-prepare", "upgrade, infer shapes, resolve sequences and fuse",
      [](OpPassManager &pm, const KeepOptions<EmptyPipelineOptions> &options) {
        buildPreparePipeline(pm, options.unknownOps);
      });
  PassPipelineRegistration<RewriteModelOptions>(
      "onnxops-rewrite-pipeline",
      "rewrite a model to one with fewer operators, and no known sequences",
      buildRewriteModelPipeline);
  PassPipelineRegistration<KeepOptions<ToLinalgOptions>>(
      "onnxops-to-linalg-pipeline", "prepare, then lower to linalg",
      [](OpPassManager &pm, const KeepOptions<ToLinalgOptions> &options) {
        buildToLinalgPipeline(pm, options, options.unknownOps);
      });
  PassPipelineRegistration<ToBuffersOptions>("onnxops-to-buffers-pipeline",
                                             "lower any module to memrefs",
                                             buildToBuffersPipeline);
  PassPipelineRegistration<ToLLVMOptions>(
      "onnxops-to-llvm-pipeline", "lower any module to the LLVM dialect",
      buildToLLVMPipeline);
  PassPipelineRegistration<ToGPUOptions>("onnxops-to-gpu-launches-pipeline",
                                         "lower any module to kernels and "
                                         "launches of them",
                                         buildToGPULaunchesPipeline);
  PassPipelineRegistration<ToGPUOptions>(
      "onnxops-to-gpu-pipeline",
      "lower any module to device code and host code in the LLVM dialect",
      buildToGPUPipeline);
}
