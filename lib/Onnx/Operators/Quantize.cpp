//===- Quantize.cpp - rules of the quantizations --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions between floats and integers with a scale and a zero point.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

// The element type with the ONNX number of attribute `output_dtype`, or
// `absent` without it or for 0; null if it is not known.
static Type getOutputType(Operation *op, Type absent) {
  std::optional<int64_t> number = findInteger(op, "output_dtype", 0);
  if (!number)
    return Type();
  if (*number == 0)
    return absent;
  if (Type type = getElementTypeOfOnnx(*number, op->getContext()))
    return type;
  return getStoredElement(*number, op->getContext()).type;
}

// The result has the type of the zero point, which is unsigned by default.
static SmallVector<Type> inferQuantize(Operation *op, const InferenceMode &) {
  Type absent = IntegerType::get(op->getContext(), 8, IntegerType::Unsigned);
  if (getGivenOperand(op, 2))
    absent = getTensorType(op, 2).getElementType();
  Type element = getOutputType(op, absent);
  if (!element)
    return {};
  return {getTensorType(op, 0).clone(element)};
}

// The result has the type of the scale, unless that is a power of two.
static SmallVector<Type> inferDequantize(Operation *op, const InferenceMode &) {
  Type scale = getTensorType(op, 1).getElementType();
  Type element =
      getOutputType(op, isa<Float8E8M0FNUType>(scale) ? Type() : scale);
  if (!element)
    return {};
  return {getTensorType(op, 0).clone(element)};
}

// The scale and the zero point are results too.
static SmallVector<Type> inferDynamicQuantize(Operation *op,
                                              const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type byte = IntegerType::get(op->getContext(), 8, IntegerType::Unsigned);
  return takeTypes(op, {input.clone(byte),
                        RankedTensorType::get({}, input.getElementType()),
                        RankedTensorType::get({}, byte)});
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("DequantizeLinear", 10, 2, 3, inferDequantize),
    makeUnloweredVariadic("DynamicQuantizeLinear", 11, 1, 1,
                          inferDynamicQuantize),
    makeUnlowered("QuantizeLinear", 10, 2, 3, inferQuantize),
};

ArrayRef<OnnxOperator> mlir::onnxops::getQuantizeOperators() {
  return kOperators;
}
