//===- OnnxOpsToLinalg.cpp - lower the dialect to upstream ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pass: reports ops without a lowering, then converts operators and types
// in one conversion.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "StorageTypes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXOPSTOLINALG
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Unsupported ops
//===----------------------------------------------------------------------===//

static LogicalResult refuseUnknownRanks(Operation *op) {
  for (OpOperand &operand : op->getOpOperands())
    if (hasUnknownRank(operand.get()))
      return op->emitOpError("cannot be lowered: the rank of operand ")
             << operand.getOperandNumber() << " is unknown";
  for (Value result : op->getResults())
    if (hasUnknownRank(result))
      return op->emitOpError("cannot be lowered: the rank of its result is "
                             "unknown");
  return success();
}

// Checks the axis if the rank of the elements is unknown (sequence-c7).
static LogicalResult refuseAxis(NewestConcatFromSequenceOp op) {
  int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
  if (normalizeAxis(op.getAxis(), rank))
    return success();
  if (rank == 0)
    return op.emitOpError(
        "expected a result of rank 1 or more, but got rank 0");
  return op.emitOpError("expected axis to be in [")
         << -rank << ", " << rank - 1 << "], but got "
         << static_cast<int64_t>(op.getAxis());
}

// The meaning of an encoding is not known.
static LogicalResult refuseEncoding(Location loc, Type type) {
  auto sequence = dyn_cast<SequenceType>(type);
  auto tensor =
      dyn_cast<RankedTensorType>(sequence ? sequence.getTensorType() : type);
  if (!tensor || !tensor.getEncoding())
    return success();
  return emitError(loc) << "tensors with an encoding cannot be lowered: "
                        << tensor;
}

static LogicalResult refuseEncodings(Operation *op) {
  for (Type type : op->getResultTypes())
    if (failed(refuseEncoding(op->getLoc(), type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (failed(refuseEncoding(argument.getLoc(), argument.getType())))
          return failure();
  return success();
}

static LogicalResult refuse(Operation *op) {
  if (failed(refuseEncodings(op)))
    return failure();
  auto versioned = dyn_cast<VersionedOpInterface>(op);
  if (!versioned)
    return success();
  if (!versioned.isNewest())
    return op->emitOpError("cannot be lowered: it is not the newest version "
                           "(run --onnxops-upgrade first)");
  if (failed(refuseUnknownRanks(op)))
    return failure();
  auto join = dyn_cast<NewestConcatFromSequenceOp>(op);
  return join ? refuseAxis(join) : success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

// Adds the type of a value to its attributes.
static DictionaryAttr recordType(DictionaryAttr attributes, Type type) {
  NamedAttrList all(attributes);
  if (isa<TensorType, SequenceType>(type))
    all.set(OnnxOpsDialect::kTypeAttr, TypeAttr::get(type));
  return all.getDictionary(type.getContext());
}

// Records the original types of arguments and results, before conversion. Sets
// all at once, since setting the attributes of one copies the whole list.
static void recordSignature(func::FuncOp function) {
  SmallVector<DictionaryAttr> attributes;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    attributes.push_back(recordType(function.getArgAttrDict(index), type));
  function.setAllArgAttrs(attributes);
  attributes.clear();
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    attributes.push_back(recordType(function.getResultAttrDict(index), type));
  function.setAllResultAttrs(attributes);
}

// Applies the mode to checks that the upgrade has built.
static void convertChecks(ModuleOp module, CheckMode mode) {
  if (mode == CheckMode::Status)
    return;
  module.walk([&](CheckOp check) {
    OpBuilder builder(check);
    if (mode == CheckMode::Assert)
      cf::AssertOp::create(builder, check.getLoc(), check.getCondition(),
                           fillMessage(check.getMessage(), check.getValues()));
    check.erase();
  });
}

// Converts assertions of the module to checks, so that they do not abort the
// process either.
static void convertAsserts(ModuleOp module, CheckMode mode) {
  if (mode == CheckMode::Assert)
    return;
  module.walk([&](cf::AssertOp op) {
    OpBuilder builder(op);
    CheckBuilder(builder, op, mode)
        .require(op.getArg(), CheckOp::escape(op.getMsg()), {});
    op.erase();
  });
}

namespace {

struct ConvertOnnxOpsToLinalg
    : onnxops::impl::ConvertOnnxOpsToLinalgBase<ConvertOnnxOpsToLinalg> {
  using ConvertOnnxOpsToLinalgBase::ConvertOnnxOpsToLinalgBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    DenseSet<Operation *> kept;
    WalkResult refused = module.walk([&](Operation *op) {
      if (unknownOps == UnknownOps::Keep && isa<VersionedOpInterface>(op) &&
          hasUnknownRanks(op)) {
        kept.insert(op);
        return WalkResult::advance();
      }
      return failed(refuse(op)) ? WalkResult::interrupt()
                                : WalkResult::advance();
    });
    if (refused.wasInterrupted())
      return signalPassFailure();
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic())
        recordSignature(function);

    convertChecks(module, checks);
    convertAsserts(module, checks);
    StorageTypeConverter converter(module, kept);
    RewritePatternSet patterns(&getContext());
    ConversionTarget target(getContext());
    PatternState state{converter, checks, ChunkOffsets()};
    populateConcatPatterns(state, patterns);
    populateTilePatterns(state, patterns);
    populateSplitToSequencePatterns(state, patterns);
    populateSequencePatterns(state, patterns);
    populateStorageTypePatterns(converter, patterns, target);
    target.addDynamicallyLegalDialect<OnnxOpsDialect>([&](Operation *op) {
      return !isa<VersionedOpInterface, SequenceCastOp>(op) ||
             kept.contains(op);
    });
    if (failed(applyPartialConversion(module, target, std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
