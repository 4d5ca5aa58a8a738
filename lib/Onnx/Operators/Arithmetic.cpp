//===- Arithmetic.cpp - rules of Add, Sub, Mul, Div -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise arithmetic on two tensors, which broadcast since opset 7.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferBroadcast(Operation *op,
                                        const InferenceMode &mode) {
  TensorType lhs = getTensorType(op, 0), rhs = getTensorType(op, 1);
  if (mode.opset < opsets::kFirstBroadcast)
    return {lhs};
  if (!lhs.hasRank() || !rhs.hasRank())
    return {UnrankedTensorType::get(lhs.getElementType())};
  return {RankedTensorType::get(broadcastShapes(lhs.getShape(), rhs.getShape()),
                                lhs.getElementType())};
}

// For vectors of the same length, or with one operand of a single element.
static std::optional<KnownElements>
computeAll(IntegerOperator kind, Operation *op, ValueReader &reader) {
  Type type = getTensorType(op, 0).getElementType();
  const KnownElements *lhs = reader.read(op->getOperand(0));
  const KnownElements *rhs = reader.read(op->getOperand(1));
  auto isVector = [&](unsigned index) {
    TensorType operand = getTensorType(op, index);
    return operand.hasRank() && operand.getRank() <= 1;
  };
  if (!isa<IntegerType>(type) || type.isInteger(1) || !isVector(0) ||
      !isVector(1) || !lhs || !rhs || getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  if (lhs->size() != rhs->size() && lhs->size() != 1 && rhs->size() != 1)
    return std::nullopt;
  size_t count = lhs->size() == 1 ? rhs->size() : lhs->size();
  auto get = [](const KnownElements &elements, size_t i) {
    return elements[elements.size() == 1 ? 0 : i];
  };
  KnownElements result;
  for (size_t i = 0; i < count; ++i)
    result.push_back(computeInteger(kind, type, get(*lhs, i), get(*rhs, i)));
  return result;
}

static std::optional<KnownElements> readAdd(Operation *op, unsigned,
                                            ValueReader &reader) {
  return computeAll(IntegerOperator::Add, op, reader);
}

static std::optional<KnownElements> readSub(Operation *op, unsigned,
                                            ValueReader &reader) {
  return computeAll(IntegerOperator::Sub, op, reader);
}

static std::optional<KnownElements> readMul(Operation *op, unsigned,
                                            ValueReader &reader) {
  return computeAll(IntegerOperator::Mul, op, reader);
}

static std::optional<KnownElements> readDiv(Operation *op, unsigned,
                                            ValueReader &reader) {
  return computeAll(IntegerOperator::Div, op, reader);
}

static constexpr OnnxOperator kOperators[] = {
    {"Add", 6, 2, 2, inferBroadcast, readAdd},
    {"Div", 6, 2, 2, inferBroadcast, readDiv},
    {"Mul", 6, 2, 2, inferBroadcast, readMul},
    {"Sub", 6, 2, 2, inferBroadcast, readSub},
};

ArrayRef<OnnxOperator> mlir::onnxops::getArithmeticOperators() {
  return kOperators;
}
