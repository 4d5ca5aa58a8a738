//===- AxisSlices.cpp - parts of a tensor along one axis ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of full rank, and reshapes that only concern a dimension of size 1.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

Value mlir::onnxops::sliceAxis(OpBuilder &builder, Location loc, Value tensor,
                               int64_t axis, OpFoldResult offset,
                               OpFoldResult size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[axis] = offset;
  sizes[axis] = size;
  return tensor::ExtractSliceOp::create(builder, loc, tensor, offsets, sizes,
                                        strides);
}

// Groups of dimensions in which `axis` stands with the one behind it: a leading
// dimension of size 1 can be dropped whatever the strides are. The last axis
// stands with the one before it.
static SmallVector<ReassociationIndices> groupUnitAxis(int64_t rank,
                                                       int64_t axis) {
  SmallVector<ReassociationIndices> groups;
  if (rank == 1)
    return groups;
  int64_t first = std::min(axis, rank - 2);
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == first + 1)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  }
  return groups;
}

Value mlir::onnxops::dropUnitAxis(OpBuilder &builder, Location loc,
                                  Value tensor, int64_t axis) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return tensor::CollapseShapeOp::create(builder, loc, tensor,
                                         groupUnitAxis(rank, axis));
}

Value mlir::onnxops::addUnitAxis(OpBuilder &builder, Location loc, Value tensor,
                                 int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  sizes.insert(sizes.begin() + axis, builder.getIndexAttr(1));
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  return tensor::ExpandShapeOp::create(builder, loc, type.clone(shape), tensor,
                                       groupUnitAxis(type.getRank() + 1, axis),
                                       sizes);
}
