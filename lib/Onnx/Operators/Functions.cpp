//===- Functions.cpp - rules of Abs, Exp, Neg, Relu and others ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of single elements, and others that keep the type: a further
// operand of PRelu, CumSum or Trilu is a parameter.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;

static std::optional<int64_t> negate(Type type, int64_t value) {
  return computeInteger(IntegerOperator::Sub, type, 0, value);
}

// Applies `compute` to each known integer.
static std::optional<KnownElements>
mapIntegers(Operation *op, ValueReader &reader,
            llvm::function_ref<std::optional<int64_t>(Type, int64_t)> compute) {
  const KnownElements *source = reader.read(op->getOperand(0));
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (!source || !isa<IntegerType>(type))
    return std::nullopt;
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = compute(type, *element);
  return elements;
}

static std::optional<KnownElements> readNeg(Operation *op, unsigned,
                                            ValueReader &reader) {
  return mapIntegers(op, reader, negate);
}

static std::optional<KnownElements> readAbs(Operation *op, unsigned,
                                            ValueReader &reader) {
  return mapIntegers(op, reader, [](Type type, int64_t value) {
    // A large unsigned integer has a negative representation here.
    return value < 0 && !type.isUnsignedInteger() ? negate(type, value) : value;
  });
}

static std::optional<KnownElements> readRelu(Operation *op, unsigned,
                                             ValueReader &reader) {
  return mapIntegers(op, reader, [](Type, int64_t value) {
    return std::max<int64_t>(value, 0);
  });
}

static SmallVector<Type> inferPredicate(Operation *op, const InferenceMode &) {
  return {getTensorType(op, 0).clone(IntegerType::get(op->getContext(), 1))};
}

static constexpr OnnxOperator kOperators[] = {
    {"Abs", 6, 1, 1, inferSame, readAbs},
    {"Exp", 6, 1, 1, inferSame},
    {"Neg", 6, 1, 1, inferSame, readNeg},
    {"Reciprocal", 6, 1, 1, inferSame},
    {"Relu", 6, 1, 1, inferSame, readRelu},
    {"Sigmoid", 6, 1, 1, inferSame},
    {"Sqrt", 6, 1, 1, inferSame},
    {"Tanh", 6, 1, 1, inferSame},
    // Kept, not lowered.
    makeUnlowered("Acos", 7, 1, 1, inferSame),
    makeUnlowered("Acosh", 9, 1, 1, inferSame),
    makeUnlowered("Affine", 1, 1, 1, inferSame),
    makeUnlowered("Asin", 7, 1, 1, inferSame),
    makeUnlowered("Asinh", 9, 1, 1, inferSame),
    makeUnlowered("Atan", 7, 1, 1, inferSame),
    makeUnlowered("Atanh", 9, 1, 1, inferSame),
    makeUnlowered("BitwiseNot", 18, 1, 1, inferSame),
    makeUnlowered("Ceil", 1, 1, 1, inferSame),
    makeUnlowered("Celu", 12, 1, 1, inferSame),
    makeUnlowered("Cos", 7, 1, 1, inferSame),
    makeUnlowered("Cosh", 9, 1, 1, inferSame),
    makeUnlowered("CumProd", 26, 2, 2, inferSame),
    makeUnlowered("CumSum", 11, 2, 2, inferSame),
    makeUnlowered("Elu", 1, 1, 1, inferSame),
    makeUnlowered("Erf", 9, 1, 1, inferSame),
    makeUnlowered("Floor", 1, 1, 1, inferSame),
    makeUnlowered("Gelu", 20, 1, 1, inferSame),
    makeUnlowered("HardSigmoid", 1, 1, 1, inferSame),
    makeUnlowered("HardSwish", 14, 1, 1, inferSame),
    makeUnlowered("ImageScaler", 1, 1, 1, inferSame),
    makeUnlowered("IsInf", 10, 1, 1, inferPredicate),
    makeUnlowered("IsNaN", 9, 1, 1, inferPredicate),
    makeUnlowered("LeakyRelu", 1, 1, 1, inferSame),
    makeUnlowered("Log", 1, 1, 1, inferSame),
    makeUnlowered("Mish", 18, 1, 1, inferSame),
    makeUnlowered("PRelu", 1, 2, 2, inferSame),
    makeUnlowered("ParametricSoftplus", 1, 1, 1, inferSame),
    makeUnlowered("Round", 11, 1, 1, inferSame),
    makeUnlowered("Scale", 1, 1, 1, inferSame),
    makeUnlowered("ScaledTanh", 1, 1, 1, inferSame),
    makeUnlowered("Selu", 1, 1, 1, inferSame),
    makeUnlowered("Shrink", 9, 1, 1, inferSame),
    makeUnlowered("Sign", 9, 1, 1, inferSame),
    makeUnlowered("Sin", 7, 1, 1, inferSame),
    makeUnlowered("Sinh", 9, 1, 1, inferSame),
    makeUnlowered("Softplus", 1, 1, 1, inferSame),
    makeUnlowered("Softsign", 1, 1, 1, inferSame),
    makeUnlowered("Swish", 24, 1, 1, inferSame),
    makeUnlowered("Tan", 7, 1, 1, inferSame),
    makeUnlowered("ThresholdedRelu", 1, 1, 1, inferSame),
    makeUnlowered("Trilu", 14, 1, 2, inferSame),
};

ArrayRef<OnnxOperator> mlir::onnxops::getFunctionsOperators() {
  return kOperators;
}
