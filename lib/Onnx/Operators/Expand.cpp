//===- Expand.cpp - rules of Expand ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Broadcasts a tensor to a shape that is an operand.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferExpand(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  ValueReader reader;
  const KnownElements *entries = reader.read(op->getOperand(1));
  if (!input.hasRank() || !entries)
    return {UnrankedTensorType::get(input.getElementType())};
  SmallVector<int64_t> sizes;
  for (std::optional<int64_t> entry : *entries)
    sizes.push_back(entry && *entry >= 0 ? *entry : ShapedType::kDynamic);
  return {RankedTensorType::get(broadcastShapes(input.getShape(), sizes),
                                input.getElementType())};
}

// Only for a scalar or vector, which is the last dimension of the result.
static std::optional<KnownElements> readExpand(Operation *op, unsigned,
                                               ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  const KnownElements *elements = reader.read(op->getOperand(0));
  const KnownElements *shape = reader.read(op->getOperand(1));
  if (!data.hasRank() || data.getRank() > 1 || !elements || !shape)
    return std::nullopt;
  KnownElements sizes = *shape;
  int64_t length = elements->size();
  if (data.getRank() == 1 && sizes.empty())
    sizes.push_back(length);
  if (data.getRank() == 1 && sizes.back() == 1)
    sizes.back() = length;
  if (length != 1 && sizes.back() != length)
    return std::nullopt;
  std::optional<int64_t> count = countElements(sizes);
  if (!count)
    return std::nullopt;
  KnownElements repeated;
  for (int64_t i = 0; i < *count; ++i)
    repeated.push_back((*elements)[i % length]);
  return repeated;
}

static constexpr OnnxOperator kOperators[] = {
    {"Expand", 8, 2, 2, inferExpand, readExpand},
};

ArrayRef<OnnxOperator> mlir::onnxops::getExpandOperators() {
  return kOperators;
}
