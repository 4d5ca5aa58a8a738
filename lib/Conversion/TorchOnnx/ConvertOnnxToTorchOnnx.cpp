//===- ConvertOnnxToTorchOnnx.cpp - to torch-mlir's form of ONNX ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TorchOnnx.h"
#include "Types.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/OnnxMlirTypes.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/Onnx/Operators.h"

#include <numeric>

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXTOTORCHONNX
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

SmallVector<unsigned> mlir::onnxops::torch::getRegionOrder(Operation *op) {
  SmallVector<unsigned> order(op->getNumRegions());
  std::iota(order.begin(), order.end(), 0);
  SmallVector<StringRef> names = getRegionNames(op);
  if (names.size() == order.size())
    llvm::sort(order,
               [&](unsigned a, unsigned b) { return names[a] < names[b]; });
  return order;
}

// Integers are si64, as are the elements of lists; constants have signed
// elements.
static Attribute exportAttribute(Attribute attribute) {
  Builder builder(attribute.getContext());
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    return builder.getArrayAttr(llvm::map_to_vector(list, exportAttribute));
  if (auto integer = dyn_cast<IntegerAttr>(attribute);
      integer && integer.getType().isSignlessInteger(64))
    return builder.getIntegerAttr(builder.getIntegerType(64, /*isSigned=*/true),
                                  integer.getValue());
  return exportTorchConstant(attribute);
}

// The op that makes it may be converted already.
static bool isAbsent(Value operand) {
  Operation *producer = operand.getDefiningOp();
  return producer && (isNoValue(producer) ||
                      producer->getName().getStringRef() == torch::kNone);
}

static LogicalResult convertOperator(Operation *op) {
  if (!getOnnxDomain(op).empty())
    return op->emitOpError("cannot be a torch.operator: it is of the domain '")
           << getOnnxDomain(op) << "'";
  NamedAttrList attributes;
  for (NamedAttribute attribute : getAllAttributes(op)) {
    StringRef name = attribute.getName();
    if (isReservedAttribute(name) || name == kOnnxNodeNameAttr)
      continue;
    if (name.contains('.'))
      attributes.set(name, attribute.getValue());
    else
      attributes.set((torch::kAttributePrefix + name).str(),
                     exportAttribute(attribute.getValue()));
  }
  // As in a model, the last operand of an operator of the dialect is left out
  // if it is not given.
  ValueRange operands = op->getOperands();
  StringRef opType = op->getName().stripDialect();
  if (!OperatorTable::getFamilyOfOnnx(opType).empty() && !operands.empty() &&
      isAbsent(operands.back()))
    operands = operands.drop_back();
  OpBuilder builder(op);
  OperationState state(op->getLoc(), torch::kOperator, operands,
                       op->getResultTypes(), attributes.getAttrs());
  state.propertiesAttr = builder.getDictionaryAttr(builder.getNamedAttr(
      torch::kName, builder.getStringAttr(op->getName().getStringRef())));
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *built = builder.create(state);
  for (auto [index, place] : llvm::enumerate(torch::getRegionOrder(op)))
    built->getRegion(index).takeBody(op->getRegion(place));
  op->replaceAllUsesWith(built);
  op->erase();
  return success();
}

static void replaceOp(Operation *op, StringRef name) {
  OpBuilder builder(op);
  Operation *built = builder.create(OperationState(
      op->getLoc(), name, op->getOperands(), op->getResultTypes()));
  op->replaceAllUsesWith(built);
  op->erase();
}

// Functions have the opset of the module, which a conversion may have changed.
static void exportOpset(ModuleOp module) {
  auto opset = module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr);
  if (!opset)
    return;
  Builder builder(module);
  Type si64 = builder.getIntegerType(64, /*isSigned=*/true);
  for (auto function : module.getOps<func::FuncOp>())
    function->setAttr(torch::kOpset,
                      builder.getIntegerAttr(si64, opset.getInt()));
  module->removeAttr(OnnxOpsDialect::kOpsetAttr);
}

namespace {

struct ConvertOnnxToTorchOnnx
    : onnxops::impl::ConvertOnnxToTorchOnnxBase<ConvertOnnxToTorchOnnx> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!getContext().allowsUnregisteredDialects()) {
      module.emitError("expected a context that allows unregistered dialects, "
                       "as the dialect torch is one here");
      return signalPassFailure();
    }
    WalkResult walk = module.walk([](Operation *op) {
      if (!isOnnxOp(op))
        return WalkResult::advance();
      if (isNoValue(op))
        replaceOp(op, torch::kNone);
      else if (op->getName().stripDialect() == "Yield")
        replaceOp(op, torch::kTerminator);
      else
        return WalkResult(convertOperator(op));
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    exportOpset(module);
    // --convert-onnxops-to-onnx has written them as onnx-mlir does.
    importOnnxMlirTypes(module);
    exportTorchTypes(module);
  }
};

} // namespace
