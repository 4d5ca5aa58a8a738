//===- Functions.cpp - rules of Abs, Exp, Neg, Relu and others ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of single elements.
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

static constexpr OnnxOperator kOperators[] = {
    {"Abs", 6, 1, 1, inferSame, readAbs},   {"Exp", 6, 1, 1, inferSame},
    {"Neg", 6, 1, 1, inferSame, readNeg},   {"Reciprocal", 6, 1, 1, inferSame},
    {"Relu", 6, 1, 1, inferSame, readRelu}, {"Sigmoid", 6, 1, 1, inferSame},
    {"Sqrt", 6, 1, 1, inferSame},           {"Tanh", 6, 1, 1, inferSame},
};

ArrayRef<OnnxOperator> mlir::onnxops::getFunctionsOperators() {
  return kOperators;
}
