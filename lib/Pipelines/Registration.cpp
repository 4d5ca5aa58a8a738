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
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;

void mlir::onnxops::registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
  registry.insert<OnnxOpsDialect>();
}

void mlir::onnxops::registerPasses() {
  //registerOnnxOpsDialectPasses();
  registerConvertOnnxOpsToLinalg();
  //registerOnnxOpsTransformsPasses();
}
