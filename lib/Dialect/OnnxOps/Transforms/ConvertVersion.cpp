//===- ConvertVersion.cpp - from version to version -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes over one loop: an op knows its steps to the versions next to it
// (VersionedOpInterface), the passes say where to go. They work on a copy of
// the module, so that one that is refused stays as it was.
//
//===----------------------------------------------------------------------===//

#include "TileRepeats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_UPGRADE
#define GEN_PASS_DEF_CONVERTVERSION
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

using Step = FailureOr<SmallVector<Value>> (VersionedOpInterface::*)(
    OpBuilder &, ErrorEmitter);

/// Where the ops of a module go: to what an opset of ONNX selects, or to
/// OpenVINO.
struct Target {
  static Target getNewest() {
    return {OnnxOpsDialect::kLatestOpset, "cannot become ", ""};
  }
  static Target getOpset(int64_t opset) {
    return {opset,
            ("cannot become what opset " + Twine(opset) + " selects: ").str(),
            "no step to ", /*inONNX=*/true};
  }
  static Target getOpenVINO() {
    return {std::nullopt,
            "cannot become an operator of OpenVINO: ", "no step to "};
  }

  /// None for OpenVINO.
  std::optional<int64_t> opset;
  /// What every refusal begins with, and what is added where a step refuses.
  std::string refusal, stepRefusal;
  /// Whether what is computed when the model runs is to be operators of ONNX,
  /// which can be written as a model again. Else it is upstream's ops, which
  /// need not be lowered.
  bool inONNX = false;
};

/// Builds a step, and knows the versions that it is made of.
class StepBuilder : public OpBuilder, private OpBuilder::Listener {
public:
  explicit StepBuilder(Operation *op) : OpBuilder(op) { setListener(this); }

