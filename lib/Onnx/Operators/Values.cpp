//===- Values.cpp - rules of Constant and Identity ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators without computation.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::onnxops;

ElementsAttr mlir::onnxops::getConstantValue(Operation *op) {
  Builder builder(op->getContext());
  if (auto value = op->getAttrOfType<ElementsAttr>("value"))
    return value;
  if (auto value = op->getAttrOfType<IntegerAttr>("value_int")) {
    // Signless, or signed as in onnx-mlir.
    if (!value.getType().isInteger(64))
      return {};
    return DenseElementsAttr::get(
        RankedTensorType::get({}, builder.getI64Type()), value.getValue());
  }
  if (auto value = op->getAttrOfType<FloatAttr>("value_float"))
    return DenseElementsAttr::get(RankedTensorType::get({}, value.getType()),
                                  {Attribute(value)});
  for (StringRef name : {"value_ints", "value_floats"})
    if (auto values = op->getAttrOfType<ArrayAttr>(name)) {
      Type element = name == "value_ints" ? Type(builder.getI64Type())
                                          : Type(builder.getF32Type());
      if (llvm::all_of(values, [&](Attribute value) {
            auto typed = dyn_cast<TypedAttr>(value);
            return typed && typed.getType() == element;
          }))
        return DenseElementsAttr::get(
            RankedTensorType::get(values.size(), element), values.getValue());
    }
  return {};
}

static SmallVector<Type> inferConstant(Operation *op, const InferenceMode &) {
  if (ElementsAttr value = getConstantValue(op))
    return {value.getType()};
  return {};
}

static std::optional<KnownElements> readConstant(Operation *op, unsigned,
                                                 ValueReader &) {
  ElementsAttr value = getConstantValue(op);
  return value ? ValueReader::readConstant(value) : std::nullopt;
}

static constexpr OnnxOperator kOperators[] = {
    {"Constant", 1, 0, 0, inferConstant, readConstant},
    {"Identity", 1, 1, 1, inferSame, readSame, /*isVariadic=*/false,
     /*graphs=*/{}, /*isLowered=*/true, /*takesContainers=*/true},
};

ArrayRef<OnnxOperator> mlir::onnxops::getValuesOperators() {
  return kOperators;
}
