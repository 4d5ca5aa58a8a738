//===- ConvertVersion.cpp - convert ops between versions ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two passes, Upgrade and ConvertVersion. Ops of the dialect implement steps to
// adjacent versions (VersionedOpInterface); other ONNX operators are converted
// one opset at a time (VersionSteps.h). The passes convert a copy of the
// module, so that a failure leaves the module unchanged, and report all ops
// that cannot be converted.
//
//===----------------------------------------------------------------------===//

#include "TileRepeats.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/VersionSteps.h"
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
  static Target getNewest(UnknownOps unknownOps) {
    return {OnnxOpsDialect::kLatestOpset, "cannot be converted to ", "",
            unknownOps};
  }
  static Target getOpset(int64_t opset) {
    return {opset,
            ("cannot be converted to opset " + Twine(opset) + ": ").str(),
            "no step to ", UnknownOps::Refuse, /*inONNX=*/true};
  }
  static Target getOpenVINO() {
    return {std::nullopt, "cannot be converted to OpenVINO: ", "no step to "};
  }

  /// None for OpenVINO.
  std::optional<int64_t> opset;
  /// The prefix of all errors, and an addition to the errors of steps.
  std::string refusal, stepRefusal;
  /// What happens to ops of unknown rank that have no step.
  UnknownOps unknownOps = UnknownOps::Refuse;
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

// Builds one step of an op.
static FailureOr<SmallVector<Value>> buildStep(const Target &target,
                                               VersionedOpInterface op,
                                               Step step, OpBuilder &builder,
                                               ErrorEmitter emit) {
  if (auto tile = dyn_cast<TileV1Op>(op.getOperation());
      tile && target.inONNX && needsRepeats(tile))
    return SmallVector<Value>{buildTileWithRepeats(builder, tile)};
  if (!emit)
    return (op.*step)(builder, nullptr);
  return (op.*step)(builder, [&] { return emit() << target.stepRefusal; });
}

// Converts `op` to the target, by any number of steps.
static LogicalResult stepTo(const Target &target, VersionedOpInterface op,
                            ErrorEmitter emit) {
  SmallVector<VersionedOpInterface> ops = {op};
  while (!ops.empty()) {
    op = ops.pop_back_val();
    Step step = getNextStep(op, target.opset);
    if (!step)
      continue;
    StepBuilder builder(op);
    bool mayStay = target.unknownOps == UnknownOps::Keep && hasUnknownRanks(op);
    FailureOr<SmallVector<Value>> results =
        buildStep(target, op, step, builder, mayStay ? nullptr : emit);
    if (failed(results) && mayStay)
      continue;
    if (failed(results))
      return failure();
    if (results->empty() && !target.opset)
      return emitFailure(emit, "no counterpart is known");
    if (results->empty())
      return emitFailure(emit, "opset ", op.getFirstOpset(),
                         " is the first that has this operator");
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

// Starts errors for an op, which may be replaced before they are emitted.
static auto makeEmitter(Operation *op, const Target &target) {
  return [loc = op->getLoc(), name = op->getName(), &target] {
    return emitError(loc) << "'" << name << "' op " << target.refusal;
  };
}

// Converts the ops of the dialect, and reports all that it cannot convert.
static LogicalResult convertVersioned(ModuleOp module, const Target &target) {
  SmallVector<VersionedOpInterface> ops;
  module.walk([&](VersionedOpInterface op) { ops.push_back(op); });
  bool isConverted = true;
  for (VersionedOpInterface op : ops)
    isConverted &= succeeded(stepTo(target, op, makeEmitter(op, target)));
  return success(isConverted);
}

static SmallVector<Operation *> findOnnxOperators(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (isOnnxOperator(op))
      ops.push_back(op);
  });
  return ops;
}

