//===- Passes.cpp - passes and pipelines, for C ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TableGen's functions for each list of passes, and one function for all.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Passes.h"

#include "mlir/CAPI/Pass.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Copies/Passes.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/InitAll.h"
#include "onnxops/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::onnxops;

#include "onnxops/Conversion/Passes.capi.cpp.inc"
#include "onnxops/Copies/Passes.capi.cpp.inc"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.capi.cpp.inc"
#include "onnxops/Transforms/Buffers/Passes.capi.cpp.inc"
#include "onnxops/Transforms/Calls/Passes.capi.cpp.inc"
#include "onnxops/Transforms/GPU/Passes.capi.cpp.inc"
#include "onnxops/Transforms/Tensors/Passes.capi.cpp.inc"
#include "onnxops/Transforms/Upstream/Passes.capi.cpp.inc"

void onnxopsRegisterPasses(void) {
  registerPasses();
  registerPipelines();
}
