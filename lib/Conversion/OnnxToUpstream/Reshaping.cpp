//===- Reshaping.cpp - all elements as a vector, and back -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collapses all dimensions, and expands one.
//
//===----------------------------------------------------------------------===//

#include "Reshaping.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;

Value mlir::onnxops::flattenTensor(Node &node, Value data) {
  auto type = cast<RankedTensorType>(data.getType());
  int64_t rank = type.getRank();
  if (rank == 1)
    return data;
  if (rank == 0)
    return tensor::ExpandShapeOp::create(
        node.builder, node.loc, RankedTensorType::get(1, type.getElementType()),
        data, ArrayRef<ReassociationIndices>());
  return tensor::CollapseShapeOp::create(
      node.builder, node.loc, data,
      ArrayRef{llvm::to_vector<2>(llvm::seq<int64_t>(0, rank))});
}

Value mlir::onnxops::expandVector(Node &node, Value vector,
                                  ArrayRef<int64_t> shape,
                                  ArrayRef<OpFoldResult> sizes) {
  Type element = getElementTypeOrSelf(vector.getType());
  auto type = RankedTensorType::get(shape, element);
  // Upstream folds an expand of a collapse to the same type, but if a size is
  // 0, other dynamic sizes may differ.
  if (llvm::is_contained(shape, 0))
    return tensor::EmptyOp::create(node.builder, node.loc, sizes, element);
  auto flat = RankedTensorType::get(
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic,
      element);
  vector = node.builder.createOrFold<tensor::CastOp>(node.loc, flat, vector);
  if (shape.size() == 1)
    return vector;
  if (shape.empty())
    return tensor::CollapseShapeOp::create(node.builder, node.loc, type, vector,
                                           ArrayRef<ReassociationIndices>());
  return tensor::ExpandShapeOp::create(
      node.builder, node.loc, type, vector,
      ArrayRef{llvm::to_vector<2>(llvm::seq<int64_t>(0, shape.size()))}, sizes);
}

Value mlir::onnxops::expandVector(Node &node, Value vector,
                                  ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return expandVector(node, vector, shape, sizes);
}
