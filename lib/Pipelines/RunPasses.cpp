//===- RunPasses.cpp - run a pipeline on a module -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Pipelines/Pipelines.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Calls a function after each pass.
class PassObserver : public PassInstrumentation {
public:
  explicit PassObserver(PassCallback afterPass) : afterPass(afterPass) {}

  void runAfterPass(Pass *pass, Operation *op) override {
    afterPass(*pass, op);
  }

private:
  PassCallback afterPass;
};

} // namespace

LogicalResult
mlir::onnxops::runPasses(ModuleOp module, bool verifyPasses,
                         llvm::function_ref<void(OpPassManager &)> build,
                         PassCallback afterPass) {
  PassManager pm(module.getContext());
  pm.enableVerifier(verifyPasses);
  if (afterPass)
    pm.addInstrumentation(std::make_unique<PassObserver>(afterPass));
  build(pm);
  return pm.run(module);
}
