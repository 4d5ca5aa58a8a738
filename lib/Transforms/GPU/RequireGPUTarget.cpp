//===- RequireGPUTarget.cpp - verify the target device --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building a pipeline cannot fail, so its first pass reports what devices do
// not support.
//
//===----------------------------------------------------------------------===//

#include "RequireGPUTarget.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/GPU/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_REQUIREGPUTARGET
#include "onnxops/Transforms/GPU/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// The first type that contains strings, or null.
static Type findStrings(TypeRange types) {
  for (Type type : types) {
    bool found = false;
    type.walk([&](onnxops::StringType) { found = true; });
    if (found)
      return type;
  }
  return Type();
}

static LogicalResult verifyTypes(Operation *op) {
  Type type = findStrings(op->getResultTypes());
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    type = findStrings(function.getArgumentTypes());
  if (!type)
    return success();
  return op->emitError("unsupported type on a device: ") << type;
}

LogicalResult onnxops::verifyGPUTarget(Operation *op, StringRef target) {
  if (llvm::is_contained({"nvptx", "amdgcn", "spirv"}, target))
    return success();
  // Without the op, which may be a whole module.
  return emitError(op->getLoc())
         << "expected target to be nvptx, amdgcn or spirv, but got " << target;
}

// Objects for NVIDIA need its toolkit; SPIR-V has only one format.
static LogicalResult verifyFormat(Operation *op, StringRef target,
                                  StringRef format) {
  if (format == "isa" || (format == "object" && target == "amdgcn"))
    return success();
  return emitError(op->getLoc()) << "expected format to be isa"
                                 << (target == "amdgcn" ? " or object" : "")
                                 << " for " << target << ", but got " << format;
}

namespace {
struct RequireGPUTarget
    : public onnxops::impl::RequireGPUTargetBase<RequireGPUTarget> {
  using RequireGPUTargetBase::RequireGPUTargetBase;

  void runOnOperation() override {
    if (failed(onnxops::verifyGPUTarget(getOperation(), target)) ||
        failed(verifyFormat(getOperation(), target, format)))
      return signalPassFailure();
    WalkResult walk = getOperation().walk(
        [](Operation *op) { return WalkResult(verifyTypes(op)); });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
