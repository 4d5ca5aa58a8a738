//===- DialectAttributes.cpp - the rules of the importers' notes ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifies the discardable attributes that importers leave at arguments,
// results and the module. They hold before and after types change: where
// onnxops.type says what a value was, the others are about that.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult verifyDims(ErrorEmitter emit, Attribute value, Type type) {
  auto dims = dyn_cast<ArrayAttr>(value);
  if (!dims || !llvm::all_of(dims, llvm::IsaPred<StringAttr>))
    return emitFailure(emit, "expected ", OnnxOpsDialect::kDimsAttr,
                       " to be an array of strings, but got ", value);
  if (isa<SequenceType>(type))
    return emitFailure(emit, "expected ", OnnxOpsDialect::kDimsAttr,
                       " at a tensor, but got ", type);
  auto shaped = dyn_cast<ShapedType>(type);
  if (shaped && shaped.hasRank() &&
      shaped.getRank() != static_cast<int64_t>(dims.size()))
    return emitFailure(emit, "expected ", OnnxOpsDialect::kDimsAttr,
                       " to have ", shaped.getRank(),
                       " strings, one for each dimension, but got ",
                       dims.size());
  return success();
}

static LogicalResult verifyDefault(ErrorEmitter emit, Attribute value,
                                   Type type) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements)
    return emitFailure(emit, "expected ", OnnxOpsDialect::kDefaultAttr,
                       " to be elements of a tensor, but got ", value);
  if (isa<TensorType, SequenceType>(type) &&
      !areCompatibleTypes(type, elements.getType()))
    return emitFailure(emit, "expected ", OnnxOpsDialect::kDefaultAttr,
                       " to have type ", type, ", but got ",
                       elements.getType());
  return success();
}

// Verifies an attribute of an argument or a result of type `type`.
static LogicalResult verifyValueAttribute(ErrorEmitter emit,
                                          NamedAttribute attribute, Type type) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  if (name == OnnxOpsDialect::kNameAttr && !isa<StringAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a string, but got ",
                       value);
  if (name == OnnxOpsDialect::kTypeAttr && !isa<TypeAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a type, but got ",
                       value);
  if (name == OnnxOpsDialect::kDimsAttr)
    return verifyDims(emit, value, type);
  if (name == OnnxOpsDialect::kDefaultAttr)
    return verifyDefault(emit, value, type);
  return success();
}

// The type that a value had before it became one of storage.
static Type getOriginalType(DictionaryAttr notes, Type type) {
  auto original =
      notes ? notes.getAs<TypeAttr>(OnnxOpsDialect::kTypeAttr) : TypeAttr();
  return original ? original.getValue() : type;
}

LogicalResult OnnxOpsDialect::verifyRegionArgAttribute(
    Operation *op, unsigned, unsigned argument, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto emit = [&] { return op->emitError("argument ") << argument << ": "; };
  return verifyValueAttribute(
      emit, attribute,
      getOriginalType(function.getArgAttrDict(argument),
                      function.getArgumentTypes()[argument]));
}

LogicalResult OnnxOpsDialect::verifyRegionResultAttribute(
    Operation *op, unsigned, unsigned result, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  auto emit = [&] { return op->emitError("result ") << result << ": "; };
  if (attribute.getName() == kDefaultAttr)
    return emitFailure(emit, "expected ", kDefaultAttr, " at an argument");
  return verifyValueAttribute(
      emit, attribute,
      getOriginalType(function.getResultAttrDict(result),
                      function.getResultTypes()[result]));
}

LogicalResult
OnnxOpsDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  if (attribute.getName() != kOpsetAttr)
    return success();
  if (!isa<ModuleOp>(op))
    return op->emitError("expected ") << kOpsetAttr << " at a module";
  auto opset = dyn_cast<IntegerAttr>(attribute.getValue());
  if (!opset || !opset.getType().isInteger(64) || opset.getInt() < 1)
    return op->emitError("expected ")
           << kOpsetAttr << " to be an i64 of 1 or more, but got "
           << attribute.getValue();
  return success();
}
