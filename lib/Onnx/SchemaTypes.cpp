//===- SchemaTypes.cpp - types in the texts of schemas --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The texts are those of Schemas.def, which describes their syntax.
//
//===----------------------------------------------------------------------===//

#include "SchemaTypes.h"

#include "mlir/IR/Builders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

SmallVector<SchemaParameter>
mlir::onnxops::parseParameters(StringRef parameters) {
  SmallVector<SchemaParameter> parsed;
  for (StringRef text : llvm::split(parameters, ' ')) {
    if (text.empty())
      continue;
    SchemaParameter parameter;
    parameter.isHeterogeneous = text.consume_back("~");
    parameter.isVariadic = parameter.isHeterogeneous | text.consume_back("*");
    parameter.isOptional = text.consume_back("?");
    parameter.type = text;
    parsed.push_back(parameter);
  }
  return parsed;
}

const SchemaParameter *
mlir::onnxops::getParameter(ArrayRef<SchemaParameter> parameters,
                            unsigned index) {
  if (index < parameters.size())
    return &parameters[index];
  bool continues = !parameters.empty() && parameters.back().isVariadic;
  return continues ? &parameters.back() : nullptr;
}

StringRef mlir::onnxops::getConstraint(const OnnxSchema &schema,
                                       StringRef name) {
  for (StringRef constraint : llvm::split(schema.types, ' '))
    if (auto [left, right] = constraint.split('='); left == name)
      return right;
  return name;
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

// An integer type: "i8", or "u8" for an unsigned one.
static Type parseInteger(StringRef name, MLIRContext *context) {
  bool isUnsigned = name.consume_front("u");
  unsigned width = 0;
  if ((!isUnsigned && !name.consume_front("i")) || name.getAsInteger(10, width))
    return Type();
  return IntegerType::get(context, width,
                          isUnsigned ? IntegerType::Unsigned
                                     : IntegerType::Signless);
}

Type mlir::onnxops::parseElementType(StringRef name, MLIRContext *context) {
  Builder b(context);
  Type type = llvm::StringSwitch<Type>(name)
                  .Case("bool", b.getI1Type())
                  .Case("string", StringType::get(context))
                  .Case("f16", b.getF16Type())
                  .Case("bf16", b.getBF16Type())
                  .Case("f32", b.getF32Type())
                  .Case("f64", b.getF64Type())
                  .Case("c64", ComplexType::get(b.getF32Type()))
                  .Case("c128", ComplexType::get(b.getF64Type()))
                  .Case("f4e2m1", b.getType<Float4E2M1FNType>())
                  .Case("f8e8m0", b.getType<Float8E8M0FNUType>())
                  .Case("f8e4m3fn", b.getType<Float8E4M3FNType>())
                  .Case("f8e4m3fnuz", b.getType<Float8E4M3FNUZType>())
                  .Case("f8e5m2", b.getType<Float8E5M2Type>())
                  .Case("f8e5m2fnuz", b.getType<Float8E5M2FNUZType>())
                  .Default(Type());
  return type ? type : parseInteger(name, context);
}

// Whether a group of the header of Schemas.def contains the type.
static bool isInGroup(StringRef group, Type element) {
  if (group == "any")
    return element.isInteger(1) || isa<StringType, ComplexType>(element) ||
           isInGroup("int", element) || isInGroup("uint", element) ||
           isInGroup("float", element);
  if (group == "float")
    return isa<Float16Type, Float32Type, Float64Type>(element);
  if (group == "float8")
    return isa<Float8E4M3FNType, Float8E4M3FNUZType, Float8E5M2Type,
               Float8E5M2FNUZType>(element);
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.getWidth() < 8)
    return false;
  return integer.isUnsigned() ? group == "uint" : group == "int";
}

// `names` are element types and groups.
static bool acceptsElement(StringRef names, Type element) {
  for (StringRef name : llvm::split(names, '|'))
    if (isInGroup(name, element) ||
        parseElementType(name, element.getContext()) == element)
      return true;
  return false;
}

// Splits off the text before the next "|" outside of parentheses.
static StringRef takeAlternative(StringRef &constraint) {
  unsigned depth = 0;
  StringRef alternative = constraint.take_until([&](char c) {
    depth += (c == '(') - (c == ')');
    return c == '|' && depth == 0;
  });
  constraint = constraint.drop_front(
      std::min(alternative.size() + 1, constraint.size()));
  return alternative;
}

bool mlir::onnxops::acceptsType(StringRef constraint, Type type) {
  auto sequence = dyn_cast<SequenceType>(type);
  Type element = sequence ? sequence.getTensorType().getElementType()
                          : cast<TensorType>(type).getElementType();
  while (!constraint.empty()) {
    StringRef alternative = takeAlternative(constraint);
    if (alternative.consume_front("seq(") != (sequence != nullptr))
      continue;
    if (sequence)
      alternative = alternative.drop_back();
    if (acceptsElement(alternative, element))
      return true;
  }
  return false;
}
