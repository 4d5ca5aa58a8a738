//===- FormerNames.cpp - passes under the names that they had -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scripts may still use the names that passes had in 0.1. Remove them with the
// release after the next.
//
//===----------------------------------------------------------------------===//

#include "Stages.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::onnxops;

// A pipeline that is the pass with options `fixed`, then those of the pass.
static void registerFormerName(StringRef former, StringRef name,
                               StringRef fixed = "") {
  registerPassPipeline(
      former,
      ("former name of --" + name + (fixed.empty() ? "" : "=\"" + fixed + "\""))
          .str(),
      [name, fixed](OpPassManager &pm, StringRef options,
                    llvm::function_ref<LogicalResult(const Twine &)> fail) {
        const PassInfo *pass = PassInfo::lookup(name);
        std::string all = (fixed + " " + options).str();
        return pass ? pass->addToPipeline(pm, all, fail)
                    : fail("'" + name + "' is not registered");
      },
      [](llvm::function_ref<void(const detail::PassOptions &)>) {});
}

void mlir::onnxops::registerFormerNames() {
  for (StringRef former : {"allocate-concats", "onnxops-allocate-concats"})
    registerFormerName(former, "onnxops-concat-in-place",
                       "copy-operands leave-copies");
  registerFormerName("concat-in-place", "onnxops-concat-in-place");
  registerFormerName("lower-copies", "onnxops-lower-copies");
  registerFormerName("lower-expand-shapes", "onnxops-lower-expand-shapes");
  registerFormerName("onnxops-free-early", "onnxops-shrink-lifetimes");
  registerFormerName("onnxops-place-constants", "onnxops-globalize-constants");
  registerFormerName("onnxops-settle-branches",
                     "onnxops-propagate-identity-layouts");
  registerFormerName("onnxops-unshare-tensors",
                     "onnxops-materialize-non-aliasing");
  registerFormerName("onnxops-version-shapes", "onnxops-specialize-shapes");
}
