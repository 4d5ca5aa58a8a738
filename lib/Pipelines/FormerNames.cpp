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

// A pipeline that is the pass, with the options of the pass.
static void registerFormerName(StringRef former, StringRef name) {
  registerPassPipeline(
      former, ("former name of --" + name).str(),
      [name](OpPassManager &pm, StringRef options,
             llvm::function_ref<LogicalResult(const Twine &)> fail) {
        const PassInfo *pass = PassInfo::lookup(name);
        return pass ? pass->addToPipeline(pm, options, fail)
                    : fail("'" + name + "' is not registered");
      },
      [](llvm::function_ref<void(const detail::PassOptions &)>) {});
}

void mlir::onnxops::registerFormerNames() {
  registerFormerName("allocate-concats", "onnxops-allocate-concats");
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
