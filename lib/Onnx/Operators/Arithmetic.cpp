//===- Arithmetic.cpp - rules of Add, Sub, BitShift and others ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise operators of two tensors, which broadcast since opset 7.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferBroadcast(Operation *op,
                                        const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                opsets::kFirstBroadcast)};
}

static std::optional<KnownElements>
computeAll(IntegerOperator kind, Operation *op, ValueReader &reader) {
  Type type = getTensorType(op, 0).getElementType();
  if (type.isInteger(1) || getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  return mapElements(op, reader, [&](ArrayRef<std::optional<int64_t>> values) {
    return computeInteger(kind, type, values[0], values[1]);
  });
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
    // Kept, not lowered.
    makeUnlowered("BitShift", 11, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseAnd", 18, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseOr", 18, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseXor", 18, 2, 2, inferBroadcast),
};

ArrayRef<OnnxOperator> mlir::onnxops::getArithmeticOperators() {
  return kOperators;
}
