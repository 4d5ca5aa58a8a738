//===- Slice.cpp - lower Slice to tensor.extract_slice --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds are clamped by index arithmetic, which folds if they are known. A
// positive step becomes the stride of a slice. A negative step, or one of
// unknown sign, becomes a loop that copies one row of the axis in each
// iteration.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

// Up to this stride, loops over rows that look one row ahead do not overflow.
static constexpr int64_t kMaxStride = std::numeric_limits<int32_t>::max();

namespace {

/// The slice of one axis: `count` rows from `start`, `step` apart.
struct AxisSlice {
  int64_t axis;
  Value start, count, step;
};

} // namespace

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

// One bound for each of `count` axes; none if they are absent.
static FailureOr<SmallVector<Value>> readBounds(Node &node, unsigned index,
                                                StringRef name, size_t count) {
  if (node.opset < opsets::kFirstSliceOperands)
    return node.indicesOf(name, count, "axis");
  if (!node.operand(index))
    return SmallVector<Value>();
  FailureOr<Value> vector = node.vector(index, name);
  if (failed(vector))
    return failure();
  return node.indicesOf(*vector, name, count, "axis");
}

// The number of bounds, which determines the axes if they are absent.
static FailureOr<int64_t> countBounds(Node &node) {
  if (node.opset < opsets::kFirstSliceOperands) {
    FailureOr<std::optional<SmallVector<int64_t>>> starts =
        node.integers("starts");
    if (failed(starts))
      return failure();
    return *starts ? (*starts)->size() : 0;
  }
  FailureOr<Value> starts = node.tensor(1, "starts");
  if (failed(starts))
    return failure();
  auto type = cast<RankedTensorType>(starts->getType());
  if (type.getRank() != 1 || type.isDynamicDim(0))
    return node.refuse(
        "cannot be lowered: without axes, the length of 'starts' "
        "must be known");
  return type.getDimSize(0);
}

