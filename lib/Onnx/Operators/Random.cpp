//===- Random.cpp - rules of RandomNormal, EyeLike and others -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors of constant or random elements, whose type may be an attribute.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

// The type with the ONNX number of attribute `dtype`; null if it is not known.
static Type getDtype(Operation *op, Type absent) {
  Attribute dtype = op->getAttr("dtype");
  if (!dtype)
    return absent;
  if (auto type = dyn_cast<TypeAttr>(dtype)) // In the syntax of onnx-mlir.
    return type.getValue();
  std::optional<int64_t> number = getIntegerValue(dtype);
  return number ? getElementTypeOfOnnx(*number, op->getContext()) : Type();
}

static SmallVector<Type> inferLike(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = getDtype(op, input.getElementType());
  if (!element || !TensorType::isValidElementType(element))
    return {};
  return {input.clone(element)};
}

static SmallVector<Type> inferRandom(Operation *op, const InferenceMode &) {
  Type element = getDtype(op, Float32Type::get(op->getContext()));
  if (!element || !TensorType::isValidElementType(element))
    return {};
  auto list = op->getAttrOfType<ArrayAttr>("shape");
  if (!list)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (Attribute size : list) {
    int64_t value = getIntegerValue(size).value_or(ShapedType::kDynamic);
    shape.push_back(value < 0 ? ShapedType::kDynamic : value);
  }
  return {RankedTensorType::get(shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Bernoulli", 15, 1, 1, inferLike),
    makeUnlowered("EyeLike", 9, 1, 1, inferLike),
    makeUnlowered("RandomNormal", 1, 0, 0, inferRandom),
    makeUnlowered("RandomNormalLike", 1, 1, 1, inferLike),
    makeUnlowered("RandomUniform", 1, 0, 0, inferRandom),
    makeUnlowered("RandomUniformLike", 1, 1, 1, inferLike),
};

ArrayRef<OnnxOperator> mlir::onnxops::getRandomOperators() {
  return kOperators;
}
