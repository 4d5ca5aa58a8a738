//===- Passes.h - passes on tensors, memrefs, calls, kernels ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_PASSES_H
#define ONNXOPS_TRANSFORMS_PASSES_H

#include "onnxops/Transforms/Buffers/Passes.h"
#include "onnxops/Transforms/Calls/Passes.h"
#include "onnxops/Transforms/GPU/Passes.h"
#include "onnxops/Transforms/Sharding/Passes.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {

inline void registerOnnxOpsTransformsPasses() {
  registerOnnxOpsShardingPasses();
  registerOnnxOpsTensorPasses();
  registerOnnxOpsBufferPasses();
  registerOnnxOpsCallPasses();
  registerOnnxOpsGPUPasses();
  registerOnnxOpsUpstreamPasses();
}

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_PASSES_H