  SmallVector<VersionedOpInterface> versions;

private:
  void notifyOperationInserted(Operation *op, InsertPoint) override {
    if (auto version = dyn_cast<VersionedOpInterface>(op))
      versions.push_back(version);
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

// The step that brings an op nearer to the target; null when it is there.
static Step getNextStep(VersionedOpInterface op, std::optional<int64_t> opset) {
  bool isOpenVINO = isa<OpenVINOConcatV1Op>(op);
  if (!opset) {
    if (isOpenVINO)
      return nullptr;
    return op.isNewest() ? &VersionedOpInterface::buildOpenVINO
                         : &VersionedOpInterface::buildUpgrade;
  }
  // What OpenVINO has becomes the newest version of ONNX first.
  if (isOpenVINO || op.getLastOpset() < *opset)
    return &VersionedOpInterface::buildUpgrade;
  return op.getFirstOpset() > *opset ? &VersionedOpInterface::buildDowngrade
                                     : nullptr;
}

// Puts `values` in place of an op. Constants that only it had are gone with it.
static void replaceOp(Operation *op, ValueRange values) {
  SmallVector<Value> operands(op->getOperands());
  op->replaceAllUsesWith(values);
  op->erase();
  llvm::SmallSetVector<Operation *, 4> constants;
  for (Value operand : operands)
    if (Operation *producer = operand.getDefiningOp())
      if (producer->hasTrait<OpTrait::ConstantLike>())
        constants.insert(producer);
  for (Operation *constant : constants)
    if (constant->use_empty())
      constant->erase();
}

// One step of an op; `original` is what a message is about.
static FailureOr<SmallVector<Value>> buildStep(const Target &target,
                                               VersionedOpInterface op,
                                               Step step, OpBuilder &builder,
                                               Operation *original) {
  if (auto tile = dyn_cast<TileV1Op>(op.getOperation());
      tile && target.inONNX && needsRepeats(tile))
    return SmallVector<Value>{buildTileWithRepeats(builder, tile)};
  return (op.*step)(builder, [&] {
    return original->emitOpError(target.refusal) << target.stepRefusal;
  });
}

// Steps `op`, which stands for `original` in the messages, to the target. A
// failing step has emitted its error.
static LogicalResult stepTo(const Target &target, VersionedOpInterface op,
                            Operation *original) {
  SmallVector<VersionedOpInterface> ops = {op};
  while (!ops.empty()) {
    op = ops.pop_back_val();
    Step step = getNextStep(op, target.opset);
    if (!step)
      continue;
    StepBuilder builder(op);
    FailureOr<SmallVector<Value>> results =
        buildStep(target, op, step, builder, original);
    if (failed(results))
      return failure();
    if (results->empty() && !target.opset)
      return original->emitOpError(target.refusal) << "no counterpart is known";
    if (results->empty())
      return original->emitOpError(target.refusal)
             << "opset " << op.getFirstOpset()
             << " is the first that has this operator";
    for (VersionedOpInterface version : builder.versions)
      version->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    replaceOp(op, *results);
    ops.append(builder.versions);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

// Other operators of ONNX have no steps: they stay, and must mean the same at
// the target.
static LogicalResult verifyOnnxOperators(ModuleOp module,
                                         const Target &target) {
  auto attribute =
      module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr);
  int64_t opset = attribute ? attribute.getInt() : OnnxOpsDialect::kLatestOpset;
  WalkResult walk = module.walk([&](Operation *op) -> WalkResult {
    auto emit = [&] { return op->emitOpError(target.refusal); };
    if (target.opset)
      return verifySameAtOpset(emit, op, opset, *target.opset);
    if (isOnnxOperator(op))
      return emitFailure(emit, "no counterpart is known");
    return success();
  });
  return failure(walk.wasInterrupted());
}

// Brings all ops to the target, or none.
static LogicalResult convertOps(ModuleOp module, const Target &target) {
  IRMapping mapping;
  OwningOpRef<ModuleOp> copy = cast<ModuleOp>(module->clone(mapping));
  WalkResult walk = module.walk([&](VersionedOpInterface op) -> WalkResult {
    auto twin = cast<VersionedOpInterface>(mapping.lookup(op.getOperation()));
    return stepTo(target, twin, op);
  });
  if (walk.wasInterrupted())
    return failure();
  module.getBodyRegion().takeBody(copy->getBodyRegion());
  return success();
}

// Writes down which opset the module means. One that never told need not begin
// to, unless it holds what hangs on it.
static void setOpset(ModuleOp module, std::optional<int64_t> opset) {
  bool hasOnnxOperator = module
                             .walk([](Operation *op) {
                               return WalkResult(failure(isOnnxOperator(op)));
                             })
                             .wasInterrupted();
  if (!opset)
    module->removeAttr(OnnxOpsDialect::kOpsetAttr);
  else if (hasOnnxOperator || module->hasAttr(OnnxOpsDialect::kOpsetAttr))
    module->setAttr(OnnxOpsDialect::kOpsetAttr,
                    Builder(module).getI64IntegerAttr(*opset));
}

namespace {

struct Upgrade : onnxops::impl::UpgradeBase<Upgrade> {
  void runOnOperation() override {
    if (failed(convertOps(getOperation(), Target::getNewest())))
      signalPassFailure();
  }
};

struct ConvertVersion : onnxops::impl::ConvertVersionBase<ConvertVersion> {
  using ConvertVersionBase::ConvertVersionBase;

  LogicalResult initialize(MLIRContext *context) override {
    // For operators of ONNX, in a module that had none.
    context->allowUnregisteredDialects();
    return success();
  }

  void runOnOperation() override {
    FailureOr<Target> target = readTarget();
    if (failed(target) ||
        failed(verifyOnnxOperators(getOperation(), *target)) ||
        failed(convertOps(getOperation(), *target)))
      return signalPassFailure();
    setOpset(getOperation(), target->opset);
  }

  FailureOr<Target> readTarget() {
    std::string name = targetName;
    int64_t opset = targetOpset;
    // About the options: the module is not to be printed.
    auto fail = [&] { return emitError(getOperation().getLoc(), "expected "); };
    if (!name.empty() && name != "openvino")
      return fail() << "target to be openvino, but got " << name;
    if (!name.empty() && targetOpset.hasValue())
      return fail() << "target or target-opset, but got both";
    if (opset < 1 || opset > OnnxOpsDialect::kLatestOpset)
      return fail() << "target-opset to be in [1, "
                    << OnnxOpsDialect::kLatestOpset << "], but got " << opset;
    return name.empty() ? Target::getOpset(opset) : Target::getOpenVINO();
  }
};

} // namespace
