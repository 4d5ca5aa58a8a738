//===- Logic.cpp - rules of And, Or, Xor, Not -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on booleans, of which 0 and 1 are the known values.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferPair(Operation *op, const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                opsets::kFirstBroadcast)};
}

// Computes each element; one operand of value `absorbing` determines it.
static std::optional<KnownElements>
combineAll(Operation *op, ValueReader &reader, std::optional<int64_t> absorbing,
           llvm::function_ref<int64_t(int64_t, int64_t)> combine) {
  if (getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  return mapElements(
      op, reader,
      [&](ArrayRef<std::optional<int64_t>> values) -> std::optional<int64_t> {
        if (absorbing && llvm::is_contained(values, absorbing))
          return absorbing;
        if (!values[0] || !values[1])
          return std::nullopt;
        return combine(*values[0], *values[1]);
      });
}

static std::optional<KnownElements> readAnd(Operation *op, unsigned,
                                            ValueReader &reader) {
  return combineAll(op, reader, 0,
                    [](int64_t lhs, int64_t rhs) { return lhs & rhs; });
}

static std::optional<KnownElements> readOr(Operation *op, unsigned,
                                           ValueReader &reader) {
  return combineAll(op, reader, 1,
                    [](int64_t lhs, int64_t rhs) { return lhs | rhs; });
}

static std::optional<KnownElements> readXor(Operation *op, unsigned,
                                            ValueReader &reader) {
  return combineAll(op, reader, std::nullopt,
                    [](int64_t lhs, int64_t rhs) { return lhs ^ rhs; });
}

static std::optional<KnownElements> readNot(Operation *op, unsigned,
                                            ValueReader &reader) {
  const KnownElements *source = reader.read(op->getOperand(0));
  if (!source || !getTensorType(op, 0).getElementType().isInteger(1))
    return std::nullopt;
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = *element == 0;
  return elements;
}

static constexpr OnnxOperator kOperators[] = {
    {"And", 1, 2, 2, inferPair, readAnd},
    {"Not", 1, 1, 1, inferSame, readNot},
    {"Or", 1, 2, 2, inferPair, readOr},
    {"Xor", 1, 2, 2, inferPair, readXor},
};

ArrayRef<OnnxOperator> mlir::onnxops::getLogicOperators() { return kOperators; }
