//===- ConvertOnnxToOnnxOps.cpp - convert from onnx-mlir's dialect --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts ops that onnx-mlir prints in generic form to ops of the dialect. The
// dialect onnx is not registered, so this is the only verifier of its ops: it
// reports violations of the new op's constraints as errors of the original op.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"
#include "Operators.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/OnnxMlirTypes.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXTOONNXOPS
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Converts one op.
class OnnxToOnnxOpsConverter {
public:
  OnnxToOnnxOpsConverter(Operation *op, RegisteredOperationName name)
      : op(op), state(op->getLoc(), name) {}

  /// Replaces the op by one of the dialect, or emits an error and fails.
  LogicalResult run();

private:
  LogicalResult checkForm();
  LogicalResult addOperand(const OperandInfo &info, Value operand);
  LogicalResult addOperands();
  LogicalResult addOwnAttribute(StringAttr name, Attribute value);
  LogicalResult addAttributes();
  void recordAbsent(Operation *built);
  LogicalResult verify(Operation *built);

  Operation *op;
  OperationState state;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

LogicalResult OnnxToOnnxOpsConverter::checkForm() {
  if (op->getNumResults() != 1)
    return op->emitOpError("expected 1 result, but got ")
           << op->getNumResults();
  if (op->getNumRegions() != 0 || op->getNumSuccessors() != 0)
    return op->emitOpError("expected no region and no successor");
  return success();
}

LogicalResult OnnxToOnnxOpsConverter::addOperand(const OperandInfo &info,
                                                 Value operand) {
  if (isa<NoneType>(operand.getType())) {
    if (info.arity != OperandInfo::Optional)
      return op->emitOpError("expected operand '")
             << info.name << "', but got none";
    // The inverse conversion can only restore onnx.NoValue.
    Operation *made = operand.getDefiningOp();
    if (!made || !isNoValue(made))
      return op->emitOpError("expected an operand '")
             << info.name << "' that is not given to be onnx.NoValue";
    return success();
  }
  bool isSequence = isa<SequenceType>(operand.getType());
  if (isSequence != info.isSequence ||
      (!isSequence && !isa<TensorType>(operand.getType())))
    return op->emitOpError("expected operand '")
           << info.name << "' to be a "
           << (info.isSequence ? "sequence of tensors" : "tensor")
           << ", but got " << operand.getType();
  state.addOperands(operand);
  return success();
}

LogicalResult OnnxToOnnxOpsConverter::addOperands() {
  ArrayRef<OperandInfo> infos =
      state.name.getInterface<VersionedOpInterface>()->getOperandInfos();
  bool isVariadic =
      !infos.empty() && infos.back().arity == OperandInfo::Variadic;
  if (!isVariadic && op->getNumOperands() != infos.size()) {
    auto names = llvm::map_range(
        infos, [](const OperandInfo &info) { return info.name.str(); });
    return op->emitOpError("expected ")
           << infos.size() << (infos.size() == 1 ? " operand" : " operands")
           << (infos.empty() ? "" : " (" + llvm::join(names, ", ") + ")")
           << ", but got " << op->getNumOperands();
  }
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (failed(addOperand(isVariadic ? infos.back() : infos[index], operand)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// All operator attributes are integers, of type si64 in onnx-mlir.
LogicalResult OnnxToOnnxOpsConverter::addOwnAttribute(StringAttr name,
                                                      Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer || !integer.getType().isSignedInteger(64))
    return op->emitOpError("expected attribute '")
           << name.strref() << "' to be an si64, but got " << value;
  state.addAttribute(
      name, Builder(op->getContext()).getI64IntegerAttr(integer.getSInt()));
  return success();
}

LogicalResult OnnxToOnnxOpsConverter::addAttributes() {
  ArrayRef<StringAttr> own = state.name.getAttributeNames();
  for (NamedAttribute attribute : getAllAttributes(op)) {
    StringAttr name = attribute.getName();
    if (llvm::is_contained(own, name)) {
      if (failed(addOwnAttribute(name, attribute.getValue())))
        return failure();
      continue;
    }
    // Attributes with a prefix are not attributes of the operator.
    if (name != kOnnxNodeNameAttr && !name.strref().contains('.'))
      return op->emitOpError("has no attribute '") << name.strref() << "'";
    if (name == kOnnxNodeNameAttr && !isa<StringAttr>(attribute.getValue()))
      return op->emitOpError("expected attribute '")
             << name.strref() << "' to be a string, but got "
             << attribute.getValue();
    state.addAttribute(name, attribute.getValue());
  }
  return success();
}

// Records the attributes that the op omits.
void OnnxToOnnxOpsConverter::recordAbsent(Operation *built) {
  DictionaryAttr given = getAllAttributes(op);
  NamedAttrList absent;
  for (StringAttr name : state.name.getAttributeNames())
    if (!given.get(name))
      absent.set(name, *built->getInherentAttr(name));
  if (!absent.empty())
    built->setAttr(metadata::kAbsentAttr,
                   absent.getDictionary(op->getContext()));
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

// Reports violations of the new op's constraints under the name of the original
// op, at its location.
LogicalResult OnnxToOnnxOpsConverter::verify(Operation *built) {
  std::string message;
  {
    ThreadDiagnosticHandler handler(op->getContext(),
                                    [&](Diagnostic &diagnostic) {
                                      if (message.empty())
                                        message = diagnostic.str();
                                    });
    if (succeeded(built->getName().verifyInvariants(built)))
      return success();
  }
  StringRef text = message;
  text.consume_front(("'" + built->getName().getStringRef() + "' op ").str());
  return op->emitOpError(text);
}

LogicalResult OnnxToOnnxOpsConverter::run() {
  if (failed(checkForm()) || failed(addOperands()) || failed(addAttributes()))
    return failure();
  state.addTypes(op->getResultTypes());
  OpBuilder builder(op);
  Operation *built = builder.create(state);
  if (failed(verify(built))) {
    built->erase();
    return failure();
  }
  recordAbsent(built);
  op->replaceAllUsesWith(built);
  op->erase();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ConvertOnnxToOnnxOps
    : onnxops::impl::ConvertOnnxToOnnxOpsBase<ConvertOnnxToOnnxOps> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    importOnnxMlirTypes(module);
    importMetadata(module);
    bool hasProperties = false;
    OperatorVersions versions(module);
    WalkResult walk = module.walk([&](Operation *op) {
      std::optional<RegisteredOperationName> name = versions.findOnnxOps(op);
      // What is computed from a value of unknown type stays generic.
      if (!name || llvm::any_of(op->getOperandTypes(), llvm::IsaPred<AnyType>))
        return WalkResult::advance();
      hasProperties |= static_cast<bool>(op->getPropertiesAsAttribute());
      return WalkResult(OnnxToOnnxOpsConverter(op, *name).run());
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    if (hasProperties)
      module->setAttr(metadata::kPropertiesAttr, UnitAttr::get(&getContext()));
  }
};

} // namespace
