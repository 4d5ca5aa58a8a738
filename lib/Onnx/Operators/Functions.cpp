//===- Functions.cpp - rules of Abs, Exp, Neg, Not, Relu and others -------===//
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

static constexpr int64_t kVersions[] = {1, 6, 13};
static constexpr int64_t kNotVersions[] = {1};
static constexpr int64_t kReluVersions[] = {1, 6, 13, 14};

static constexpr OnnxOperator kOperators[] = {
    {"Abs", kVersions, 6, 1, 1, inferSame, readAbs},
    {"Exp", kVersions, 6, 1, 1, inferSame},
    {"Neg", kVersions, 6, 1, 1, inferSame, readNeg},
    {"Not", kNotVersions, 6, 1, 1, inferSame},
    {"Relu", kReluVersions, 6, 1, 1, inferSame, readRelu},
    {"Sigmoid", kVersions, 6, 1, 1, inferSame},
    {"Sqrt", kVersions, 6, 1, 1, inferSame},
    {"Tanh", kVersions, 6, 1, 1, inferSame},
    makeUnlowered("Reciprocal", 6, 1, 1, inferSame),
};

ArrayRef<OnnxOperator> mlir::onnxops::getFunctionsOperators() {
  return kOperators;
}
