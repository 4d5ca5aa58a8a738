//===- Schemas.cpp - versions of ONNX's operators -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks up versions, infers result types, and checks ops against a version.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Onnx/Schemas.h"

#include "SchemaTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

// Sorted by name and version.
static constexpr OnnxSchema kSchemas[] = {
#define ONNX_SCHEMA(OPERATOR, VERSION, INPUTS, OUTPUTS, TYPES, ATTRIBUTES)     \
  {OPERATOR, VERSION, INPUTS, OUTPUTS, TYPES, ATTRIBUTES},
#include "Schemas.def"
#undef ONNX_SCHEMA
};

ArrayRef<OnnxSchema> mlir::onnxops::getSchemas(StringRef domain,
                                               StringRef opType) {
  std::string name =
      domain.empty() ? opType.str() : (domain + ":" + opType).str();
  auto less = [](const OnnxSchema &schema, StringRef name) {
    return StringRef(schema.opType) < name;
  };
  const OnnxSchema *begin = llvm::lower_bound(kSchemas, name, less);
  const OnnxSchema *end = begin;
  while (end != std::end(kSchemas) && end->opType == name)
    ++end;
  return ArrayRef(begin, end);
}

const OnnxSchema *mlir::onnxops::findSchema(StringRef domain, StringRef opType,
                                            int64_t opset) {
  const OnnxSchema *found = nullptr;
  for (const OnnxSchema &schema : getSchemas(domain, opType))
    if (schema.version <= opset)
      found = &schema;
  return found && !found->isRemoval() ? found : nullptr;
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// The entry of an attribute: its name, then "!" or "=default"; none if the
// version does not have it.
static std::optional<StringRef> getEntry(const OnnxSchema &schema,
                                         StringRef attribute) {
  for (StringRef entry : llvm::split(schema.attributes, ' '))
    if (entry.take_until([](char c) { return c == '!' || c == '='; }) ==
        attribute)
      return entry;
  return std::nullopt;
}

bool mlir::onnxops::hasAttribute(const OnnxSchema &schema,
                                 StringRef attribute) {
  return getEntry(schema, attribute).has_value();
}

StringRef mlir::onnxops::getDefaultText(const OnnxSchema &schema,
                                        StringRef attribute) {
  return getEntry(schema, attribute).value_or("").split('=').second;
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

// The element type whose ONNX number is an attribute; null if the attribute is
// absent without a default, or 0, which stands for no type.
static Type getAttributeType(Operation *op, const OnnxSchema &schema,
                             StringRef attribute) {
  int64_t number = 0;
  if (auto given = op->getAttrOfType<IntegerAttr>(attribute))
    number = given.getValue().getSExtValue();
  else if (getDefaultText(schema, attribute).getAsInteger(10, number))
    return Type();
  return getElementTypeOfOnnx(number, op->getContext());
}

// The element type of a result that no operand determines.
static Type getElementType(Operation *op, const OnnxSchema &schema) {
  for (StringRef attribute : {"dtype", "to", "output_datatype", "output_dtype"})
    if (Type element = getAttributeType(op, schema, attribute))
      return element;
  // Without a zero point, the result is unsigned.
  if (schema.opType == "QuantizeLinear")
    return IntegerType::get(op->getContext(), 8, IntegerType::Unsigned);
  // EyeLike, Bernoulli, RandomNormalLike: by default the type of the operand.
  if (hasAttribute(schema, "dtype") && op->getNumOperands())
    if (auto tensor = dyn_cast<TensorType>(op->getOperand(0).getType()))
      return tensor.getElementType();
  return Type();
}

// The type without its rank; null if it is neither a tensor nor a sequence.
static Type getUnranked(Type type) {
  return isa<TensorType, SequenceType>(type)
             ? forgetShape(type, /*keepsRank=*/false)
             : Type();
}

// The type of an operand whose parameter has the same constraint.
static Type getOperandType(Operation *op, const OnnxSchema &schema,
                           StringRef constraint) {
  SmallVector<SchemaParameter> inputs = parseParameters(schema.inputs);
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    const SchemaParameter *input = getParameter(inputs, index);
    if (input && input->type == constraint && !input->isHeterogeneous)
      if (Type type = getUnranked(operand.getType()))
        return type;
  }
  return Type();
}

static Type inferResult(Operation *op, const OnnxSchema &schema,
                        const SchemaParameter &output) {
  if (output.isHeterogeneous)
    return Type();
  MLIRContext *context = op->getContext();
  StringRef name = output.type;
  if (name.consume_front("seq(")) {
    Type element = getOperandType(op, schema, name.drop_back());
    auto tensor = dyn_cast_or_null<UnrankedTensorType>(element);
    return tensor ? Type(SequenceType::get(tensor)) : Type();
  }
  StringRef constraint = getConstraint(schema, name);
  if (Type element = parseElementType(constraint, context))
    return UnrankedTensorType::get(element);
  if (Type type = getOperandType(op, schema, name))
    return type;
  Type element = getElementType(op, schema);
  if (element && acceptsType(constraint, UnrankedTensorType::get(element)))
    return UnrankedTensorType::get(element);
  return Type();
}

SmallVector<Type> mlir::onnxops::inferSchemaTypes(Operation *op,
                                                  const OnnxSchema &schema) {
  SmallVector<SchemaParameter> outputs = parseParameters(schema.outputs);
  SmallVector<Type> types;
  for (unsigned index = 0; index < op->getNumResults(); ++index) {
    const SchemaParameter *output = getParameter(outputs, index);
    types.push_back(output ? inferResult(op, schema, *output) : Type());
  }
  return types;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

bool mlir::onnxops::acceptsResult(const OnnxSchema &schema, unsigned index,
                                  Type type) {
  SmallVector<SchemaParameter> outputs = parseParameters(schema.outputs);
  const SchemaParameter *output = getParameter(outputs, index);
  Type shapeless = getUnranked(type);
  return output &&
         (!shapeless ||
          acceptsType(getConstraint(schema, output->type), shapeless));
}

namespace {
// Checks operands or results of one op, and that those of one constraint have
// the same type.
class TypeVerifier {
public:
  TypeVerifier(ErrorEmitter emit, const OnnxSchema &schema)
      : emit(emit), schema(schema) {}

  LogicalResult verify(StringRef what, StringRef parameters, ValueRange values);

private:
  LogicalResult verifyType(const Twine &what, const SchemaParameter &parameter,
                           Type type);

  ErrorEmitter emit;
  const OnnxSchema &schema;
  llvm::StringMap<Type> types; // by constraint
};
} // namespace

LogicalResult TypeVerifier::verifyType(const Twine &what,
                                       const SchemaParameter &parameter,
                                       Type type) {
  StringRef constraint = getConstraint(schema, parameter.type);
  Type shapeless = getUnranked(type);
  if (!shapeless)
    return success(); // absent, or of unknown type
  if (!acceptsType(constraint, shapeless))
    return emitFailure(emit, what, " cannot be of ", type, " at opset ",
                       schema.version);
  Type &known = types.try_emplace(parameter.type, shapeless).first->second;
  if (parameter.isHeterogeneous || known == shapeless)
    return success();
  return emitFailure(emit, what, " must be of ", known, " at opset ",
                     schema.version, ", but is of ", shapeless);
}

LogicalResult TypeVerifier::verify(StringRef what, StringRef parameters,
                                   ValueRange values) {
  SmallVector<SchemaParameter> known = parseParameters(parameters);
  for (auto [index, value] : llvm::enumerate(values)) {
    const SchemaParameter *parameter = getParameter(known, index);
    bool isAbsent = isa<NoneType>(value.getType());
    if (!parameter && !isAbsent)
      return emitFailure(emit, "there is no ", what, " #", index, " at opset ",
                         schema.version);
    if (parameter && failed(verifyType(what + " #" + Twine(index), *parameter,
                                       value.getType())))
      return failure();
  }
  for (auto [index, parameter] : llvm::enumerate(known)) {
    bool isGiven =
        index < values.size() && !isa<NoneType>(values[index].getType());
    // Any result may be left out.
    if (!isGiven && what == "operand" && !parameter.isOptional &&
        !parameter.isVariadic)
      return emitFailure(emit, what, " #", index, " is required at opset ",
                         schema.version);
  }
  return success();
}

static LogicalResult verifyAttributes(ErrorEmitter emit, Operation *op,
                                      const OnnxSchema &schema) {
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    StringRef name = attribute.getName();
    bool isMetadata = isReservedAttribute(name) || name == kOnnxNodeNameAttr;
    if (!isMetadata && !hasAttribute(schema, name))
      return emitFailure(emit, "there is no attribute '", name, "' at opset ",
                         schema.version);
  }
  SmallVector<StringRef> regions = getRegionNames(op);
  for (StringRef entry : llvm::split(schema.attributes, ' ')) {
    StringRef name = entry;
    if (name.consume_back("!") && !op->hasAttr(name) &&
        !llvm::is_contained(regions, name))
      return emitFailure(emit, "attribute '", name, "' is required at opset ",
                         schema.version);
  }
  return success();
}

LogicalResult mlir::onnxops::verifySchema(ErrorEmitter emit, Operation *op,
                                          const OnnxSchema &schema) {
  TypeVerifier types(emit, schema);
  if (failed(types.verify("operand", schema.inputs, op->getOperands())) ||
      failed(types.verify("result", schema.outputs, op->getResults())))
    return failure();
  return verifyAttributes(emit, op, schema);
}
