//===- RequireGPUTarget.cpp - refuses what no device can run --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pipeline cannot fail while it is built; its first pass can say why.
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

// The first type that holds strings, null if there is none.
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
  return op->emitError("expected numbers, which devices have, but got ")
         << type;
}

LogicalResult onnxops::verifyGPUTarget(Operation *op, StringRef target) {
  if (llvm::is_contained({"nvptx", "amdgcn", "spirv"}, target))
    return success();
  // Not with the op, which may be a whole module.
  return emitError(op->getLoc())
         << "expected target to be nvptx, amdgcn or spirv, but got " << target;
}

// NVIDIA's objects are made by its toolkit; SPIR-V is one form for all.
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
