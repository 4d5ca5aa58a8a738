//===- ConvertOnnxOpsToOnnx.cpp - convert to onnx-mlir's dialect ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts ops of the dialect to generic ops that onnx-mlir-opt parses and
// verifies.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "OnnxBuilder.h"
#include "Operators.h"
#include "onnxops/Conversion/OnnxMlirTypes.h"
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

/// Converts the ops of a module.
class OnnxOpsToOnnxConverter {
public:
  explicit OnnxOpsToOnnxConverter(ModuleOp module)
      : module(module),
        onnx(module.getContext(), module->hasAttr(metadata::kPropertiesAttr)),
        versions(module) {}

  LogicalResult run();

private:
  Value getNoValue(Operation *op);
  SmallVector<Value> getOperands(Operation *op);
  NamedAttrList getOwnAttributes(Operation *op);
  LogicalResult convertOp(Operation *op);

  ModuleOp module;
  OnnxBuilder onnx;
  OperatorVersions versions;
  /// The onnx.NoValue ops of a block, in order.
  DenseMap<Block *, SmallVector<Operation *>> noValues;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

// The closest onnx.NoValue that dominates `op`, a new one if there is none.
Value OnnxOpsToOnnxConverter::getNoValue(Operation *op) {
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
  // All others in the block are after it.
  SmallVector<Operation *> &inBlock = noValues[op->getBlock()];
  inBlock.insert(inBlock.begin(), noValue);
  return noValue->getResult(0);
}

// The dialect's ops omit an absent optional operand, which is always the last.
SmallVector<Value> OnnxOpsToOnnxConverter::getOperands(Operation *op) {
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

NamedAttrList OnnxOpsToOnnxConverter::getOwnAttributes(Operation *op) {
  auto absent = op->getAttrOfType<DictionaryAttr>(metadata::kAbsentAttr);
  auto si64 = onnx.builder.getIntegerType(64, /*isSigned=*/true);
  NamedAttrList own;
  for (StringAttr name : op->getName().getAttributeNames()) {
    auto value = cast<IntegerAttr>(*op->getInherentAttr(name));
    // An attribute that a pass has changed is no longer omitted.
    if (!absent || absent.get(name) != value)
      own.set(name, IntegerAttr::get(si64, value.getValue()));
  }
  return own;
}

LogicalResult OnnxOpsToOnnxConverter::convertOp(Operation *op) {
  std::string name = versions.findOnnx(op);
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

LogicalResult OnnxOpsToOnnxConverter::run() {
  module.walk([&](Operation *op) {
    if (isNoValue(op))
      noValues[op->getBlock()].push_back(op);
  });
  WalkResult walk = module.walk([&](Operation *op) {
    if (isa_and_nonnull<OnnxOpsDialect>(op->getDialect()))
      return WalkResult(convertOp(op));
    convertUpstreamOp(onnx, op);
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
    if (failed(OnnxOpsToOnnxConverter(module).run()))
      return signalPassFailure();
    module->removeAttr(metadata::kPropertiesAttr);
    exportMetadata(module);
    exportOnnxMlirTypes(module);
  }
};

} // namespace
