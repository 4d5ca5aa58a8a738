//===- Reduce.cpp - rules of ReduceMean -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions along axes, without a lowering.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The reduced dimensions: all by default.
static std::optional<llvm::SmallBitVector> getReduced(Operation *op,
                                                      int64_t rank) {
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!axes && hasEntries(op, "axes", 1))
    return std::nullopt;
  if (axes && !axes->empty())
    return getDimensions(*axes, rank);
  bool isNoop = getInteger(op, "noop_with_empty_axes", 0) != 0;
  return llvm::SmallBitVector(rank, !isNoop);
}

// Reduced dimensions are kept with size 1, or dropped.
static SmallVector<Type> inferReduceMean(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  bool keeps = getInteger(op, "keepdims", 1) != 0;
  if (!input.hasRank())
    return {input};
  std::optional<llvm::SmallBitVector> reduced = getReduced(op, input.getRank());
  if (!reduced && keeps)
    return {makeUnknownShape(input.getRank(), element)};
  if (!reduced)
    return {UnrankedTensorType::get(element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!reduced->test(dim))
      shape.push_back(size);
    else if (keeps)
      shape.push_back(1);
  return {RankedTensorType::get(shape, element)};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("ReduceMean", 1, 1, 2, inferReduceMean),
};

ArrayRef<OnnxOperator> mlir::onnxops::getReduceOperators() {
  return kOperators;
}
