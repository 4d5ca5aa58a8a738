//===- PassArgumentsByValue.cpp - arguments that a launch contains --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds the attributes of a parameter that is passed by value.
//
//===----------------------------------------------------------------------===//

#include "DeviceKernels.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "onnxops/Transforms/GPU/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_PASSARGUMENTSBYVALUE
#include "onnxops/Transforms/GPU/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

struct PassArgumentsByValue
    : onnxops::impl::PassArgumentsByValueBase<PassArgumentsByValue> {
  void runOnOperation() override {
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      auto words = dyn_cast_if_present<IntegerAttr>(
          kernel->removeAttr(kParameterWordsAttr));
      if (!words)
        continue;
      Builder builder(kernel.getContext());
      kernel.setArgAttr(0, LLVM::LLVMDialect::getByValAttrName(),
                        TypeAttr::get(LLVM::LLVMArrayType::get(
                            builder.getI64Type(), words.getInt())));
      // The type of the array says less about its alignment.
      kernel.setArgAttr(0, LLVM::LLVMDialect::getAlignAttrName(),
                        builder.getI64IntegerAttr(8));
    }
  }
};

} // namespace
