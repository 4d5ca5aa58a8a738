//===- ConstantOfShape.cpp - rules of ConstantOfShape ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills a tensor, whose sizes are an operand, with one value.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

Type mlir::onnxops::getFillType(Operation *op) {
  if (Attribute value = op->getAttr("value")) {
    auto elements = dyn_cast<ElementsAttr>(value);
    return elements ? elements.getElementType() : Type();
  }
  return Float32Type::get(op->getContext());
}

static SmallVector<Type> inferConstantOfShape(Operation *op,
                                              const InferenceMode &) {
  Type element = getFillType(op);
  if (!element)
    return {};
  ValueReader reader;
  const KnownElements *sizes = reader.read(op->getOperand(0));
  if (!sizes)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (std::optional<int64_t> size : *sizes)
    shape.push_back(size && *size >= 0 ? *size : ShapedType::kDynamic);
  return {RankedTensorType::get(shape, element)};
}

static std::optional<KnownElements> readConstantOfShape(Operation *op, unsigned,
                                                        ValueReader &reader) {
  const KnownElements *sizes = reader.read(op->getOperand(0));
  std::optional<int64_t> fill = 0;
  if (auto value = op->getAttrOfType<ElementsAttr>("value")) {
    std::optional<KnownElements> elements = ValueReader::readConstant(value);
    if (!elements || elements->size() != 1)
      return std::nullopt;
    fill = elements->front();
  }
  std::optional<int64_t> count = sizes ? countElements(*sizes) : std::nullopt;
  if (!count)
    return std::nullopt;
  return KnownElements(*count, fill);
}

static constexpr OnnxOperator kOperators[] = {
    {"ConstantOfShape", 9, 1, 1, inferConstantOfShape, readConstantOfShape},
};

ArrayRef<OnnxOperator> mlir::onnxops::getConstantOfShapeOperators() {
  return kOperators;
}
