//===- Remainder.cpp - rules of Mod ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The remainder has the sign of the divisor, or with `fmod` that of the
// dividend.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferMod(Operation *op, const InferenceMode &mode) {
  return {broadcastOperandTypes(op, getTensorType(op, 0).getElementType(), mode,
                                /*firstBroadcast=*/0)};
}

static int64_t getRemainder(int64_t lhs, int64_t rhs, bool isUnsigned,
                            bool hasSignOfDividend) {
  if (isUnsigned)
    return static_cast<uint64_t>(lhs) % static_cast<uint64_t>(rhs);
  // The smallest integer cannot be divided by -1.
  int64_t rest = rhs == -1 ? 0 : lhs % rhs;
  bool isOther = rest != 0 && (rest < 0) != (rhs < 0);
  return isOther && !hasSignOfDividend ? rest + rhs : rest;
}

static std::optional<KnownElements> readMod(Operation *op, unsigned,
                                            ValueReader &reader) {
  bool isUnsigned = getTensorType(op, 0).getElementType().isUnsignedInteger();
  bool hasSignOfDividend = getInteger(op, "fmod", 0) != 0;
  return mapElements(
      op, reader,
      [&](ArrayRef<std::optional<int64_t>> values) -> std::optional<int64_t> {
        if (!values[0] || !values[1] || *values[1] == 0)
          return std::nullopt;
        return getRemainder(*values[0], *values[1], isUnsigned,
                            hasSignOfDividend);
      });
}

static constexpr OnnxOperator kOperators[] = {
    {"Mod", 10, 2, 2, inferMod, readMod},
};

ArrayRef<OnnxOperator> mlir::onnxops::getRemainderOperators() {
  return kOperators;
}
