//===- Comparison.cpp - rules of Equal, Greater, Less and others ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two tensors element by element.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferComparison(Operation *op,
                                         const InferenceMode &mode) {
  return {broadcastOperandTypes(op, IntegerType::get(op->getContext(), 1), mode,
                                opsets::kFirstBroadcast)};
}

// `holds` gets whether the first element is less than the second, and whether
// they are equal.
static std::optional<KnownElements>
compareAll(Operation *op, ValueReader &reader,
           llvm::function_ref<bool(bool isLess, bool isEqual)> holds) {
  if (getInteger(op, "broadcast", 0) != 0)
    return std::nullopt;
  bool isUnsigned = getTensorType(op, 0).getElementType().isUnsignedInteger();
  return mapElements(
      op, reader,
      [&](ArrayRef<std::optional<int64_t>> values) -> std::optional<int64_t> {
        if (!values[0] || !values[1])
          return std::nullopt;
        int64_t lhs = *values[0], rhs = *values[1];
        bool isLess =
            isUnsigned ? static_cast<uint64_t>(lhs) < static_cast<uint64_t>(rhs)
                       : lhs < rhs;
        return holds(isLess, lhs == rhs);
      });
}

static std::optional<KnownElements> readEqual(Operation *op, unsigned,
                                              ValueReader &reader) {
  return compareAll(op, reader, [](bool, bool isEqual) { return isEqual; });
}

static std::optional<KnownElements> readGreater(Operation *op, unsigned,
                                                ValueReader &reader) {
  return compareAll(op, reader, [](bool isLess, bool isEqual) {
    return !isLess && !isEqual;
  });
}

static std::optional<KnownElements> readGreaterOrEqual(Operation *op, unsigned,
                                                       ValueReader &reader) {
  return compareAll(op, reader, [](bool isLess, bool) { return !isLess; });
}

static std::optional<KnownElements> readLess(Operation *op, unsigned,
                                             ValueReader &reader) {
  return compareAll(op, reader, [](bool isLess, bool) { return isLess; });
}

static std::optional<KnownElements> readLessOrEqual(Operation *op, unsigned,
                                                    ValueReader &reader) {
  return compareAll(
      op, reader, [](bool isLess, bool isEqual) { return isLess || isEqual; });
}

static constexpr OnnxOperator kOperators[] = {
    {"Equal", 1, 2, 2, inferComparison, readEqual},
    {"Greater", 1, 2, 2, inferComparison, readGreater},
    {"GreaterOrEqual", 12, 2, 2, inferComparison, readGreaterOrEqual},
    {"Less", 1, 2, 2, inferComparison, readLess},
    {"LessOrEqual", 12, 2, 2, inferComparison, readLessOrEqual},
};

ArrayRef<OnnxOperator> mlir::onnxops::getComparisonOperators() {
  return kOperators;
}
