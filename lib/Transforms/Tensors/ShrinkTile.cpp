//===- ShrinkTile.cpp - slices of a tile read its input -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile is lowered to a linalg.broadcast and a tensor.collapse_shape. A slice
// within one period becomes a slice of the tile's input, one of whole periods a
// smaller tile. Part of --onnxops-simplify-views.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// A slice of a tile as a tile of a slice.
struct Part {
  tensor::ExtractSliceOp slice;
  /// The range of the tile's input.
  SliceRange range;
  SmallVector<int64_t> repeats;

  bool isTile() const {
    return llvm::any_of(repeats, [](int64_t repeat) { return repeat != 1; });
  }
};

} // namespace

// The broadcast of a tile that ends in `collapse`; null if it is no tile of
// static sizes.
static linalg::BroadcastOp getBroadcast(tensor::CollapseShapeOp collapse) {
  auto broadcast = collapse.getSrc().getDefiningOp<linalg::BroadcastOp>();
  if (!broadcast || !broadcast->hasOneUse() ||
      !collapse.getSrcType().hasStaticShape())
    return {};
  ArrayRef<int64_t> added = broadcast.getDimensions();
  for (const ReassociationIndices &group : collapse.getReassociationIndices()) {
    bool isRepeat = group.size() == 2 && llvm::is_contained(added, group[0]) &&
                    !llvm::is_contained(added, group[1]);
    if (!isRepeat && (group.size() != 1 || llvm::is_contained(added, group[0])))
      return {};
  }
  return broadcast;
}

// Rewrites dimension `dim` of `part` in terms of the tile's input, which has
// `period` rows. Fails if it crosses periods without taking whole ones.
static LogicalResult wrapDim(Part &part, int64_t dim, int64_t period) {
  SliceRange &range = part.range;
  std::optional<int64_t> offset = getConstantIntValue(range.offsets[dim]);
  std::optional<int64_t> size = getConstantIntValue(range.sizes[dim]);
  std::optional<int64_t> stride = getConstantIntValue(range.strides[dim]);
  if (!offset || !size || !stride || *stride < 1 || *size < 1)
    return failure();
  int64_t last = *offset + (*size - 1) * *stride;
  if (*offset / period == last / period) {
    range.setDim(part.slice.getContext(), dim, *offset % period, *size);
    return success();
  }
  if (*stride != 1 || *offset % period != 0 || *size % period != 0)
    return failure();
  range.setDim(part.slice.getContext(), dim, 0, period);
  part.repeats[dim] = *size / period;
  return success();
}

// None if `slice` cannot read the input of `broadcast`.
static std::optional<Part> findPart(tensor::CollapseShapeOp collapse,
                                    linalg::BroadcastOp broadcast,
                                    tensor::ExtractSliceOp slice) {
  auto input = cast<RankedTensorType>(broadcast.getInput().getType());
  Part part{slice, SliceRange(slice), SmallVector<int64_t>(input.getRank(), 1)};
  if (!slice.getType().hasStaticShape())
    return std::nullopt;
  for (auto [dim, group] : llvm::enumerate(collapse.getReassociationIndices()))
    if (group.size() == 2 && failed(wrapDim(part, dim, input.getDimSize(dim))))
      return std::nullopt;
  // In a loop, a tile would be made in each iteration.
  if (part.isTile() &&
      (slice->getBlock() != collapse->getBlock() || dropsDimensions(slice)))
    return std::nullopt;
  return part;
}

// Builds a tile of `input`.
static Value buildTile(RewriterBase &rewriter, Location loc, Value input,
                       ArrayRef<int64_t> repeats) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<int64_t> sizes, added;
  SmallVector<ReassociationIndices> groups;
  for (auto [repeat, size] : llvm::zip_equal(repeats, type.getShape())) {
    ReassociationIndices &group = groups.emplace_back();
    if (repeat != 1) {
      group.push_back(sizes.size());
      added.push_back(sizes.size());
      sizes.push_back(repeat);
    }
    group.push_back(sizes.size());
    sizes.push_back(size);
  }
  Value init =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  Value broadcast =
      linalg::BroadcastOp::create(rewriter, loc, input, init, added)
          ->getResult(0);
  return tensor::CollapseShapeOp::create(rewriter, loc, broadcast, groups);
}

static Value buildPart(RewriterBase &rewriter, Value input, const Part &part) {
  tensor::ExtractSliceOp slice = part.slice;
  Location loc = slice.getLoc();
  if (!part.isTile())
    return createSlice(rewriter, loc, input, part.range, slice.getType());
  SmallVector<int64_t> shape;
  for (OpFoldResult size : part.range.sizes)
    shape.push_back(*getConstantIntValue(size));
  Value period = createSlice(rewriter, loc, input, part.range,
                             slice.getType().clone(shape));
  return buildTile(rewriter, loc, period, part.repeats);
}

LogicalResult mlir::onnxops::shrinkTile(RewriterBase &rewriter,
                                        tensor::CollapseShapeOp collapse) {
  linalg::BroadcastOp broadcast = getBroadcast(collapse);
  if (!broadcast || collapse->use_empty())
    return rewriter.notifyMatchFailure(collapse, "not a tile that is read");
  SmallVector<Part, 1> parts;
  int64_t copied = 0;
  for (Operation *user : collapse->getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    std::optional<Part> part =
        slice ? findPart(collapse, broadcast, slice) : std::nullopt;
    if (!part)
      return rewriter.notifyMatchFailure(user, "not a part of the tile");
    // Overlapping tiles may copy more than the original one.
    if (part->isTile() &&
        (llvm::AddOverflow(copied, slice.getType().getNumElements(), copied) ||
         copied > collapse.getResultType().getNumElements()))
      return rewriter.notifyMatchFailure(collapse, "the parts copy more");
    parts.push_back(std::move(*part));
  }
  for (const Part &part : parts) {
    rewriter.setInsertionPoint(part.slice);
    tensor::ExtractSliceOp slice = part.slice;
    rewriter.replaceOp(slice, buildPart(rewriter, broadcast.getInput(), part));
  }
  eraseUnused(rewriter, collapse.getResult());
  return success();
}
