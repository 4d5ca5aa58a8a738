//===- OnnxMlirSyntax.cpp - operators in the syntax of onnx-mlir ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One function for each difference to the syntax of the importers.
//
//===----------------------------------------------------------------------===//

#include "OnnxMlirSyntax.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// Newer releases print operator attributes as properties.
static void moveProperties(Operation *op) {
  auto properties =
      dyn_cast_or_null<DictionaryAttr>(op->getPropertiesAsAttribute());
  if (!properties)
    return;
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  for (NamedAttribute property : properties)
    attributes.set(property.getName(), property.getValue());
  (void)op->setPropertiesFromAttribute(Attribute(), /*emitError=*/nullptr);
  op->setDiscardableAttrs(attributes.getDictionary(op->getContext()));
}

// The target of a Cast is a type in onnx-mlir, a number in ONNX.
static void normalizeCast(Operation *op) {
  auto type = op->getAttrOfType<TypeAttr>("to");
  if (!type)
    return;
  if (std::optional<int64_t> number = getOnnxOfElementType(type.getValue()))
    op->setAttr("to", Builder(op->getContext()).getI64IntegerAttr(*number));
}

// Dim(x) {axis = n} is Shape(x) {start = n, end = n + 1}.
static void normalizeDim(Operation *op) {
  std::optional<int64_t> dim = getIntegerValue(op->getAttr("axis"));
  if (!dim || op->getNumOperands() != 1 || op->getNumResults() != 1)
    return; // not a known operator
  OpBuilder builder(op);
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  attributes.erase("axis");
  attributes.set("start", builder.getI64IntegerAttr(*dim));
  attributes.set("end", builder.getI64IntegerAttr(*dim + 1));
  OperationState state(op->getLoc(), "onnx.Shape", op->getOperands(),
                       op->getResultTypes(), attributes.getAttrs());
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
}

// onnx-mlir's return op may have more precise types than its function declares.
static LogicalResult normalizeReturn(Operation *op) {
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  if (!function)
    return op->emitOpError("expected to end a function");
  ArrayRef<Type> types = function.getResultTypes();
  if (types.size() != op->getNumOperands())
    return op->emitOpError("expected ")
           << types.size() << " operands, as the function has results, but got "
           << op->getNumOperands();
  OpBuilder builder(op);
  SmallVector<Value> values;
  for (auto [index, value] : llvm::enumerate(op->getOperands())) {
    Type type = types[index];
    if (value.getType() != type && !areCompatibleTypes(type, value.getType()))
      return op->emitOpError("expected operand #")
             << index << " to have type " << type
             << ", as the function's result, but got " << value.getType();
    values.push_back(buildCast(builder, op->getLoc(), value, type));
  }
  func::ReturnOp::create(builder, op->getLoc(), values);
  op->erase();
  return success();
}

static LogicalResult normalizeOp(Operation *op) {
  moveProperties(op);
  op->removeAttr(kOnnxNodeNameAttr);
  StringRef name = op->getName().stripDialect();
  // The function that it references is an entry since it is public.
  if (name == "EntryPoint")
    op->erase();
  else if (name == "Return")
    return normalizeReturn(op);
  else if (name == "Cast")
    normalizeCast(op);
  else if (name == "Dim")
    normalizeDim(op);
  return success();
}

LogicalResult mlir::onnxops::normalizeSyntax(ModuleOp module) {
  // There is no conversion back after this pass, and node names would prevent
  // CSE of identical ops.
  module->removeAttr(metadata::kPropertiesAttr);
  WalkResult walk = module.walk([&](Operation *op) {
    if (isa_and_nonnull<OnnxOpsDialect>(op->getDialect())) {
      op->removeDiscardableAttr(kOnnxNodeNameAttr);
      op->removeDiscardableAttr(metadata::kAbsentAttr);
    }
    return WalkResult(isOnnxOp(op) && getOnnxDomain(op).empty()
                          ? normalizeOp(op)
                          : success());
  });
  return failure(walk.wasInterrupted());
}
