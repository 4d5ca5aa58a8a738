//===- Passes.h - passes on tensors, memrefs, calls, kernels ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_PASSES_H
#define ONNXOPS_TRANSFORMS_PASSES_H

#include "onnxops/Transforms/BufferPasses.h"
#include "onnxops/Transforms/CallPasses.h"
#include "onnxops/Transforms/GPUPasses.h"
#include "onnxops/Transforms/TensorPasses.h"

namespace mlir::onnxops {

inline void registerOnnxOpsTransformsPasses() {
  registerOnnxOpsTensorPasses();
  registerOnnxOpsBufferPasses();
  registerOnnxOpsCallPasses();
  registerOnnxOpsGPUPasses();
}

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_PASSES_H
