//===- SliceRange.cpp - offsets, sizes and strides of slices --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range out of bounds of a tensor's type is a run-time error of the program.
// No rewrite may turn it into an error at compile time, hence SliceRange::fits.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Tensors/SliceRange.h"

#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether both are the same number, also as two reads of the same size.
static bool isSameValue(OpFoldResult lhs, OpFoldResult rhs) {
  if (isEqualConstantIntOrValue(lhs, rhs))
    return true;
  auto left = dyn_cast<Value>(lhs), right = dyn_cast<Value>(rhs);
  auto leftDim = left ? left.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  auto rightDim =
      right ? right.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return leftDim && rightDim && leftDim.getSource() == rightDim.getSource() &&
         leftDim.getConstantIndex() &&
         leftDim.getConstantIndex() == rightDim.getConstantIndex();
}

// Whether `size` is the size of dimension `dim` of `tensor`.
static bool isSizeOf(OpFoldResult size, Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return getConstantIntValue(size) == type.getDimSize(dim);
  auto value = dyn_cast<Value>(size);
  auto reader = value ? value.getDefiningOp<tensor::DimOp>() : tensor::DimOp();
  return reader && reader.getSource() == tensor &&
         reader.getConstantIndex() == dim;
}

void SliceRange::setDim(MLIRContext *context, int64_t dim, int64_t offset,
                        int64_t size) {
  Builder builder(context);
  offsets[dim] = builder.getIndexAttr(offset);
  sizes[dim] = builder.getIndexAttr(size);
}

bool SliceRange::coversDim(Value tensor, int64_t dim) const {
  return isZeroInteger(offsets[dim]) && isOneInteger(strides[dim]) &&
         isSizeOf(sizes[dim], tensor, dim);
}

bool SliceRange::covers(Value tensor) const {
  return llvm::all_of(llvm::seq<int64_t>(0, getRank()),
                      [&](int64_t dim) { return coversDim(tensor, dim); });
}

bool SliceRange::isSameDim(const SliceRange &other, int64_t dim) const {
  return isSameValue(offsets[dim], other.offsets[dim]) &&
         isSameValue(sizes[dim], other.sizes[dim]) &&
         isSameValue(strides[dim], other.strides[dim]);
}

bool SliceRange::fits(int64_t dim, int64_t size) const {
  std::optional<int64_t> offset = getConstantIntValue(offsets[dim]);
  std::optional<int64_t> count = getConstantIntValue(sizes[dim]);
  std::optional<int64_t> stride = getConstantIntValue(strides[dim]);
  if (ShapedType::isDynamic(size) || !offset || !count || !stride)
    return true;
  int64_t reach, last;
  return *count == 0 ||
         (!llvm::MulOverflow(*count - 1, *stride, reach) &&
          !llvm::AddOverflow(*offset, reach, last) && *offset >= 0 &&
          *offset < size && last >= 0 && last < size);
}

bool mlir::onnxops::dropsDimensions(tensor::ExtractSliceOp slice) {
  return slice.getType().getRank() != slice.getSourceType().getRank();
}

Value mlir::onnxops::castTensor(OpBuilder &builder, Location loc, Value value,
                                RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, loc, type, value);
}

// Turns a range of the slice `inner` into a range of the source of `inner`.
// Fails if an offset would have to be computed.
static LogicalResult compose(const SliceRange &inner, SliceRange &range) {
  for (int64_t dim = 0, rank = range.getRank(); dim < rank; ++dim) {
    OpFoldResult &offset = range.offsets[dim], &stride = range.strides[dim];
    if (isZeroInteger(inner.offsets[dim]) && isOneInteger(inner.strides[dim]))
      continue;
    if (isZeroInteger(offset) && isOneInteger(stride)) {
      offset = inner.offsets[dim];
      stride = inner.strides[dim];
      continue;
    }
    std::optional<int64_t> start = getConstantIntValue(inner.offsets[dim]);
    std::optional<int64_t> step = getConstantIntValue(inner.strides[dim]);
    std::optional<int64_t> skipped = getConstantIntValue(offset);
    std::optional<int64_t> factor = getConstantIntValue(stride);
    int64_t distance, first, steps;
    if (!start || !step || !skipped || !factor ||
        llvm::MulOverflow(*skipped, *step, distance) ||
        llvm::AddOverflow(*start, distance, first) ||
        llvm::MulOverflow(*step, *factor, steps))
      return failure();
    Builder builder(offset.getContext());
    offset = builder.getIndexAttr(first);
    stride = builder.getIndexAttr(steps);
  }
  return success();
}

// If `source` is a slice, turns `range` into a range of its source and returns
// that; otherwise returns `source`. A slice that drops dimensions gets no
// steps: it may become a memref.subview whose dropped dimensions upstream finds
// by comparing strides with those of the source. Steps change them, and folding
// the memref.dim of such a subview reads a mask that does not exist.
static Value lookThroughSlice(Value source, SliceRange &range,
                              bool dropsDimensions) {
  auto slice = source.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || mlir::onnxops::dropsDimensions(slice))
    return source;
  SliceRange composed = range;
  if (failed(compose(SliceRange(slice), composed)))
    return source;
  if (dropsDimensions && !llvm::all_of(composed.strides, isOneInteger))
    return source;
  for (auto [dim, size] : llvm::enumerate(slice.getSourceType().getShape()))
    if (!composed.fits(dim, size))
      return source;
  range = composed;
  return slice.getSource();
}

Value mlir::onnxops::createSlice(OpBuilder &builder, Location loc, Value source,
                                 SliceRange range, RankedTensorType type) {
  auto isAll = [&] {
    return type.getRank() == range.getRank() && range.covers(source);
  };
  if (!isAll())
    source = lookThroughSlice(source, range, type.getRank() != range.getRank());
  if (isAll())
    return castTensor(builder, loc, source, type);
  return sliceTensor(builder, loc, source, range.offsets, range.sizes,
                     range.strides, type);
}
