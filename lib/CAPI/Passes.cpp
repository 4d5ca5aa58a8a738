//===- Passes.cpp - passes and pipelines, for C ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What TableGen makes of each list of passes, and one function for all.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/InitAll.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

#include "onnxops/Conversion/Passes.capi.cpp.inc"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.capi.cpp.inc"
#include "onnxops/Transforms/BufferPasses.capi.cpp.inc"
#include "onnxops/Transforms/CallPasses.capi.cpp.inc"
#include "onnxops/Transforms/GPUPasses.capi.cpp.inc"
#include "onnxops/Transforms/TensorPasses.capi.cpp.inc"

void onnxopsRegisterPasses(void) {
  registerPasses();
  registerPipelines();
}
