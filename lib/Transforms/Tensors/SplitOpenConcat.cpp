//===- SplitOpenConcat.cpp - a slice of operands of dynamic sizes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computes the slice of each operand of a concat at run time, which may be
// empty. So only the bytes of the slice are copied, at the price of a few
// operations for each operand. Part of --onnxops-simplify-views.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::onnxops;

// With more operands, most would not be in the slice.
static constexpr size_t kMaxOperands = 8;

namespace {

/// All users of a concat.
struct OpenUsers {
  tensor::ExtractSliceOp slice;
  /// Ops that read a size.
  SmallVector<tensor::DimOp> readers;
};

} // namespace

// Whether `slice` may be in bounds of the operands in dimensions other than the
// axis, and takes adjacent rows.
static bool canTakeRows(tensor::ConcatOp concat, tensor::ExtractSliceOp slice) {
  SliceRange range(slice);
  auto axis = static_cast<int64_t>(concat.getDim());
  for (int64_t dim = 0; dim < range.getRank(); ++dim)
    for (Value operand : concat.getInputs()) {
      auto type = cast<RankedTensorType>(operand.getType());
      if (dim != axis && !range.fits(dim, type.getDimSize(dim)))
        return false;
    }
  return isOneInteger(range.strides[axis]);
}

// None unless the users of the concat are one slice and reads of sizes.
static std::optional<OpenUsers> findUsers(tensor::ConcatOp concat) {
  OpenUsers users;
  for (Operation *user : concat->getUsers()) {
    if (auto reader = dyn_cast<tensor::DimOp>(user)) {
      std::optional<int64_t> dim = reader.getConstantIndex();
      if (!dim || *dim < 0 || *dim >= concat.getRank())
        return std::nullopt;
      users.readers.push_back(reader);
      continue;
    }
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || users.slice || slice->getBlock() != concat->getBlock() ||
        dropsDimensions(slice) || !canTakeRows(concat, slice))
      return std::nullopt;
    users.slice = slice;
  }
  return users.slice ? std::optional(users) : std::nullopt;
}

// Computes the size that `reader` reads from the operands.
static Value readSize(OpBuilder &builder, tensor::ConcatOp concat,
                      tensor::DimOp reader) {
  Location loc = reader.getLoc();
  int64_t dim = *reader.getConstantIndex();
  auto sizeOf = [&](Value operand) {
    return getValueOrCreateConstantIndexOp(
        builder, loc, tensor::getMixedSize(builder, loc, operand, dim));
  };
  Value size = sizeOf(concat.getInputs().front());
  if (dim == static_cast<int64_t>(concat.getDim()))
    for (Value operand : concat.getInputs().drop_front())
      size = builder.createOrFold<arith::AddIOp>(loc, size, sizeOf(operand));
  return size;
}

namespace {

/// Slices each operand.
class Splitter {
public:
  Splitter(OpBuilder &builder, tensor::ExtractSliceOp slice, int64_t axis)
      : builder(builder), loc(slice.getLoc()), slice(slice), axis(axis),
        begin(toValue(slice.getMixedOffsets()[axis])),
        end(builder.createOrFold<arith::AddIOp>(
            loc, begin, toValue(slice.getMixedSizes()[axis]))) {}

  Value takeNext(Value operand);

private:
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder, loc, size);
  }
  Value clamp(Value position, Value size);

  OpBuilder &builder;
  Location loc;
  tensor::ExtractSliceOp slice;
  int64_t axis;
  /// The rows of the slice, relative to the next operand.
  Value begin, end;
};

} // namespace

// Clamps a position to an operand of `size` rows.
Value Splitter::clamp(Value position, Value size) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value atLeast = builder.createOrFold<arith::MaxSIOp>(loc, position, zero);
  return builder.createOrFold<arith::MinSIOp>(loc, atLeast, size);
}

Value Splitter::takeNext(Value operand) {
  Value size = toValue(tensor::getMixedSize(builder, loc, operand, axis));
  Value first = clamp(begin, size), last = clamp(end, size);
  SliceRange range(slice);
  range.offsets[axis] = getAsOpFoldResult(first);
  range.sizes[axis] =
      getAsOpFoldResult(builder.createOrFold<arith::SubIOp>(loc, last, first));
  begin = builder.createOrFold<arith::SubIOp>(loc, begin, size);
  end = builder.createOrFold<arith::SubIOp>(loc, end, size);
  SmallVector<int64_t> shape(slice.getType().getShape());
  shape[axis] =
      getConstantIntValue(range.sizes[axis]).value_or(ShapedType::kDynamic);
  return createSlice(builder, loc, operand, range,
                     slice.getType().clone(shape));
}

size_t mlir::onnxops::splitOpenConcat(RewriterBase &rewriter,
                                      tensor::ConcatOp concat, size_t limit) {
  size_t count = concat.getInputs().size();
  if (count > kMaxOperands || count > limit)
    return 0;
  std::optional<OpenUsers> users = findUsers(concat);
  if (!users)
    return 0;
  for (tensor::DimOp reader : users->readers) {
    rewriter.setInsertionPoint(reader);
    rewriter.replaceOp(reader, readSize(rewriter, concat, reader));
  }
  tensor::ExtractSliceOp slice = users->slice;
  rewriter.setInsertionPoint(slice);
  Splitter splitter(rewriter, slice, concat.getDim());
  SmallVector<Value> chunks;
  for (Value operand : concat.getInputs())
    chunks.push_back(splitter.takeNext(operand));
  Value result = tensor::ConcatOp::create(rewriter, slice.getLoc(),
                                          concat.getDim(), chunks);
  rewriter.replaceOp(
      slice, castTensor(rewriter, slice.getLoc(), result, slice.getType()));
  eraseUnused(rewriter, concat.getResult());
  return count;
}
