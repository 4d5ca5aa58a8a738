//===- DialectAttributes.cpp - rules of discardable attributes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifies the discardable attributes that importers set on arguments, results
// and the module, before and after conversion to storage types: if there is an
// onnxops.type, the other attributes are verified against that type.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

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

static bool isShard(Attribute value, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return false;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return integer.getType().isSignlessInteger(64) && integer.getInt() >= 0 &&
           integer.getInt() < tensor.getRank();
  auto dimensions = dyn_cast<DenseI64ArrayAttr>(value);
  if (!dimensions)
    return false;
  llvm::SmallDenseSet<int64_t> sharded;
  return llvm::all_of(dimensions.asArrayRef(), [&](int64_t dimension) {
    return dimension == -1 || (dimension >= 0 && dimension < tensor.getRank() &&
                               sharded.insert(dimension).second);
  });
}

static LogicalResult verifyShard(ErrorEmitter emit, Attribute value,
                                 Type type) {
  if (isShard(value, type))
    return success();
  return emitFailure(emit, "expected ", OnnxOpsDialect::kShardAttr,
                     " to be an i64, a dimension of ", type,
                     ", or an array of these or -1 for each axis of a grid, "
                     "but got ",
                     value);
}

// Verifies an attribute of an argument or a result of type `type`.
static LogicalResult verifyValueAttribute(ErrorEmitter emit,
                                          NamedAttribute attribute, Type type) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  bool isText = name == OnnxOpsDialect::kNameAttr ||
                name == metadata::kDocAttr || name == metadata::kTypeProtoAttr;
  if (isText && !isa<StringAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a string, but got ",
                       value);
  bool isType =
      name == OnnxOpsDialect::kTypeAttr || name == metadata::kDeclaredAttr;
  if (isType && !isa<TypeAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a type, but got ",
                       value);
  if (name == OnnxOpsDialect::kDimsAttr)
    return verifyDims(emit, value, type);
  if (name == OnnxOpsDialect::kShardAttr)
    return verifyShard(emit, value, type);
  if (name == OnnxOpsDialect::kDefaultAttr)
    return verifyDefault(emit, value, type);
  return success();
}

// The type of a value before conversion to a storage type.
static Type getOriginalType(DictionaryAttr attributes, Type type) {
  auto original = attributes
                      ? attributes.getAs<TypeAttr>(OnnxOpsDialect::kTypeAttr)
                      : TypeAttr();
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

//===----------------------------------------------------------------------===//
// The module and ops
//===----------------------------------------------------------------------===//

static bool isI64(Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger(64);
}

static LogicalResult verifyOpset(ErrorEmitter emit, Attribute value) {
  if (isI64(value) && cast<IntegerAttr>(value).getInt() >= 1)
    return success();
  return emitFailure(emit, "expected ", OnnxOpsDialect::kOpsetAttr,
                     " to be an i64 of 1 or more, but got ", value);
}

static LogicalResult verifyRanks(ErrorEmitter emit, Operation *op,
                                 Attribute value) {
  if (!isa<FunctionOpInterface>(op))
    return emitFailure(emit, "expected ", OnnxOpsDialect::kRanksAttr,
                       " at a function");
  if (isI64(value) && cast<IntegerAttr>(value).getInt() >= 1)
    return success();
  return emitFailure(emit, "expected ", OnnxOpsDialect::kRanksAttr,
                     " to be an i64 of 1 or more, but got ", value);
}

static LogicalResult verifyDomains(ErrorEmitter emit, Attribute value) {
  auto domains = dyn_cast<DictionaryAttr>(value);
  if (!domains)
    return emitFailure(emit, "expected ", metadata::kDomainsAttr,
                       " to be a dictionary, but got ", value);
  for (NamedAttribute domain : domains) {
    if (!isI64(domain.getValue()))
      return emitFailure(emit, "expected ", metadata::kDomainsAttr, " of '",
                         domain.getName().strref(), "' to be an i64, but got ",
                         domain.getValue());
    if (domain.getName() == "ai.onnx")
      return emitFailure(emit, "expected ", OnnxOpsDialect::kOpsetAttr,
                         " to hold the opset of 'ai.onnx', but got it in ",
                         metadata::kDomainsAttr);
  }
  return success();
}

// Whether a value is an array of pairs of strings.
static bool isMetadata(Attribute value) {
  auto entries = dyn_cast<ArrayAttr>(value);
  return entries && llvm::all_of(entries, [](Attribute entry) {
           auto pair = dyn_cast<ArrayAttr>(entry);
           return pair && pair.size() == 2 &&
                  llvm::all_of(pair, llvm::IsaPred<StringAttr>);
         });
}

static bool isStrings(Attribute value) {
  auto entries = dyn_cast<ArrayAttr>(value);
  return entries && llvm::all_of(entries, llvm::IsaPred<StringAttr>);
}

static LogicalResult verifyModel(ErrorEmitter emit, Attribute value) {
  auto entries = dyn_cast<DictionaryAttr>(value);
  if (!entries)
    return emitFailure(emit, "expected ", metadata::kModelAttr,
                       " to be a dictionary, but got ", value);
  for (NamedAttribute entry : entries) {
    StringRef name = entry.getName();
    StringRef expected = "a string";
    bool isRight = isa<StringAttr>(entry.getValue());
    if (name == metadata::kVersion || name == metadata::kIRVersion) {
      expected = "an i64";
      isRight = isI64(entry.getValue());
    } else if (name == metadata::kMetadata) {
      expected = "pairs of strings";
      isRight = isMetadata(entry.getValue());
    } else if (name == metadata::kFunctions || name == metadata::kCalls) {
      expected = "strings";
      isRight = isStrings(entry.getValue());
    } else if (name == metadata::kExternalData) {
      expected = "a unit";
      isRight = isa<UnitAttr>(entry.getValue());
    } else if (!llvm::is_contained({metadata::kDomain, metadata::kGraph,
                                    metadata::kProducer,
                                    metadata::kProducerVersion},
                                   name)) {
      return emitFailure(emit, metadata::kModelAttr, " has no entry '", name,
                         "'");
    }
    if (!isRight)
      return emitFailure(emit, "expected ", metadata::kModelAttr, " to have ",
                         expected, " as '", name, "', but got ",
                         entry.getValue());
  }
  return success();
}

LogicalResult
OnnxOpsDialect::verifyOperationAttribute(Operation *op,
                                         NamedAttribute attribute) {
  StringRef name = attribute.getName();
  Attribute value = attribute.getValue();
  auto emit = [&] { return op->emitError(); };
  if (name == metadata::kDocAttr && !isa<StringAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a string, but got ",
                       value);
  if (name == metadata::kAbsentAttr && !isa<DictionaryAttr>(value))
    return emitFailure(emit, "expected ", name, " to be a dictionary, but got ",
                       value);
  if (name == kRanksAttr)
    return verifyRanks(emit, op, value);
  if (!llvm::is_contained({kOpsetAttr, metadata::kDomainsAttr,
                           metadata::kModelAttr, metadata::kPropertiesAttr},
                          name))
    return success();
  if (!isa<ModuleOp>(op))
    return emitFailure(emit, "expected ", name, " at a module");
  if (name == metadata::kPropertiesAttr)
    return isa<UnitAttr>(value) ? success()
                                : emitFailure(emit, "expected ", name,
                                              " to be a unit, but got ", value);
  if (name == metadata::kDomainsAttr)
    return verifyDomains(emit, value);
  return name == metadata::kModelAttr ? verifyModel(emit, value)
                                      : verifyOpset(emit, value);
}
