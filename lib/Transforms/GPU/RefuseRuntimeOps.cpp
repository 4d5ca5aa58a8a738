//===- RefuseRuntimeOps.cpp - no run-time library on a device -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sequences whose contents are known at run time only live in the runtime's
// memory, and functions like exp in libm. Programs for devices have neither
// yet; this says so by name. Upstream would call libdevice, which comes with a
// toolkit, and take approximate square roots.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/GPUPasses.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_REFUSERUNTIMEOPS
#include "onnxops/Transforms/GPUPasses.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

namespace {
struct RefuseRuntimeOps
    : public onnxops::impl::RefuseRuntimeOpsBase<RefuseRuntimeOps> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect, onnxops::OnnxOpsDialect>(
              op->getDialect()))
        return;
      op->emitOpError("is not supported by programs for devices yet");
      signalPassFailure();
    });
  }
};
} // namespace
