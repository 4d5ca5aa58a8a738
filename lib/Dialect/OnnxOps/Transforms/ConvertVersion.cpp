//===- ConvertVersion.cpp - convert ops between versions ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes, Upgrade and ConvertVersion, over one loop: the ops implement
// steps to adjacent versions (VersionedOpInterface), the passes set the target.
// They convert a copy of the module, so that a failure leaves the module
// unchanged.
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

/// The target of a conversion: an opset of ONNX, or OpenVINO.
struct Target {
  static Target getNewest() {
    return {OnnxOpsDialect::kLatestOpset, "cannot be converted to ", ""};
  }
  static Target getOpset(int64_t opset) {
    return {opset,
            ("cannot be converted to opset " + Twine(opset) + ": ").str(),
            "no step to ", /*inONNX=*/true};
  }
  static Target getOpenVINO() {
    return {std::nullopt, "cannot be converted to OpenVINO: ", "no step to "};
  }

  /// None for OpenVINO.
  std::optional<int64_t> opset;
  /// The prefix of all errors, and an addition to the errors of steps.
  std::string refusal, stepRefusal;
  /// Whether run-time computations are built from ONNX operators, which can be
  /// exported. Otherwise from upstream ops, which need no lowering.
  bool inONNX = false;
};

/// Builds a step, and records the versioned ops that it creates.
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

// The next step towards the target; null if the op is there.
static Step getNextStep(VersionedOpInterface op, std::optional<int64_t> opset) {
  bool isOpenVINO = isa<OpenVINOConcatV1Op>(op);
  if (!opset) {
    if (isOpenVINO)
      return nullptr;
    return op.isNewest() ? &VersionedOpInterface::buildOpenVINO
                         : &VersionedOpInterface::buildUpgrade;
  }
  // OpenVINO's ops become the newest version of ONNX first.
  if (isOpenVINO || op.getLastOpset() < *opset)
    return &VersionedOpInterface::buildUpgrade;
  return op.getFirstOpset() > *opset ? &VersionedOpInterface::buildDowngrade
                                     : nullptr;
}

// Replaces an op by `values`, and erases constants that only it used.
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

// Builds one step of an op; errors are reported for `original`.
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

// Converts `op` to the target. Steps that fail emit an error for `original`.
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

// Other ONNX operators have no steps: they are kept, and must have the same
// version at the target.
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

// Converts all ops to the target, or none.
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

// Sets the opset of the module. A module without one gets one only if it
// contains ops that depend on it.
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
    // For ONNX operators, in a module that had none.
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
    // Errors in options: do not print the module.
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
