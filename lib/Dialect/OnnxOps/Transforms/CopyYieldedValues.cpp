//===- CopyYieldedValues.cpp - graphs that return what they compute -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewrites leave a branch that returns a value from outside. ONNX Runtime
// refuses such a graph.
//
//===----------------------------------------------------------------------===//

#include "SequenceReaders.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_COPYYIELDEDVALUES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Makes outer tensors that a graph returns results of an Identity, which takes
// sequences only since opset 14.
static void copyYielded(Operation *yield) {
  OpBuilder builder(yield);
  for (OpOperand &operand : yield->getOpOperands()) {
    Value value = lookThroughCasts(operand.get());
    if (value.getParentRegion() == yield->getParentRegion() ||
        !isa<TensorType>(value.getType()))
      continue;
    OperationState state(getHelperLoc(yield), "onnx.Identity");
    state.addOperands(value);
    state.addTypes(value.getType());
    operand.set(builder.create(state)->getResult(0));
  }
}

namespace {

struct CopyYieldedValues
    : onnxops::impl::CopyYieldedValuesBase<CopyYieldedValues> {
  void getDependentDialects(DialectRegistry &registry) const override {
    CopyYieldedValuesBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    getOperation().walk([](Operation *op) {
      bool isYield = op->getName().getStringRef() == "onnx.Yield";
      if (isYield && isOnnxOp(op->getParentOp()))
        copyYielded(op);
    });
  }
};

} // namespace
