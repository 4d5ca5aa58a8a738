//===- Variadic.cpp - rules of Max, Min, Sum, Mean ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Combines any number of tensors, which broadcast since opset 8.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferVariadic(Operation *op,
                                       const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                opsets::kFirstVariadicBroadcast)};
}

// The first element in the order of their type, from the back for the largest.
template <bool isLargest>
static std::optional<KnownElements> readExtreme(Operation *op, unsigned,
                                                ValueReader &reader) {
  bool isUnsigned = getTensorType(op, 0).getElementType().isUnsignedInteger();
  auto isBefore = [&](int64_t lhs, int64_t rhs) {
    if (isLargest)
      std::swap(lhs, rhs);
    return isUnsigned ? static_cast<uint64_t>(lhs) < static_cast<uint64_t>(rhs)
                      : lhs < rhs;
  };
  return mapElements(
      op, reader,
      [&](ArrayRef<std::optional<int64_t>> values) -> std::optional<int64_t> {
        if (llvm::is_contained(values, std::nullopt))
          return std::nullopt;
        return **llvm::min_element(
            values, [&](auto lhs, auto rhs) { return isBefore(*lhs, *rhs); });
      });
}

static constexpr OnnxOperator kOperators[] = {
    {"Max", 1, 1, ~0u, inferVariadic, readExtreme</*isLargest=*/true>},
    {"Min", 1, 1, ~0u, inferVariadic, readExtreme</*isLargest=*/false>},
    {"Sum", 1, 1, ~0u, inferVariadic},
    makeUnlowered("Mean", 1, 1, ~0u, inferVariadic),
};

ArrayRef<OnnxOperator> mlir::onnxops::getVariadicOperators() {
  return kOperators;
}
