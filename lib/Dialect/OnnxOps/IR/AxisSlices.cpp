//===- AxisSlices.cpp - parts of a tensor along one axis ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of full rank, and reshapes that only concern a dimension of size 1.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

// Whether the elements of one dimension are known to go beyond its size.
static bool isOutside(int64_t dimSize, OpFoldResult offset, OpFoldResult size,
                      OpFoldResult stride) {
  std::optional<int64_t> first = getConstantIntValue(offset);
  if (ShapedType::isDynamic(dimSize) || !first)
    return false;
  if (*first < 0 || *first >= dimSize)
    return true;
  std::optional<int64_t> count = getConstantIntValue(size);
  std::optional<int64_t> step = getConstantIntValue(stride);
  int64_t distance, last;
  return count && step &&
         (llvm::MulOverflow(*count - 1, *step, distance) ||
          llvm::AddOverflow(*first, distance, last) || last < 0 ||
          last >= dimSize);
}

// An empty tensor of type `type`, which may have fewer dimensions than there
// are sizes.
static Value buildEmpty(OpBuilder &builder, Location loc,
                        ArrayRef<OpFoldResult> sizes, RankedTensorType type) {
  SmallVector<int64_t> shape;
  SmallVector<Value> unused;
  dispatchIndexOpFoldResults(sizes, unused, shape);
  auto dropped = computeRankReductionMask(shape, type.getShape());
  assert(dropped && "expected a type that drops dimensions of size 1");
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped->contains(dim))
      kept.push_back(size);
  return tensor::EmptyOp::create(builder, loc, kept, type.getElementType());
}

Value mlir::onnxops::sliceTensor(OpBuilder &builder, Location loc, Value tensor,
                                 ArrayRef<OpFoldResult> offsets,
                                 ArrayRef<OpFoldResult> sizes,
                                 ArrayRef<OpFoldResult> strides,
                                 RankedTensorType type) {
  auto source = cast<RankedTensorType>(tensor.getType());
  if (!type)
    type = tensor::ExtractSliceOp::inferResultType(source, sizes);
  if (llvm::any_of(sizes, isZeroInteger))
    return buildEmpty(builder, loc, sizes, type);
  SmallVector<OpFoldResult> verified(offsets);
  for (auto [offset, size, stride, dimSize] :
       llvm::zip_equal(verified, sizes, strides, source.getShape()))
    if (isOutside(dimSize, offset, size, stride))
      offset = getValueOrCreateConstantIndexOp(builder, loc, offset);
  return tensor::ExtractSliceOp::create(builder, loc, type, tensor, verified,
                                        sizes, strides);
}

Value mlir::onnxops::sliceAxis(OpBuilder &builder, Location loc, Value tensor,
                               int64_t axis, OpFoldResult offset,
                               OpFoldResult size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
  offsets[axis] = offset;
  sizes[axis] = size;
  return sliceTensor(builder, loc, tensor, offsets, sizes, strides);
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
