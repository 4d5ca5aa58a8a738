//===- MergeConcatOperands.cpp - merge adjacent slices in concats ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands that are adjacent both in their source and in the concat need only
// one copy, or none if there are no others. Part of --onnxops-simplify-views.
//
//===----------------------------------------------------------------------===//

#include "ViewRewrites.h"
#include "onnxops/Transforms/Tensors/SliceRange.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Adjacent slices of one source.
struct Run {
  tensor::ExtractSliceOp first;
  SliceRange range;
  int64_t offset, size;
  size_t count = 1;
};

} // namespace

// A run of one slice, if `operand` is a slice of known rows of `axis`.
static std::optional<Run> startRun(Value operand, int64_t axis) {
  auto slice = operand.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || dropsDimensions(slice))
    return std::nullopt;
  SliceRange range(slice);
  std::optional<int64_t> offset = getConstantIntValue(range.offsets[axis]);
  std::optional<int64_t> size = getConstantIntValue(range.sizes[axis]);
  if (!offset || !size || !isOneInteger(range.strides[axis]))
    return std::nullopt;
  return Run{slice, range, *offset, *size};
}

// Whether `next` begins where `run` ends, with equal ranges in all other
// dimensions.
static bool continues(Run &run, Run &next, int64_t axis) {
  auto sameDims = [&] {
    for (int64_t dim = 0, rank = run.range.getRank(); dim < rank; ++dim)
      if (dim != axis && !run.range.isSameDim(next.range, dim))
        return false;
    return true;
  };
  return run.first.getSource() == next.first.getSource() &&
         run.offset + run.size == next.offset && sameDims();
}

// Builds the slice of a whole run.
static Value buildRun(RewriterBase &rewriter, Location loc, Run &run,
                      int64_t axis) {
  if (run.count == 1)
    return run.first;
  run.range.setDim(rewriter.getContext(), axis, run.offset, run.size);
  SmallVector<int64_t> shape(run.first.getType().getShape());
  shape[axis] = run.size;
  return createSlice(rewriter, loc, run.first.getSource(), run.range,
                     run.first.getType().clone(shape));
}

// The operands with runs merged, and without those that have no rows.
static SmallVector<Value> joinRuns(RewriterBase &rewriter,
                                   tensor::ConcatOp concat) {
  auto axis = static_cast<int64_t>(concat.getDim());
  SmallVector<Value> operands;
  std::optional<Run> run;
  auto endRun = [&] {
    if (run)
      operands.push_back(buildRun(rewriter, concat.getLoc(), *run, axis));
    run.reset();
  };
  for (Value operand : concat.getInputs()) {
    if (cast<RankedTensorType>(operand.getType()).getDimSize(axis) == 0)
      continue;
    std::optional<Run> next = startRun(operand, axis);
    if (run && next && continues(*run, *next, axis)) {
      run->size += next->size;
      ++run->count;
      continue;
    }
    endRun();
    if (next)
      run = std::move(next);
    else
      operands.push_back(operand);
  }
  endRun();
  if (operands.empty())
    operands.push_back(concat.getInputs().front());
  return operands;
}

LogicalResult mlir::onnxops::mergeConcatOperands(RewriterBase &rewriter,
                                                 tensor::ConcatOp concat) {
  rewriter.setInsertionPoint(concat);
  SmallVector<Value> operands = joinRuns(rewriter, concat);
  Location loc = concat.getLoc();
  if (operands.size() == concat.getInputs().size() && operands.size() > 1)
    return rewriter.notifyMatchFailure(concat, "no operands to merge");
  Value result = operands.front();
  if (operands.size() > 1)
    result = tensor::ConcatOp::create(rewriter, loc, concat.getDim(), operands);
  result = castTensor(rewriter, loc, result, concat.getResultType());
  SmallVector<Value> old(concat.getInputs());
  rewriter.replaceOp(concat, result);
  eraseUnused(rewriter, old);
  return success();
}
