//===- Power.cpp - rules of Pow -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Powers of the elements, whose type the result has.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferPow(Operation *op, const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                opsets::kFirstBroadcast)};
}

// Exponents of 0 or more only.
static std::optional<KnownElements> readPow(Operation *op, unsigned,
                                            ValueReader &reader) {
  Type type = getTensorType(op, 0).getElementType();
  if (getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  return mapElements(
      op, reader,
      [&](ArrayRef<std::optional<int64_t>> values) -> std::optional<int64_t> {
        if (!values[0] || !values[1] || *values[1] < 0)
          return std::nullopt;
        uint64_t power = 1, factor = *values[0];
        for (uint64_t rest = *values[1]; rest != 0; rest /= 2) {
          power *= rest % 2 == 1 ? factor : 1;
          factor *= factor;
        }
        return wrapInteger(type, power);
      });
}

static constexpr OnnxOperator kOperators[] = {
    {"Pow", 1, 2, 2, inferPow, readPow},
};

ArrayRef<OnnxOperator> mlir::onnxops::getPowerOperators() { return kOperators; }
