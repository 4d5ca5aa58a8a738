//===- Compress.cpp - rules of Compress, NonZero, Unique and others -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Results whose sizes depend on elements.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferNonZero(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  // A scalar has no row or one, in different versions of numpy and ONNX.
  int64_t rows = input.hasRank() && input.getRank() > 0 ? input.getRank()
                                                        : ShapedType::kDynamic;
  return {makeIndices(op, {rows, ShapedType::kDynamic})};
}

// The type of some slices along the attribute `axis`; without it, of some
// elements.
static Type inferSelected(Operation *op) {
  TensorType input = getTensorType(op, 0);
  if (!op->hasAttr("axis"))
    return makeUnknownShape(1, input.getElementType());
  if (!input.hasRank())
    return input;
  SmallVector<int64_t> shape(input.getRank(), ShapedType::kDynamic);
  if (std::optional<int64_t> axis = findAxis(op, 0, input.getRank())) {
    llvm::copy(input.getShape(), shape.begin());
    shape[*axis] = ShapedType::kDynamic;
  }
  return RankedTensorType::get(shape, input.getElementType());
}

static SmallVector<Type> inferCompress(Operation *op, const InferenceMode &) {
  return {inferSelected(op)};
}

static SmallVector<Type> inferUnique(Operation *op, const InferenceMode &) {
  Type indices = makeIndices(op, ShapedType::kDynamic);
  return takeTypes(op, {inferSelected(op), indices, indices, indices});
}

// A box is a batch, a class and a position.
static SmallVector<Type> inferNonMaxSuppression(Operation *op,
                                                const InferenceMode &) {
  return {makeIndices(op, {ShapedType::kDynamic, 3})};
}

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Compress", 9, 2, 2, inferCompress),
    makeUnlowered("NonMaxSuppression", 10, 2, 5, inferNonMaxSuppression),
    makeUnlowered("NonZero", 9, 1, 1, inferNonZero),
    makeUnloweredVariadic("Unique", 11, 1, 1, inferUnique),
};

ArrayRef<OnnxOperator> mlir::onnxops::getCompressOperators() {
  return kOperators;
}
