//===- Operators.cpp - ONNX operators outside of the dialect --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Combines the tables of the files in Operators, and matches generic ops with
// their entries.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Onnx/Operators.h"

#include "OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const OnnxOperator *mlir::onnxops::findOnnxOperator(StringRef opType) {
  static const ArrayRef<OnnxOperator> tables[] = {
#define ONNXOPS_OPERATOR_FILE(NAME) get##NAME##Operators(),
#include "OperatorFiles.inc"
#undef ONNXOPS_OPERATOR_FILE
  };
  for (ArrayRef<OnnxOperator> table : tables)
    for (const OnnxOperator &known : table)
      if (known.opType == opType)
        return &known;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Generic ops
//===----------------------------------------------------------------------===//

bool mlir::onnxops::isOnnxOp(Operation *op) {
  return op->getName().getDialectNamespace() == "onnx";
}

bool mlir::onnxops::isNoValue(Operation *op) {
  return op->getName().getStringRef() == "onnx.NoValue" &&
         op->getNumOperands() == 0 && op->getNumResults() == 1 &&
         isa<NoneType>(op->getResult(0).getType());
}

bool mlir::onnxops::isReservedAttribute(StringRef attribute) {
  return attribute == kOnnxDomainAttr || attribute == kOnnxRegionsAttr ||
         attribute.starts_with("onnxops.");
}

DictionaryAttr mlir::onnxops::getAllAttributes(Operation *op) {
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  if (auto properties = dyn_cast_or_null<DictionaryAttr>(
          op->isRegistered() ? Attribute() : op->getPropertiesAsAttribute()))
    for (NamedAttribute property : properties)
      attributes.set(property.getName(), property.getValue());
  return attributes.getDictionary(op->getContext());
}

SmallVector<StringRef> mlir::onnxops::getRegionNames(Operation *op) {
  if (auto regions = op->getAttrOfType<ArrayAttr>(kOnnxRegionsAttr))
    return llvm::map_to_vector(regions, [](Attribute name) {
      auto string = dyn_cast<StringAttr>(name);
      return string ? string.strref() : StringRef();
    });
  const OnnxOperator *known =
      isOnnxOperator(op) ? findOnnxOperator(op->getName().stripDialect())
                         : nullptr;
  if (!known)
    return {};
  return SmallVector<StringRef>(known->graphs.begin(), known->graphs.end());
}

StringRef mlir::onnxops::getOnnxDomain(Operation *op) {
  auto domain = op->getAttrOfType<StringAttr>(kOnnxDomainAttr);
  return !domain || domain == "ai.onnx" ? StringRef() : domain.strref();
}

bool mlir::onnxops::isOnnxOperator(Operation *op) {
  if (!isOnnxOp(op))
    return false;
  // Auxiliary ops of the importer, not operators.
  StringRef name = op->getName().stripDialect();
  if (name == "NoValue" || name == "Yield")
    return false;
  // The opsets of other domains are unknown.
  return getOnnxDomain(op).empty();
}

std::optional<int64_t> mlir::onnxops::getIntegerValue(Attribute attribute) {
  auto integer = dyn_cast_or_null<IntegerAttr>(attribute);
  return integer ? std::optional(integer.getValue().getSExtValue())
                 : std::nullopt;
}

Value mlir::onnxops::getGivenOperand(Operation *op, unsigned index) {
  if (index >= op->getNumOperands() ||
      isa<NoneType>(op->getOperand(index).getType()))
    return {};
  return op->getOperand(index);
}

const OnnxOperator *mlir::onnxops::matchOnnxOperator(Operation *op) {
  if (!isOnnxOperator(op))
    return nullptr;
  const OnnxOperator *known = findOnnxOperator(op->getName().stripDialect());
  unsigned operands = op->getNumOperands(), results = op->getNumResults();
  if (!known || operands < known->minOperands ||
      operands > known->maxOperands || results == 0 ||
      (!known->isVariadic && results > 1))
    return nullptr;
  for (unsigned index = 0; index < known->minOperands; ++index)
    if (!getGivenOperand(op, index))
      return nullptr;
  // Nothing follows from an operand of unknown type.
  for (Type type : op->getOperandTypes())
    if (known->inferTypes && !isa<TensorType, NoneType>(type) &&
        !(known->takesContainers && isa<SequenceType, OptionalType>(type)))
      return nullptr;
  return known;
}

SmallVector<Type> mlir::onnxops::inferOnnxTypes(Operation *op,
                                                const InferenceMode &mode) {
  const OnnxOperator *known = matchOnnxOperator(op);
  if (!known || !known->inferTypes || mode.opset < known->firstOpset)
    return {};
  return known->inferTypes(op, mode);
}

FailureOr<SmallVector<Type>>
mlir::onnxops::refineTypes(ErrorEmitter emit, ArrayRef<Type> inferred,
                           ArrayRef<Type> declared) {
  for (auto [index, type] : llvm::enumerate(inferred))
    if (failed(verifyRank(emit, "result #" + Twine(index), type)))
      return failure();
  SmallVector<Type> types(inferred);
  // The node need not list all results.
  for (auto [index, declaredType] : llvm::enumerate(declared)) {
    if (!declaredType)
      continue;
    if (!areCompatibleTypes(declaredType, inferred[index]))
      return emitFailure(emit, "expected result #", index, " to have type ",
                         inferred[index], ", but it is declared as ",
                         declaredType);
    // The declared element types of sequences in models are not reliable.
    if (!isa<SequenceType, OptionalType>(declaredType))
      types[index] = meetTypes(inferred[index], declaredType);
  }
  return types;
}

int64_t mlir::onnxops::getOpset(Operation *module) {
  auto opset = module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr);
  return opset ? opset.getInt() : OnnxOpsDialect::kLatestOpset;
}

//===----------------------------------------------------------------------===//
// Known values
//===----------------------------------------------------------------------===//

namespace {

// Evaluates generic ops for the known values of the dialect.
struct OnnxValues : public KnownValuesInterface {
  using KnownValuesInterface::KnownValuesInterface;

  std::optional<KnownElements> read(OpResult value,
                                    ValueReader &reader) const override {
    const OnnxOperator *known = matchOnnxOperator(value.getOwner());
    if (!known || !known->readElements)
      return std::nullopt;
    return known->readElements(value.getOwner(), value.getResultNumber(),
                               reader);
  }
};

} // namespace

void mlir::onnxops::registerOnnxOperators(DialectRegistry &registry) {
  registry.insert<OnnxOpsDialect>();
  registry.addExtension(+[](MLIRContext *, OnnxOpsDialect *dialect) {
    dialect->addInterfaces<OnnxValues>();
  });
}
