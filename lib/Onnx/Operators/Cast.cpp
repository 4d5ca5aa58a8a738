//===- Cast.cpp - rules of Cast -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts elements to another type.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

Type mlir::onnxops::getCastType(Operation *op) {
  // In the syntax of onnx-mlir.
  if (auto type = op->getAttrOfType<TypeAttr>("to"))
    return type.getValue();
  std::optional<int64_t> to = getIntegerValue(op->getAttr("to"));
  return to ? getElementTypeOfOnnx(*to, op->getContext()) : Type();
}

static SmallVector<Type> inferCast(Operation *op, const InferenceMode &) {
  Type element = getCastType(op);
  if (!element)
    return {};
  TensorType input = getTensorType(op, 0);
  return {input.clone(element)};
}

// Returns `value` if the float type represents it exactly, none otherwise.
static std::optional<int64_t> roundTrip(FloatType type, int64_t value) {
  APFloat converted(type.getFloatSemantics());
  APInt bits(64, value, /*isSigned=*/true);
  if (converted.convertFromAPInt(bits, /*IsSigned=*/true,
                                 APFloat::rmNearestTiesToEven) != APFloat::opOK)
    return std::nullopt;
  return value;
}

// Conversions between integers wrap; to a boolean, all values except 0 are 1.
// Conversions from and to floats are evaluated only if they are exact.
static std::optional<KnownElements> readCast(Operation *op, unsigned,
                                             ValueReader &reader) {
  const KnownElements *source = reader.read(op->getOperand(0));
  Type from = getTensorType(op, 0).getElementType(), to = getCastType(op);
  if (!source || !to || !isa<IntegerType, FloatType>(from) ||
      !isa<IntegerType, FloatType>(to))
    return std::nullopt;
  auto convert = [&](int64_t value) -> std::optional<int64_t> {
    if (to.isInteger(1))
      return value != 0;
    // Neither has a value that does not fit into an i64.
    bool isLarge = value < 0 && from.isUnsignedInteger(64);
    if (auto type = dyn_cast<FloatType>(to))
      return isLarge ? std::nullopt : roundTrip(type, value);
    int64_t wrapped = wrapInteger(to, value);
    // The result for a float that is out of range is not inferred.
    if (isa<FloatType>(from) &&
        (wrapped != value || (value < 0 && to.isUnsignedInteger())))
      return std::nullopt;
    return wrapped;
  };
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = convert(*element);
  return elements;
}

static constexpr OnnxOperator kOperators[] = {
    {"Cast", 6, 1, 1, inferCast, readCast},
};

ArrayRef<OnnxOperator> mlir::onnxops::getCastOperators() { return kOperators; }
