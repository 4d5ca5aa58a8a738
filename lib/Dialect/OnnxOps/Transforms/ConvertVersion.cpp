//===- ConvertVersion.cpp - from version to version -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes over one loop: an op knows its step to the next version
// (VersionedOpInterface), the passes say how far to go. Steps down are refused.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_UPGRADE
#define GEN_PASS_DEF_CONVERTVERSION
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Steps an op up until `opset` selects it; the newest version stays. A failing
// step has emitted its error.
static LogicalResult stepUp(VersionedOpInterface op, int64_t opset) {
  while (op.getLastOpset() < opset) {
    OpBuilder builder(op);
    FailureOr<SmallVector<Value>> results = op.buildUpgrade(builder);
    if (failed(results))
      return failure();
    if (results->empty())
      return success();
    Operation *next = results->front().getDefiningOp();
    next->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op->replaceAllUsesWith(*results);
    op->erase();
    op = cast<VersionedOpInterface>(next);
  }
  return success();
}

// What no step up can bring to `opset`.
static LogicalResult verifyIsConvertible(VersionedOpInterface op,
                                         int64_t opset) {
  if (isa<OpenVINOConcatV1Op>(op))
    return op->emitOpError("cannot become what opset ")
           << opset
           << " selects: it is an operator of OpenVINO, which only the upgrade "
              "to the newest version makes one of ONNX";
  if (op.getFirstOpset() > opset)
    return op->emitOpError("cannot become what opset ")
           << opset << " selects: opset " << op.getFirstOpset()
           << " is the first that selects this version, and steps down are not "
              "known";
  return success();
}

// Neighbours have no steps: they keep their meaning only at their own opset.
static LogicalResult verifyNeighbours(ModuleOp module, int64_t opset) {
  auto current = module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr);
  if (!current || current.getInt() == opset)
    return success();
  WalkResult walk = module.walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() != "onnx")
      return WalkResult::advance();
    op->emitOpError("cannot become what opset ")
        << opset << " selects: the module means opset " << current.getInt()
        << ", and this operator has no known step";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

static SmallVector<VersionedOpInterface> collectVersionedOps(ModuleOp module) {
  SmallVector<VersionedOpInterface> ops;
  module.walk([&](VersionedOpInterface op) { ops.push_back(op); });
  return ops;
}

namespace {

struct Upgrade : onnxops::impl::UpgradeBase<Upgrade> {
  void runOnOperation() override {
    for (VersionedOpInterface op : collectVersionedOps(getOperation()))
      if (failed(stepUp(op, OnnxOpsDialect::kLatestOpset)))
        return signalPassFailure();
  }
};

struct ConvertVersion : onnxops::impl::ConvertVersionBase<ConvertVersion> {
  using ConvertVersionBase::ConvertVersionBase;

  void runOnOperation() override {
    if (failed(convert(getOperation())))
      signalPassFailure();
  }

  LogicalResult convert(ModuleOp module) {
    int64_t opset = targetOpset;
    if (opset < 1 || opset > OnnxOpsDialect::kLatestOpset)
      return module.emitError("expected target-opset to be in [1, ")
             << OnnxOpsDialect::kLatestOpset << "], but got " << opset;
    if (failed(verifyNeighbours(module, opset)))
      return failure();
    for (VersionedOpInterface op : collectVersionedOps(module))
      if (failed(verifyIsConvertible(op, opset)) || failed(stepUp(op, opset)))
        return failure();
    if (module->hasAttr(OnnxOpsDialect::kOpsetAttr))
      module->setAttr(OnnxOpsDialect::kOpsetAttr,
                      Builder(module).getI64IntegerAttr(opset));
    return success();
  }
};

} // namespace
