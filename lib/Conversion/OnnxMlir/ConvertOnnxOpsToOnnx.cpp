//===- ConvertOnnxOpsToOnnx.cpp - to the dialect of onnx-mlir -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of ours become generic ops, which onnx-mlir-opt reads and verifies.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "OnnxBuilder.h"
#include "Operators.h"
#include "Types.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"

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
      : module(module),
        onnx(module.getContext(), module->hasAttr(metadata::kPropertiesAttr)) {}

  LogicalResult run();

private:
  Value getNoValue(Operation *op);
  SmallVector<Value> getOperands(Operation *op);
  NamedAttrList getOwnAttributes(Operation *op);
  LogicalResult giveOp(Operation *op);

  ModuleOp module;
  OnnxBuilder onnx;
  /// The onnx.NoValue ops of a block, in order.
  DenseMap<Block *, SmallVector<Operation *>> noValues;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The onnx.NoValue nearest above `op`, a new one if there is none.
Value OpGiving::getNoValue(Operation *op) {
  for (Operation *user = op; user && user->getBlock();
       user = user->getParentOp()) {
    ArrayRef<Operation *> known = noValues[user->getBlock()];
    auto *next = llvm::partition_point(known, [&](Operation *noValue) {
      return noValue->isBeforeInBlock(user);
    });
    if (next != known.begin())
      return (*std::prev(next))->getResult(0);
    if (user->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  NamedAttrList own;
  own.set("value", onnx.builder.getUnitAttr());
  Operation *noValue =
      onnx.create(op, "onnx.NoValue", onnx.builder.getNoneType(), {}, own);
  // All that the block has come later.
  SmallVector<Operation *> &inBlock = noValues[op->getBlock()];
  inBlock.insert(inBlock.begin(), noValue);
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
  auto absent = op->getAttrOfType<DictionaryAttr>(metadata::kAbsentAttr);
  auto si64 = onnx.builder.getIntegerType(64, /*isSigned=*/true);
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
  NamedAttrList others(op->getDiscardableAttrDictionary());
  others.erase(metadata::kAbsentAttr);
  Operation *built = onnx.create(op, name, op->getResultTypes(),
                                 getOperands(op), getOwnAttributes(op), others);
  op->replaceAllUsesWith(built);
  op->erase();
  return success();
}

LogicalResult OpGiving::run() {
  module.walk([&](Operation *op) {
    if (isNoValue(op))
      noValues[op->getBlock()].push_back(op);
  });
  WalkResult walk = module.walk([&](Operation *op) {
    if (isa_and_nonnull<OnnxOpsDialect>(op->getDialect()))
      return WalkResult(giveOp(op));
    giveUpstreamOp(onnx, op);
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
    module->removeAttr(metadata::kPropertiesAttr);
    giveNotes(module);
    giveTypes(module);
  }
};

} // namespace
