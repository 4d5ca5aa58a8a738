//===- SplitConcat.cpp - slices of a concat read its operands -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A slice of one operand copies nothing; a slice of several is a smaller
// concat. The concat is rewritten only if all of its users can be, since its
// bytes would otherwise be copied twice. Part of --onnxops-simplify-views.
//
// The begins of the operands are computed once, and each slice finds its first
// and last operand by binary search.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// The operands of a concat that have rows, and their positions.
struct Layout {
  SmallVector<Value> operands;
  /// The first row of each operand, followed by the end of the last one.
  SmallVector<int64_t> starts = {0};
  /// Sizes of all dimensions, static if they are in any operand.
  SmallVector<int64_t> shape;
};

/// A slice of a concat, and the range of its operands.
struct Part {
  tensor::ExtractSliceOp slice;
  int64_t offset, size;
  size_t first, last;

  size_t countOperands() const { return last - first; }
};

/// All users of a concat.
struct Users {
  SmallVector<Part> parts;
  /// Ops that read a size other than that of the axis.
  SmallVector<tensor::DimOp> readers;
};

} // namespace

// None if the number of rows of an operand is dynamic.
static std::optional<Layout> getLayout(tensor::ConcatOp concat) {
  Layout layout;
  layout.shape = llvm::to_vector(concat.getResultType().getShape());
  for (Value operand : concat.getInputs()) {
    auto type = cast<RankedTensorType>(operand.getType());
    for (auto [known, size] : llvm::zip_equal(layout.shape, type.getShape()))
      if (ShapedType::isDynamic(known))
        known = size;
    int64_t rows = type.getDimSize(concat.getDim()), end;
    if (ShapedType::isDynamic(rows) ||
        llvm::AddOverflow(layout.starts.back(), rows, end))
      return std::nullopt;
    if (rows == 0)
      continue;
    layout.operands.push_back(operand);
    layout.starts.push_back(end);
  }
  layout.shape[concat.getDim()] = layout.starts.back();
  return layout;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

// None if `slice` cannot be rewritten to slices of operands: its rows are not
// known or not adjacent, or it would be a concat of another rank.
static std::optional<Part> findPart(tensor::ConcatOp concat,
                                    const Layout &layout,
                                    tensor::ExtractSliceOp slice) {
  auto axis = static_cast<int64_t>(concat.getDim());
  SliceRange range(slice);
  std::optional<int64_t> offset = getConstantIntValue(range.offsets[axis]);
  std::optional<int64_t> size = getConstantIntValue(range.sizes[axis]);
  if (!offset || !size || !isOneInteger(range.strides[axis]))
    return std::nullopt;
  for (auto [dim, known] : llvm::enumerate(layout.shape))
    if (!range.fits(dim, known))
      return std::nullopt;
  Part part{slice, *offset, *size, 0, 0};
  if (*size > 0) {
    ArrayRef<int64_t> starts = layout.starts;
    part.first = llvm::upper_bound(starts, *offset) - starts.begin() - 1;
    part.last = llvm::lower_bound(starts, *offset + *size) - starts.begin();
  }
  // In a loop, a concat would be made in each iteration.
  bool isConcat = part.countOperands() > 1;
  if (isConcat && slice->getBlock() != concat->getBlock())
    return std::nullopt;
  if (part.countOperands() != 1 && dropsDimensions(slice))
    return std::nullopt;
  return part;
}

// None if something other than a slice of known rows uses the concat.
static std::optional<Users> findUsers(tensor::ConcatOp concat,
                                      const Layout &layout) {
  Users users;
  for (Operation *user : concat->getUsers()) {
    if (auto reader = dyn_cast<tensor::DimOp>(user)) {
      std::optional<int64_t> dim = reader.getConstantIndex();
      if (!dim || *dim < 0 || *dim >= concat.getRank() ||
          *dim == static_cast<int64_t>(concat.getDim()))
        return std::nullopt;
      users.readers.push_back(reader);
      continue;
    }
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    std::optional<Part> part =
        slice ? findPart(concat, layout, slice) : std::nullopt;
    if (!part)
      return std::nullopt;
    users.parts.push_back(*part);
  }
  return users;
}

// Whether the slices copy no more rows than the concat, and with no more
// copies, each of which is code: overlapping slices may do so.
static bool copyNoMore(ArrayRef<Part> parts, const Layout &layout) {
  int64_t rows = layout.starts.back();
  size_t copies = layout.operands.size();
  for (const Part &part : parts) {
    if (part.countOperands() <= 1)
      continue;
    if (part.size > rows || part.countOperands() > copies)
      return false;
    rows -= part.size;
    copies -= part.countOperands();
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

// The slice of the operand at `index` that is in `part`.
static Value buildChunk(RewriterBase &rewriter, tensor::ConcatOp concat,
                        const Layout &layout, const Part &part, size_t index) {
  auto axis = static_cast<int64_t>(concat.getDim());
  Value operand = layout.operands[index];
  tensor::ExtractSliceOp slice = part.slice;
  int64_t begin = std::max(part.offset, layout.starts[index]);
  int64_t end = std::min(part.offset + part.size, layout.starts[index + 1]);
  SliceRange range(slice);
  range.setDim(rewriter.getContext(), axis, begin - layout.starts[index],
               end - begin);
  RankedTensorType type = slice.getType();
  if (!dropsDimensions(slice)) {
    SmallVector<int64_t> shape(type.getShape());
    shape[axis] = end - begin;
    type = type.clone(shape);
    // In the other dimensions all operands have the same sizes.
    auto coversDim = [&](int64_t dim) {
      return range.coversDim(operand, dim) ||
             (dim != axis && (range.coversDim(concat, dim) ||
                              range.coversDim(concat.getInputs()[0], dim)));
    };
    if (llvm::all_of(llvm::seq<int64_t>(0, range.getRank()), coversDim))
      return castTensor(rewriter, slice.getLoc(), operand, type);
  }
  return createSlice(rewriter, slice.getLoc(), operand, range, type);
}

static Value buildPart(RewriterBase &rewriter, tensor::ConcatOp concat,
                       const Layout &layout, const Part &part) {
  tensor::ExtractSliceOp slice = part.slice;
  if (part.size == 0)
    return tensor::EmptyOp::create(rewriter, slice.getLoc(),
                                   slice.getMixedSizes(),
                                   slice.getType().getElementType());
  SmallVector<Value> chunks;
  for (size_t index = part.first; index < part.last; ++index)
    chunks.push_back(buildChunk(rewriter, concat, layout, part, index));
  if (chunks.size() == 1)
    return chunks.front();
  return tensor::ConcatOp::create(rewriter, slice.getLoc(), concat.getDim(),
                                  chunks);
}

size_t mlir::onnxops::splitConcat(RewriterBase &rewriter,
                                  tensor::ConcatOp concat, size_t limit) {
  std::optional<Layout> layout = getLayout(concat);
  if (!layout)
    return splitOpenConcat(rewriter, concat, limit);
  std::optional<Users> users = findUsers(concat, *layout);
  if (!users || users->parts.empty() || !copyNoMore(users->parts, *layout))
    return 0;
  size_t count = 0;
  for (const Part &part : users->parts)
    count += part.countOperands();
  if (count > limit)
    return 0;
  for (tensor::DimOp reader : users->readers)
    rewriter.modifyOpInPlace(reader, [&] {
      reader.getSourceMutable().assign(concat.getInputs().front());
    });
  for (Part &part : users->parts) {
    rewriter.setInsertionPoint(part.slice);
    Value result = buildPart(rewriter, concat, *layout, part);
    result =
        castTensor(rewriter, part.slice.getLoc(), result, part.slice.getType());
    rewriter.replaceOp(part.slice, result);
  }
  for (tensor::DimOp reader : users->readers)
    eraseUnused(rewriter, reader.getResult());
  eraseUnused(rewriter, concat.getResult());
  return count;
}
