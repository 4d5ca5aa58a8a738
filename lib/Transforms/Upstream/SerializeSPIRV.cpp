//===- SerializeSPIRV.cpp - SPIR-V as the bytes of a gpu.binary -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's conversion leaves a module of SPIR-V beside the gpu.module that it
// was made from, its serialization looks for it inside; and with the module
// moved there, launches name kernels that are no more.
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

// Drivers take a * b + c for one operation, and sums in another order, unless
// they are told not to: numbers are to be those of the CPU.
static void forbidContraction(spirv::ModuleOp code) {
  code.walk([](Operation *op) {
    if (isa<spirv::FAddOp, spirv::FSubOp, spirv::FMulOp, spirv::FDivOp,
            spirv::FNegateOp, spirv::GLFmaOp, spirv::GLSqrtOp>(op))
      // The serializer's name for the decoration NoContraction.
      op->setAttr("no_contraction", UnitAttr::get(op->getContext()));
  });
}

// Puts a binary in the place of a module of kernels.
static LogicalResult serialize(gpu::GPUModuleOp kernels, spirv::ModuleOp code) {
  forbidContraction(code);
  SmallVector<uint32_t> words;
  if (failed(spirv::serialize(code, words)))
    return code.emitError("expected SPIR-V that can be serialized");
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
      // The name that the conversion gives.
      auto code = module.lookupSymbol<spirv::ModuleOp>(
          ("__spv__" + kernels.getName()).str());
      if (code && failed(serialize(kernels, code)))
        return signalPassFailure();
    }
  }
};
} // namespace
