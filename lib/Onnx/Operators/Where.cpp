//===- Where.cpp - rules of Where -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes each element from one of two tensors.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferWhere(Operation *op, const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 1).getElementType(), mode,
                                /*firstBroadcast=*/0)};
}

static std::optional<KnownElements> readWhere(Operation *op, unsigned,
                                              ValueReader &reader) {
  return mapElements(op, reader, [](ArrayRef<std::optional<int64_t>> values) {
    if (!values[0])
      return values[1] == values[2] ? values[1] : std::nullopt;
    return *values[0] != 0 ? values[1] : values[2];
  });
}

static constexpr OnnxOperator kOperators[] = {
    {"Where", 9, 3, 3, inferWhere, readWhere},
};

ArrayRef<OnnxOperator> mlir::onnxops::getWhereOperators() { return kOperators; }
