//===- SerializeSPIRV.cpp - serialize SPIR-V into gpu.binary --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's conversion leaves the spirv.module beside the gpu.module that it
// was made from, while its serialization expects it inside; with the module
// moved there, launches refer to kernels that no longer exist.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Target/SPIRV/Serialization.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_SERIALIZESPIRV
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// Without this, drivers may contract a * b + c into one operation and
// reassociate sums. Results must equal those of the CPU.
static void forbidContraction(spirv::ModuleOp code) {
  code.walk([](Operation *op) {
    if (isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp,
            spirv::FNegateOp, spirv::GLFmaOp, spirv::GLSqrtOp>(op))
      // The attribute that the serializer emits as decoration NoContraction.
      op->setAttr("no_contraction", UnitAttr::get(op->getContext()));
  });
}

// Replaces a module of kernels by a binary.
static LogicalResult serialize(gpu::GPUModuleOp kernels, spirv::ModuleOp code) {
  forbidContraction(code);
  SmallVector<uint32_t> words;
  if (failed(spirv::serialize(code, words)))
    return code.emitError("cannot serialize SPIR-V");
  OpBuilder builder(kernels);
  ArrayAttr targets = kernels.getTargetsAttr();
  if (!targets || targets.size() != 1)
    return kernels.emitError("expected one target, but got ")
           << (targets ? targets.size() : 0);
  StringRef bytes(reinterpret_cast<const char *>(words.data()),
                  words.size() * sizeof(uint32_t));
  auto object = gpu::ObjectAttr::get(targets[0], gpu::CompilationTarget::Binary,
                                     builder.getStringAttr(bytes));
  gpu::BinaryOp::create(builder, kernels.getLoc(), kernels.getName(),
                        /*offloadingHandler=*/Attribute(),
                        ArrayRef<Attribute>{object});
  kernels.erase();
  code.erase();
  return success();
}

namespace {
struct SerializeSPIRV : onnxops::impl::SerializeSPIRVBase<SerializeSPIRV> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto kernels :
         llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>())) {
      // The name that convert-gpu-to-spirv gives.
      auto code = module.lookupSymbol<spirv::ModuleOp>(
          ("__spv__" + kernels.getName()).str());
      if (code && failed(serialize(kernels, code)))
        return signalPassFailure();
    }
  }
};
} // namespace
