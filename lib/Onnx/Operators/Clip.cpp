//===- Clip.cpp - rules of Clip -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits elements by a smallest and a largest value.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Signed integers only, whose bounds are operands.
static std::optional<KnownElements> readClip(Operation *op, unsigned,
                                             ValueReader &reader) {
  Type type = getTensorType(op, 0).getElementType();
  const KnownElements *source = reader.read(op->getOperand(0));
  if (!source || !type.isSignlessInteger())
    return std::nullopt;
  std::optional<int64_t> low = INT64_MIN, high = INT64_MAX;
  if (Value operand = getGivenOperand(op, 1))
    low = reader.readScalar(operand);
  if (Value operand = getGivenOperand(op, 2))
    high = reader.readScalar(operand);
  if (!low || !high)
    return std::nullopt;
  KnownElements elements = *source;
  for (std::optional<int64_t> &element : elements)
    if (element)
      element = std::min(std::max(*element, *low), *high);
  return elements;
}

static constexpr OnnxOperator kOperators[] = {
    {"Clip", 1, 1, 3, inferSame, readClip},
};

ArrayRef<OnnxOperator> mlir::onnxops::getClipOperators() { return kOperators; }
