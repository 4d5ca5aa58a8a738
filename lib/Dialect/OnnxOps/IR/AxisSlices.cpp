//===- AxisSlices.cpp - parts of a tensor along one axis ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Slices of full rank, and reshapes that add or drop a dimension of size 1.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

// Whether the slice is known to exceed the size of a dimension.
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

using DimSet = llvm::SmallDenseSet<unsigned>;

// A tensor.empty of the sizes that are not dropped.
static Value buildEmpty(OpBuilder &builder, Location loc,
                        ArrayRef<OpFoldResult> sizes, const DimSet &dropped,
                        Type element) {
  SmallVector<OpFoldResult> kept;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!dropped.contains(dim))
      kept.push_back(size);
  return tensor::EmptyOp::create(builder, loc, kept, element);
}

// Groups each dropped dimension with the next one: a leading dimension of size
// 1 can be dropped whatever the strides. Trailing ones join the group before
// them.
static SmallVector<ReassociationIndices> groupDropped(int64_t rank,
                                                      const DimSet &dropped) {
  SmallVector<ReassociationIndices> groups(1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    groups.back().push_back(dim);
    if (!dropped.contains(dim))
      groups.emplace_back();
  }
  ReassociationIndices last = groups.pop_back_val();
  if (!groups.empty())
    groups.back().append(last);
  return groups;
}

// Among dimensions of size 1 with unknown strides, memref.subview drops the
// first. That is equivalent unless another dimension is between the two.
static bool isDroppedBySubview(ArrayRef<int64_t> sizes, const DimSet &dropped) {
  bool isUnitBefore = false, isOtherBetween = false;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (!dropped.contains(dim)) {
      isOtherBetween |= isUnitBefore;
      isUnitBefore |= ShapedType::isDynamic(size) || size == 1;
    } else if (isOtherBetween) {
      return false;
    }
  }
  return true;
}

Value mlir::onnxops::sliceTensor(OpBuilder &builder, Location loc, Value tensor,
                                 ArrayRef<OpFoldResult> offsets,
                                 ArrayRef<OpFoldResult> sizes,
                                 ArrayRef<OpFoldResult> strides,
                                 RankedTensorType type) {
  auto source = cast<RankedTensorType>(tensor.getType());
  RankedTensorType whole =
      tensor::ExtractSliceOp::inferResultType(source, sizes);
  std::optional<DimSet> dropped = DimSet();
  if (type)
    dropped = computeRankReductionMask(whole.getShape(), type.getShape());
  else
    type = whole;
  assert(dropped && "expected a type that drops dimensions of size 1");
  if (llvm::any_of(sizes, isZeroInteger))
    return buildEmpty(builder, loc, sizes, *dropped, type.getElementType());
  SmallVector<OpFoldResult> verified(offsets);
  for (auto [offset, size, stride, dimSize] :
       llvm::zip_equal(verified, sizes, strides, source.getShape()))
    if (isOutside(dimSize, offset, size, stride))
      offset = getValueOrCreateConstantIndexOp(builder, loc, offset);
  if (isDroppedBySubview(whole.getShape(), *dropped))
    return tensor::ExtractSliceOp::create(builder, loc, type, tensor, verified,
                                          sizes, strides);
  Value slice = tensor::ExtractSliceOp::create(builder, loc, whole, tensor,
                                               verified, sizes, strides);
  return tensor::CollapseShapeOp::create(
      builder, loc, type, slice, groupDropped(whole.getRank(), *dropped));
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

Value mlir::onnxops::dropUnitAxis(OpBuilder &builder, Location loc,
                                  Value tensor, int64_t axis) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return tensor::CollapseShapeOp::create(
      builder, loc, tensor, groupDropped(rank, {static_cast<unsigned>(axis)}));
}

Value mlir::onnxops::addUnitAxis(OpBuilder &builder, Location loc, Value tensor,
                                 int64_t axis) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, tensor);
  sizes.insert(sizes.begin() + axis, builder.getIndexAttr(1));
  SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin() + axis, 1);
  return tensor::ExpandShapeOp::create(
      builder, loc, type.clone(shape), tensor,
      groupDropped(type.getRank() + 1, {static_cast<unsigned>(axis)}), sizes);
}
