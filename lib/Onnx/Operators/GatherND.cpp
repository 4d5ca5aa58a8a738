//===- GatherND.cpp - rules of GatherND, GatherElements -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements or slices that indices select.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferGatherElements(Operation *op,
                                             const InferenceMode &) {
  return {getTensorType(op, 1).clone(getTensorType(op, 0).getElementType())};
}

// The last dimension of the indices has the length of each index, which counts
// from dimension `batch_dims` of the data on. The dimensions before are common.
static SmallVector<Type> inferGatherND(Operation *op, const InferenceMode &) {
  TensorType data = getTensorType(op, 0), indices = getTensorType(op, 1);
  std::optional<int64_t> batch = findInteger(op, "batch_dims", 0);
  Type unranked = UnrankedTensorType::get(data.getElementType());
  if (!data.hasRank() || !indices.hasRank() || !batch || *batch < 0 ||
      *batch >= std::min(data.getRank(), indices.getRank()))
    return {unranked};
  int64_t length = indices.getShape().back();
  if (length < 1 || length > data.getRank() - *batch)
    return {unranked};
  SmallVector<int64_t> shape(indices.getShape().drop_back());
  for (int64_t dim = 0; dim < *batch; ++dim)
    if (ShapedType::isDynamic(shape[dim]))
      shape[dim] = data.getDimSize(dim);
  llvm::append_range(shape, data.getShape().drop_front(*batch + length));
  return {RankedTensorType::get(shape, data.getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("GatherElements", 11, 2, 2, inferGatherElements),
    makeUnlowered("GatherND", 11, 2, 2, inferGatherND),
};

ArrayRef<OnnxOperator> mlir::onnxops::getGatherNDOperators() {
  return kOperators;
}
