//===- Pool.cpp - rules of the pools --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of windows, or of all spatial dimensions, of [N, C, ...].
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "../Windows.h"

using namespace mlir;
using namespace mlir::onnxops;

static TensorType inferPooled(Operation *op) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank() || input.getRank() < 2)
    return UnrankedTensorType::get(input.getElementType());
  SmallVector<int64_t> shape(input.getShape());
  MutableArrayRef<int64_t> spatial = MutableArrayRef(shape).drop_front(2);
  Windows windows(op, getSpatialList(op, "kernel_shape", spatial.size(),
                                     ShapedType::kDynamic, /*least=*/1));
  for (auto [dim, size] : llvm::enumerate(spatial))
    size = windows.countPositions(dim, size);
  return RankedTensorType::get(shape, input.getElementType());
}

static SmallVector<Type> inferPool(Operation *op, const InferenceMode &) {
  return {inferPooled(op)};
}

// Its second result are the positions of the maxima.
static SmallVector<Type> inferMaxPool(Operation *op, const InferenceMode &) {
  TensorType pooled = inferPooled(op);
  return takeTypes(
      op, {pooled, pooled.clone(IntegerType::get(op->getContext(), 64))});
}

static SmallVector<Type> inferGlobalPool(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank() || input.getRank() < 2)
    return {UnrankedTensorType::get(input.getElementType())};
  SmallVector<int64_t> shape(input.getRank(), 1);
  llvm::copy(input.getShape().take_front(2), shape.begin());
  return {RankedTensorType::get(shape, input.getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("AveragePool", 1, 1, 1, inferPool),
    makeUnlowered("GlobalAveragePool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("GlobalLpPool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("GlobalMaxPool", 1, 1, 1, inferGlobalPool),
    makeUnlowered("LpPool", 1, 1, 1, inferPool),
    makeUnloweredVariadic("MaxPool", 1, 1, 1, inferMaxPool),
};

ArrayRef<OnnxOperator> mlir::onnxops::getPoolOperators() { return kOperators; }
