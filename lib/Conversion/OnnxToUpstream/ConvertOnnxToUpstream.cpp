//===- ConvertOnnxToUpstream.cpp - lower generic onnx ops -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Importers keep operators outside of the dialect as generic ops of the
// unregistered dialect `onnx`, which modules of onnx-mlir also contain. This
// first conversion lowers the supported ones to upstream ops, and reports or
// keeps all others.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "OnnxMlirSyntax.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXTOUPSTREAM
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// All lowerings.
static const Lowerings &getLowerings() {
  static const Lowerings lowerings = [] {
    Lowerings all;
#define ONNXOPS_LOWERING_FILE(NAME) add##NAME##Lowerings(all);
#include "LoweringFiles.inc"
#undef ONNXOPS_LOWERING_FILE
    return all;
  }();
  return lowerings;
}

static bool isOnnx(Operation *op, StringRef name) {
  return op->getName().getDialectNamespace() == "onnx" &&
         op->getName().stripDialect() == name;
}

using LowerNode = LogicalResult (*)(Node &);

// Lowers an op, or restores it if it is refused, without an error.
static LogicalResult lowerOrKeep(Operation *op, LowerNode lower,
                                 const LoweringMode &mode) {
  Operation *copy = op->clone(), *before = op->getPrevNode();
  OpBuilder builder(op);
  Node node(builder, op, mode);
  SmallVector<Diagnostic> diagnostics;
  LogicalResult status = success();
  {
    ScopedDiagnosticHandler handler(
        op->getContext(), [&](Diagnostic &diagnostic) {
          diagnostics.push_back(std::move(diagnostic));
        });
    status = lower(node);
  }
  if (failed(status) && node.isRefused) {
    // Everything that was built is between the two ops.
    OpBuilder(op).insert(copy);
    op->replaceAllUsesWith(copy);
    op->erase();
    while (copy->getPrevNode() != before)
      copy->getPrevNode()->erase();
    return success();
  }
  copy->destroy();
  for (Diagnostic &diagnostic : diagnostics)
    builder.getContext()->getDiagEngine().emit(std::move(diagnostic));
  return status;
}

static LogicalResult lowerOnnxOp(Operation *op, const LoweringMode &mode) {
  // Other domains may have an operator of the same name.
  LowerNode lower = getLowerings().lookup(op->getName().stripDialect());
  bool isLowered = lower && isOnnxOperator(op);
  if (mode.unknownOps == UnknownOps::Keep)
    return isLowered ? lowerOrKeep(op, lower, mode) : success();
  if (!isLowered)
    return op->emitOpError(
        "is not supported: nothing here lowers this operator");
  OpBuilder builder(op);
  Node node(builder, op, mode);
  return lower(node);
}

// Refines the result of an op of the dialect by the new types of its operands.
static LogicalResult refineOp(InferTypeOpInterface op) {
  for (OpOperand &operand : op->getOpOperands())
    operand.set(lookThroughCasts(operand.get()));
  Type type = inferRefinedType(op);
  if (!type) // The verifier emits the error.
    return op->getName().verifyInvariants(op);
  refineInPlace(op->getResult(0), type);
  return success();
}

// Checks a cast of the module to a type more precise than its operand's.
static void checkCast(tensor::CastOp op) {
  OpBuilder builder(op);
  if (auto type = dyn_cast<RankedTensorType>(op.getType()))
    CheckBuilder(builder, op, CheckMode::Status)
        .requireSizes(op.getSource(), type, "the operand");
}

LogicalResult mlir::onnxops::lowerBlock(Block &block,
                                        const LoweringMode &mode) {
  SmallVector<Operation *> noValues;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isOnnx(&op, "NoValue")) {
      noValues.push_back(&op);
    } else if (op.getName().getDialectNamespace() == "onnx") {
      bool isEnd =
          isOnnx(&op, "Yield") && &op == &block.back() &&
          block.getParentOp()->getName().getDialectNamespace() == "onnx";
      if (!isEnd && failed(lowerOnnxOp(&op, mode)))
        return failure();
    } else if (auto cast = dyn_cast<tensor::CastOp>(op)) {
      checkCast(cast);
    } else if (InferTypeOpInterface inferred = getInferredOp(&op)) {
      if (failed(refineOp(inferred)))
        return failure();
    } else {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          if (failed(lowerBlock(inner, mode)))
            return failure();
    }
  }
  for (Operation *noValue : noValues) {
    if (!noValue->use_empty() && mode.unknownOps == UnknownOps::Keep)
      continue;
    if (!noValue->use_empty())
      return noValue->emitOpError("expected no user that takes every operand, "
                                  "but got '")
             << noValue->user_begin()->getName() << "'";
    noValue->erase();
  }
  return success();
}

FailureOr<OperandRange> mlir::onnxops::getYielded(Node &node, Operation *op,
                                                  unsigned index,
                                                  unsigned arguments) {
  if (op->getNumRegions() <= index || !op->getRegion(index).hasOneBlock())
    return node.fail("expected region #", index, " to have one block");
  Block &block = op->getRegion(index).front();
  if (block.getNumArguments() != arguments)
    return node.fail("expected region #", index, " to have ", arguments,
                     " arguments, but got ", block.getNumArguments());
  if (block.empty() || !isOnnx(&block.back(), "Yield"))
    return node.fail("expected region #", index, " to end with onnx.Yield");
  return block.back().getOperands();
}

// Modules of other origin may have ranks that the importers reject.
static LogicalResult verifyRanks(ModuleOp module) {
  auto verifyAll = [](Operation *op, StringRef what, TypeRange types) {
    for (auto [index, type] : llvm::enumerate(types))
      if (failed(verifyRank([&] { return op->emitOpError(); },
                            what + " #" + Twine(index), type)))
        return failure();
    return success();
  };
  WalkResult walk = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(verifyAll(op, "argument", block.getArgumentTypes())))
          return WalkResult::interrupt();
    return WalkResult(verifyAll(op, "result", op->getResultTypes()));
  });
  return failure(walk.wasInterrupted());
}

// Upstream folds a reshape of a constant through its raw bytes, which strings
// do not have, and reads out of bounds. Replace constant strings by an op that
// it does not fold.
static void hideStrings(ModuleOp module) {
  module.walk([](arith::ConstantOp op) {
    auto strings = dyn_cast<DenseStringElementsAttr>(op.getValue());
    if (!strings)
      return;
    OpBuilder builder(op);
    Value hidden =
        RtStringsOp::create(builder, op.getLoc(), op.getType(), strings);
    op.replaceAllUsesWith(hidden);
    op.erase();
  });
}

namespace {

struct ConvertOnnxToUpstream
    : onnxops::impl::ConvertOnnxToUpstreamBase<ConvertOnnxToUpstream> {
  using ConvertOnnxToUpstreamBase::ConvertOnnxToUpstreamBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(verifyRanks(module)) || failed(normalizeSyntax(module)) ||
        failed(lowerBlock(*module.getBody(), {getOpset(module), unknownOps})))
      return signalPassFailure();
    hideStrings(module);
  }
};

} // namespace