static FailureOr<SmallVector<int64_t>> readAxes(Node &node, int64_t rank) {
  auto axes = node.knownIntegers(3, "axes", opsets::kFirstSliceOperands);
  if (failed(axes))
    return failure();
  if (*axes)
    return node.normalizeAxes(**axes, rank);
  FailureOr<int64_t> count = countBounds(node);
  if (failed(count))
    return failure();
  // The first axis that is out of range causes the error.
  int64_t last = std::min(*count, rank + 1);
  return node.normalizeAxes(llvm::to_vector(llvm::seq<int64_t>(0, last)), rank);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// Whether `value` is the size of a tensor, and therefore not negative.
static bool isSize(Value value) { return value.getDefiningOp<tensor::DimOp>(); }

static Value clamp(Node &node, Value value, Value low, Value high) {
  Value atLeast =
      node.builder.createOrFold<arith::MaxSIOp>(node.loc, value, low);
  if (isZeroInteger(atLeast) && isSize(high))
    return atLeast;
  return node.builder.createOrFold<arith::MinSIOp>(node.loc, atLeast, high);
}

// The slice [start:end:step] of an axis of `size` rows. Unlike in numpy, a
// negative step from before the axis begins at its first row, as in the
// standard.
static AxisSlice clampBounds(Node &node, int64_t axis, Value size, Value start,
                             Value end, Value step) {
  Value zero = node.constant(0), one = node.constant(1);
  Value goesOn = node.compare(Predicate::sgt, step, zero);
  Value last = node.subtract(size, one);
  Value low = node.select(goesOn, zero, node.constant(-1));
  auto count = [&](Value bound) {
    Value isNegative = node.compare(Predicate::slt, bound, zero);
    return node.select(isNegative, node.add(bound, size), bound);
  };
  // With a negative step, the start is at most the last row, and the end is at
  // least the position before the first.
  start = clamp(node, count(start), zero, node.select(goesOn, size, last));
  end = clamp(node, count(end), low, node.select(goesOn, size, last));
  // -2^63 cannot be negated; any other step of that length selects one row too.
  Value stride = node.builder.createOrFold<arith::MaxSIOp>(
      node.loc, step, node.constant(-std::numeric_limits<int64_t>::max()));
  Value distance = node.select(goesOn, stride, node.subtract(zero, stride));
  Value reach =
      node.select(goesOn, node.subtract(end, start), node.subtract(start, end));
  if (isOneInteger(step) && isSize(reach))
    return {axis, start, reach, step};
  Value steps = node.builder.createOrFold<arith::DivSIOp>(
      node.loc, node.subtract(reach, one), distance);
  Value isEmpty = node.compare(Predicate::sle, reach, zero);
  return {axis, start, node.select(isEmpty, zero, node.add(steps, one)), step};
}

static FailureOr<SmallVector<AxisSlice>> readSlices(Node &node, Value data) {
  auto type = cast<RankedTensorType>(data.getType());
  FailureOr<SmallVector<int64_t>> axes = readAxes(node, type.getRank());
  if (failed(axes))
    return failure();
  size_t count = axes->size();
  FailureOr<SmallVector<Value>> starts = readBounds(node, 1, "starts", count);
  if (failed(starts))
    return failure();
  FailureOr<SmallVector<Value>> ends = readBounds(node, 2, "ends", count);
  if (failed(ends))
    return failure();
  FailureOr<SmallVector<Value>> steps = readBounds(node, 4, "steps", count);
  if (failed(steps))
    return failure();
  if (starts->size() != count || ends->size() != count)
    return node.fail("expected 'starts' and 'ends', but got none");
  if (steps->empty())
    steps->assign(count, node.constant(1));
  SmallVector<AxisSlice> slices;
  for (auto [i, axis] : llvm::enumerate(*axes)) {
    Value step = (*steps)[i];
    if (failed(node.verify(
            node.compare(Predicate::ne, step, node.constant(0)),
            "expected steps[" + Twine(i) + "] to be other than {0}", step)))
      return failure();
    slices.push_back(clampBounds(node, axis, node.sizeOf(data, axis),
                                 (*starts)[i], (*ends)[i], step));
  }
  return slices;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

// The number of rows, or 0 if rows are empty.
static Value countFilled(Node &node, ArrayRef<OpFoldResult> sizes,
                         const AxisSlice &slice) {
  Value count = slice.count, zero = node.constant(0);
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (auto unknown = dyn_cast<Value>(size);
        unknown && static_cast<int64_t>(dim) != slice.axis)
      count =
          node.select(node.compare(Predicate::eq, unknown, zero), zero, count);
  return count;
}

// Copies the rows of a slice, in either direction, one after the other.
static Value copyRows(Node &node, Value data, const AxisSlice &slice) {
  OpBuilder &builder = node.builder;
  SmallVector<OpFoldResult> sizes = node.sizesOf(data);
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  sizes[slice.axis] = node.fold(slice.count);
  Value init = tensor::EmptyOp::create(
      builder, node.loc, sizes,
      cast<RankedTensorType>(data.getType()).getElementType());
  sizes[slice.axis] = builder.getIndexAttr(1);
  if (llvm::any_of(sizes, isZeroInteger))
    return init;
  // The number of empty rows is not limited by memory.
  Value count = countFilled(node, sizes, slice);
  auto loop = scf::ForOp::create(
      builder, node.loc, node.constant(0), count, node.constant(1), init,
      [&](OpBuilder &, Location, Value i, ValueRange carried) {
        SmallVector<OpFoldResult> offsets(sizes.size(),
                                          builder.getIndexAttr(0));
        offsets[slice.axis] =
            node.add(slice.start, node.multiply(i, slice.step));
        Value row = sliceTensor(builder, node.loc, data, offsets, sizes, ones);
        offsets[slice.axis] = i;
        Value next = tensor::InsertSliceOp::create(
            builder, node.loc, row, carried.front(), offsets, sizes, ones);
        scf::YieldOp::create(builder, node.loc, next);
      });
  return loop.getResult(0);
}

static LogicalResult lowerSlice(Node &node) {
  bool isOperand = node.opset >= opsets::kFirstSliceOperands;
  SmallVector<StringRef> attributes;
  if (!isOperand)
    attributes = {"axes", "ends", "starts"};
  if (failed(node.verifyForm(isOperand ? 3 : 1, isOperand ? 5 : 1, attributes)))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  FailureOr<SmallVector<AxisSlice>> slices = readSlices(node, *data);
  if (failed(slices))
    return failure();

  SmallVector<OpFoldResult> sizes = node.sizesOf(*data);
  SmallVector<OpFoldResult> offsets(sizes.size(), node.builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), node.builder.getIndexAttr(1));
  SmallVector<AxisSlice> copied;
  for (const AxisSlice &slice : *slices) {
    std::optional<int64_t> step = getConstantIntValue(slice.step);
    if (!step || *step < 0) {
      copied.push_back(slice);
      continue;
    }
    // A step of the length of the axis selects one row, like any longer one.
    Value stride = slice.step;
    if (*step > kMaxStride)
      stride =
          clamp(node, node.sizeOf(*data, slice.axis), node.constant(1), stride);
    offsets[slice.axis] = node.fold(slice.start);
    sizes[slice.axis] = node.fold(slice.count);
    strides[slice.axis] = node.fold(stride);
  }
  Value result = node.slice(*data, offsets, sizes, strides);
  for (const AxisSlice &slice : copied)
    result = copyRows(node, result, slice);
  return node.replace(result);
}

void mlir::onnxops::addSliceLowerings(Lowerings &lowerings) {
  lowerings["Slice"] = lowerSlice;
}
