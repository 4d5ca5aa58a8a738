//===- RequireGPUTarget.cpp - refuses devices not supported yet -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pipeline cannot fail while it is built; its first pass can say why.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/GPUPasses.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_REQUIREGPUTARGET
#include "onnxops/Transforms/GPUPasses.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

namespace {
struct RequireGPUTarget
    : public onnxops::impl::RequireGPUTargetBase<RequireGPUTarget> {
  using RequireGPUTargetBase::RequireGPUTargetBase;

  void runOnOperation() override {
    if (target == "nvptx")
      return;
    bool planned = target == "amdgcn" || target == "spirv";
    emitError(getOperation().getLoc())
        << "expected target to be nvptx, but got " << target
        << ", which is not " << (planned ? "supported yet" : "known");
    signalPassFailure();
  }
};
} // namespace
