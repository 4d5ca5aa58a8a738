//===- RequireCPU.cpp - verify the target CPU -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building a pipeline cannot fail, so its first pass reports an unknown CPU.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/TargetCPU.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_REQUIRECPU
#include "onnxops/Transforms/Calls/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {
struct RequireCPU : public onnxops::impl::RequireCPUBase<RequireCPU> {
  using RequireCPUBase::RequireCPUBase;

  void runOnOperation() override {
    llvm::Expected<TargetCPU> found = lookUpCPU(cpu, triple);
    if (found)
      return;
    emitError(getOperation().getLoc())
        << "cpu: " << llvm::toString(found.takeError());
    signalPassFailure();
  }
};
} // namespace
