//===- ConvertOnnxOpsToOnnx.cpp - to the dialect of onnx-mlir -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of ours become generic ops, which onnx-mlir-opt reads and verifies.
//
//===----------------------------------------------------------------------===//

#include "Notes.h"
#include "Operators.h"
#include "Types.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/Neighbours.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXOPSTOONNX
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// All ops of a module on their way.
class OpGiving {
public:
  explicit OpGiving(ModuleOp module)
      : module(module), builder(module.getContext()),
        hasProperties(module->hasAttr(kPropertiesAttr)) {}

  LogicalResult run();

private:
  Operation *build(Operation *op, StringRef name, ValueRange operands,
                   NamedAttrList own, DictionaryAttr others);
  Value getNoValue(Operation *op);
  SmallVector<Value> getOperands(Operation *op);
  NamedAttrList getOwnAttributes(Operation *op);
  LogicalResult giveOp(Operation *op);
  void giveConstant(arith::ConstantOp op);

  ModuleOp module;
  OpBuilder builder;
  bool hasProperties;
  /// The onnx.NoValue ops of a block, in order.
  DenseMap<Block *, SmallVector<Operation *>> noValues;
};

} // namespace

// Builds an op in the place of `op`, with the result types that it has; `own`
// are the attributes of the operator, `others` those about the op.
Operation *OpGiving::build(Operation *op, StringRef name, ValueRange operands,
                           NamedAttrList own, DictionaryAttr others) {
  OperationState state(op->getLoc(), name);
  state.addOperands(operands);
  if (!hasProperties)
    state.addAttributes(own.getAttrs());
  else if (!own.empty())
    state.propertiesAttr = own.getDictionary(builder.getContext());
  for (NamedAttribute attribute : others)
    if (attribute.getName() != kAbsentAttr)
      state.addAttribute(attribute.getName(), attribute.getValue());
  state.addTypes(op->getResultTypes());
  builder.setInsertionPoint(op);
  return builder.create(state);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The onnx.NoValue nearest above `op`, a new one if there is none.
Value OpGiving::getNoValue(Operation *op) {
  for (Operation *user = op; user && user->getBlock();
       user = user->getParentOp()) {
    auto known = noValues.find(user->getBlock());
    if (known != noValues.end())
      for (Operation *noValue : llvm::reverse(known->second))
        if (noValue->isBeforeInBlock(user))
          return noValue->getResult(0);
    if (user->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  OperationState state(op->getLoc(), "onnx.NoValue");
  NamedAttrList own;
  own.set("value", builder.getUnitAttr());
  if (hasProperties)
    state.propertiesAttr = own.getDictionary(builder.getContext());
  else
    state.addAttributes(own.getAttrs());
  state.addTypes(builder.getNoneType());
  builder.setInsertionPoint(op);
  Operation *noValue = builder.create(state);
  noValues[op->getBlock()].push_back(noValue);
  return noValue->getResult(0);
}

// Our ops leave out an operand that is not given, which is always the last.
SmallVector<Value> OpGiving::getOperands(Operation *op) {
  SmallVector<Value> operands(op->getOperands());
  if (auto version = dyn_cast<VersionedOpInterface>(op)) {
    ArrayRef<OperandInfo> infos = version.getOperandInfos();
    if (!infos.empty() && infos.back().arity == OperandInfo::Optional &&
        operands.size() < infos.size())
      operands.push_back(getNoValue(op));
  }
  return operands;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

NamedAttrList OpGiving::getOwnAttributes(Operation *op) {
  auto absent = op->getAttrOfType<DictionaryAttr>(kAbsentAttr);
  auto si64 = builder.getIntegerType(64, /*isSigned=*/true);
  NamedAttrList own;
  for (StringAttr name : op->getName().getAttributeNames()) {
    auto value = cast<IntegerAttr>(*op->getInherentAttr(name));
    // One that a pass has changed is not left to its default any more.
    if (!absent || absent.get(name) != value)
      own.set(name, IntegerAttr::get(si64, value.getValue()));
  }
  return own;
}

LogicalResult OpGiving::giveOp(Operation *op) {
  StringRef name = findOnnx(op);
  if (name.empty()) {
    InFlightDiagnostic error =
        op->emitOpError("has no counterpart in onnx-mlir");
    if (auto version = dyn_cast<VersionedOpInterface>(op);
        version && !version.isNewest())
      error << " in this version: --onnxops-upgrade makes it the newest";
    return error;
  }
  Operation *built = build(op, name, getOperands(op), getOwnAttributes(op),
                           op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(built);
  op->erase();
  return success();
}

// Folds leave constants of upstream, which a graph of onnx-mlir does not have.
void OpGiving::giveConstant(arith::ConstantOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !getOnnxOfElementType(type.getElementType()))
    return;
  NamedAttrList own;
  own.set("value", op.getValue());
  Operation *built = build(op, "onnx.Constant", {}, std::move(own),
                           op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(built);
  op->erase();
}

LogicalResult OpGiving::run() {
  module.walk([&](Operation *op) {
    if (isNoValue(op))
      noValues[op->getBlock()].push_back(op);
  });
  WalkResult walk = module.walk([&](Operation *op) {
    if (isa_and_nonnull<OnnxOpsDialect>(op->getDialect()))
      return WalkResult(giveOp(op));
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      giveConstant(constant);
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ConvertOnnxOpsToOnnx
    : onnxops::impl::ConvertOnnxOpsToOnnxBase<ConvertOnnxOpsToOnnx> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!getContext().allowsUnregisteredDialects()) {
      module.emitError("expected a context that allows unregistered dialects, "
                       "as the dialect onnx of onnx-mlir is one here");
      return signalPassFailure();
    }
    if (failed(OpGiving(module).run()))
      return signalPassFailure();
    module->removeAttr(kPropertiesAttr);
    giveNotes(module);
    giveTypes(module);
  }
};

} // namespace
