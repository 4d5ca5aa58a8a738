//===- KeptElementwise.cpp - rules of Erf, Floor, IsNaN and others --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators without a lowering whose result has the shape of an operand, or of
// the broadcast of two.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferBoolean(Operation *op, const InferenceMode &) {
  return {getTensorType(op, 0).clone(IntegerType::get(op->getContext(), 1))};
}

static SmallVector<Type> inferBroadcast(Operation *op,
                                        const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                /*firstBroadcast=*/0)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Acos", 7, 1, 1, inferSame),
    makeUnlowered("Acosh", 9, 1, 1, inferSame),
    makeUnlowered("Asin", 7, 1, 1, inferSame),
    makeUnlowered("Asinh", 9, 1, 1, inferSame),
    makeUnlowered("Atan", 7, 1, 1, inferSame),
    makeUnlowered("Atanh", 9, 1, 1, inferSame),
    makeUnlowered("BitShift", 11, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseAnd", 18, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseNot", 18, 1, 1, inferSame),
    makeUnlowered("BitwiseOr", 18, 2, 2, inferBroadcast),
    makeUnlowered("BitwiseXor", 18, 2, 2, inferBroadcast),
    makeUnlowered("Ceil", 1, 1, 1, inferSame),
    makeUnlowered("Celu", 12, 1, 1, inferSame),
    makeUnlowered("Cos", 7, 1, 1, inferSame),
    makeUnlowered("Cosh", 9, 1, 1, inferSame),
    makeUnlowered("CumSum", 11, 2, 2, inferSame),
    makeUnlowered("Elu", 1, 1, 1, inferSame),
    makeUnlowered("Erf", 9, 1, 1, inferSame),
    makeUnlowered("Floor", 1, 1, 1, inferSame),
    makeUnlowered("Gelu", 20, 1, 1, inferSame),
    makeUnlowered("HardSigmoid", 1, 1, 1, inferSame),
    makeUnlowered("HardSwish", 14, 1, 1, inferSame),
    makeUnlowered("Hardmax", 1, 1, 1, inferSame),
    makeUnlowered("IsInf", 10, 1, 1, inferBoolean),
    makeUnlowered("IsNaN", 9, 1, 1, inferBoolean),
    makeUnlowered("LRN", 1, 1, 1, inferSame),
    makeUnlowered("LeakyRelu", 1, 1, 1, inferSame),
    makeUnlowered("Log", 1, 1, 1, inferSame),
    makeUnlowered("LogSoftmax", 1, 1, 1, inferSame),
    makeUnlowered("LpNormalization", 1, 1, 1, inferSame),
    makeUnlowered("MeanVarianceNormalization", 9, 1, 1, inferSame),
    makeUnlowered("Mish", 18, 1, 1, inferSame),
    makeUnlowered("PRelu", 1, 2, 2, inferSame),
    makeUnlowered("Round", 11, 1, 1, inferSame),
    makeUnlowered("Selu", 1, 1, 1, inferSame),
    makeUnlowered("Shrink", 9, 1, 1, inferSame),
    makeUnlowered("Sign", 9, 1, 1, inferSame),
    makeUnlowered("Sin", 7, 1, 1, inferSame),
    makeUnlowered("Sinh", 9, 1, 1, inferSame),
    makeUnlowered("Softmax", 1, 1, 1, inferSame),
    makeUnlowered("Softplus", 1, 1, 1, inferSame),
    makeUnlowered("Softsign", 1, 1, 1, inferSame),
    makeUnlowered("Tan", 7, 1, 1, inferSame),
    makeUnlowered("ThresholdedRelu", 10, 1, 1, inferSame),
    makeUnlowered("Trilu", 14, 1, 2, inferSame),
};

ArrayRef<OnnxOperator> mlir::onnxops::getKeptElementwiseOperators() {
  return kOperators;
}
