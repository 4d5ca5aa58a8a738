//===- Gather.cpp - rules of Gather ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Selects slices of a tensor by a tensor of indices.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferGather(Operation *op, const InferenceMode &) {
  TensorType data = getTensorType(op, 0), indices = getTensorType(op, 1);
  Type element = data.getElementType();
  if (!data.hasRank() || !indices.hasRank())
    return {UnrankedTensorType::get(element)};
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(op, "axis", 0), data.getRank());
  if (!axis && data.getRank() == 0)
    return {UnrankedTensorType::get(element)};
  if (!axis)
    return {makeUnknownShape(data.getRank() + indices.getRank() - 1, element)};
  SmallVector<int64_t> shape(data.getShape().take_front(*axis));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, data.getShape().drop_front(*axis + 1));
  return {RankedTensorType::get(shape, element)};
}

// Element `index` counted from either end, none if it is not known.
static std::optional<int64_t> getAt(ArrayRef<std::optional<int64_t>> elements,
                                    std::optional<int64_t> index) {
  std::optional<int64_t> at =
      index ? normalizeAxis(*index, elements.size()) : std::nullopt;
  return at ? elements[*at] : std::nullopt;
}

// Only for vectors, such as shapes.
static std::optional<KnownElements> readGather(Operation *op, unsigned,
                                               ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  int64_t axis = getInteger(op, "axis", 0);
  if (!data.hasRank() || data.getRank() != 1 || !normalizeAxis(axis, 1))
    return std::nullopt;
  const KnownElements *elements = reader.read(op->getOperand(0));
  const KnownElements *indices = reader.read(op->getOperand(1));
  if (!elements || !indices)
    return std::nullopt;
  KnownElements gathered;
  for (std::optional<int64_t> index : *indices)
    gathered.push_back(getAt(*elements, index));
  return gathered;
}

static constexpr OnnxOperator kOperators[] = {
    {"Gather", 1, 2, 2, inferGather, readGather},
};

ArrayRef<OnnxOperator> mlir::onnxops::getGatherOperators() {
  return kOperators;
}