// Converts the other ONNX operators one opset at a time. An op that a step
// refuses is left out of later steps.
static LogicalResult convertOnnxOperators(ModuleOp module, const Target &target,
                                          int64_t from) {
  llvm::SmallPtrSet<Operation *, 4> refused;
  int64_t direction = from < *target.opset ? 1 : -1;
  for (int64_t opset = from; opset != *target.opset; opset += direction)
    for (Operation *op : findOnnxOperators(module))
      if (!refused.contains(op) &&
          failed(stepOnnxOperator(makeEmitter(op, target), op, opset,
                                  opset + direction)))
        refused.insert(op);
  return success(refused.empty());
}

// OpenVINO has no equivalents of the other ONNX operators.
static LogicalResult refuseOnnxOperators(ModuleOp module,
                                         const Target &target) {
  SmallVector<Operation *> ops = findOnnxOperators(module);
  for (Operation *op : ops)
    makeEmitter(op, target)() << "no counterpart is known";
  return success(ops.empty());
}

// Converts all ops to the target, or none.
static LogicalResult convertOps(ModuleOp module, const Target &target,
                                bool convertsOnnx) {
  OwningOpRef<ModuleOp> copy = module.clone();
  bool isConverted = true;
  if (convertsOnnx)
    isConverted = succeeded(
        target.opset ? convertOnnxOperators(*copy, target, getOpset(module))
                     : refuseOnnxOperators(*copy, target));
  isConverted &= succeeded(convertVersioned(*copy, target));
  if (!isConverted)
    return failure();
  module.getBodyRegion().takeBody(copy->getBodyRegion());
  return success();
}

// Forgets the functions of the model, which belong to its opset.
static void dropFunctions(ModuleOp module) {
  auto given = module->getAttrOfType<DictionaryAttr>(metadata::kModelAttr);
  if (!given || !given.contains(metadata::kCalls))
    return;
  NamedAttrList entries(given);
  entries.erase(metadata::kCalls);
  entries.erase(metadata::kFunctions);
  module->setAttr(metadata::kModelAttr,
                  entries.getDictionary(module.getContext()));
}

// Sets the opset of the module. A module without one gets one only if it
// contains ops that depend on it.
static void setOpset(ModuleOp module, std::optional<int64_t> opset) {
  if (opset != getOpset(module))
    dropFunctions(module);
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
  using UpgradeBase::UpgradeBase;

  void runOnOperation() override {
    if (failed(convertOps(getOperation(), Target::getNewest(unknownOps),
                          /*convertsOnnx=*/false)))
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
    if (failed(target))
      return signalPassFailure();
    if (succeeded(tryTarget(*target)))
      return;
    if (!bestEffort || !target->opset || failed(findNearest(*target->opset)))
      signalPassFailure();
  }

  // With --best-effort, the reasons against the target are warnings.
  LogicalResult tryTarget(const Target &target) {
    SmallVector<std::pair<Location, std::string>> reasons;
    {
      ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &reason) {
        reasons.emplace_back(reason.getLocation(), reason.str());
        return success(bestEffort);
      });
      if (succeeded(
              convertOps(getOperation(), target, /*convertsOnnx=*/true))) {
        setOpset(getOperation(), target.opset);
        return success();
      }
    }
    if (bestEffort)
      for (auto &[loc, reason] : reasons)
        emitWarning(loc, reason);
    return failure();
  }

  // Converts to the opset nearest to `opset` that works, which is the module's
  // at worst.
  LogicalResult findNearest(int64_t opset) {
    ModuleOp module = getOperation();
    int64_t from = mlir::onnxops::getOpset(module);
    for (int64_t step = from < opset ? -1 : 1; opset != from;) {
      opset += step;
      ScopedDiagnosticHandler silence(&getContext(),
                                      [](Diagnostic &) { return success(); });
      if (failed(convertOps(module, Target::getOpset(opset),
                            /*convertsOnnx=*/true)))
        continue;
      setOpset(module, opset);
      break;
    }
    emitWarning(module.getLoc()) << "the model is at opset " << opset;
    return success();
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
