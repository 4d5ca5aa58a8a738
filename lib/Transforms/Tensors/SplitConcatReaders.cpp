//===- SplitConcatReaders.cpp - readers of a concat, for each operand -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A structured op with a parallel loop along the axis of a concat that it reads
// becomes one op for each operand, and a concat of their results, which
// --onnxops-concat-in-place computes in place. Loops over these ops need no
// bounds, whatever the sizes of their tiles.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/TilingInterface.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Tensors/Patterns.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// A loop of a reader along the axis of a concat, and the dimension of each
/// result along which it goes.
struct AxisLoop {
  tensor::ConcatOp concat;
  unsigned loop;
  SmallVector<unsigned> resultDims;
};

} // namespace

static std::optional<unsigned> findPosition(AffineMap map, unsigned loop) {
  if (!map.isProjectedPermutation())
    return std::nullopt;
  return map.getResultPosition(getAffineDimExpr(loop, map.getContext()));
}

static bool isKnownEmpty(tensor::ConcatOp concat) {
  return llvm::all_of(concat.getInputs().getTypes(), [&](Type type) {
    return cast<RankedTensorType>(type).getDimSize(concat.getDim()) == 0;
  });
}

static std::optional<AxisLoop> findAxisLoop(linalg::LinalgOp reader,
                                            OpOperand *operand) {
  auto concat = operand->get().getDefiningOp<tensor::ConcatOp>();
  AffineMap map = reader.getMatchingIndexingMap(operand);
  if (!concat || !map.isProjectedPermutation() || isKnownEmpty(concat))
    return std::nullopt;
  AxisLoop found{concat, map.getDimPosition(concat.getDim()), {}};
  if (reader.getIteratorTypesArray()[found.loop] !=
      utils::IteratorType::parallel)
    return std::nullopt;
  for (OpOperand &init : reader.getDpsInitsMutable()) {
    std::optional<unsigned> dim =
        findPosition(reader.getMatchingIndexingMap(&init), found.loop);
    if (!dim)
      return std::nullopt;
    found.resultDims.push_back(*dim);
  }
  return found;
}

static std::optional<AxisLoop> findAxisLoop(linalg::LinalgOp reader) {
  if (!reader.hasPureTensorSemantics())
    return std::nullopt;
  for (OpOperand *operand : reader.getDpsInputOperands())
    if (std::optional<AxisLoop> found = findAxisLoop(reader, operand))
      return found;
  return std::nullopt;
}

// Reads the operand instead of the slice of the concat that it is, and empty
// tensors of a part's own instead of slices of one.
static void replaceSlices(RewriterBase &rewriter,
                          ArrayRef<Operation *> candidates,
                          tensor::ConcatOp concat, Value input) {
  for (Operation *candidate : candidates) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(candidate);
    if (!slice)
      continue;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(slice);
    if (slice.getSource().getDefiningOp<tensor::EmptyOp>()) {
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
          slice, slice.getMixedSizes(), slice.getType().getElementType());
    } else if (slice.getSource() == concat.getResult()) {
      Value part = input;
      if (part.getType() != slice.getType())
        part = tensor::CastOp::create(rewriter, slice.getLoc(), slice.getType(),
                                      part);
      rewriter.replaceOp(slice, part);
    }
  }
}

FailureOr<SmallVector<Operation *>>
mlir::onnxops::splitConcatReader(RewriterBase &rewriter,
                                 linalg::LinalgOp reader) {
  std::optional<AxisLoop> found = findAxisLoop(reader);
  auto tiling = dyn_cast<TilingInterface>(reader.getOperation());
  if (!found || !tiling)
    return failure();
  Location loc = reader.getLoc();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(reader);
  IndexBuilder index(rewriter, loc);
  SmallVector<OpFoldResult> offsets, sizes;
  for (const Range &range : tiling.getIterationDomain(rewriter)) {
    offsets.push_back(range.offset);
    sizes.push_back(range.size);
  }
  SmallVector<Operation *> parts;
  SmallVector<SmallVector<Value>> values(reader->getNumResults());
  for (Value input : found->concat.getInputs()) {
    OpFoldResult size =
        tensor::getMixedSize(rewriter, loc, input, found->concat.getDim());
    if (isZeroInteger(size))
      continue;
    sizes[found->loop] = size;
    FailureOr<TilingResult> part =
        tiling.getTiledImplementation(rewriter, offsets, sizes);
    if (failed(part))
      return failure();
    replaceSlices(rewriter, part->generatedSlices, found->concat, input);
    offsets[found->loop] = index.add(offsets[found->loop], size);
    llvm::append_range(parts, part->tiledOps);
    for (auto [all, value] : llvm::zip_equal(values, part->tiledValues))
      all.push_back(value);
  }
  SmallVector<Value> results;
  for (auto [type, dim, all] :
       llvm::zip_equal(reader->getResultTypes(), found->resultDims, values))
    results.push_back(tensor::ConcatOp::create(
        rewriter, loc, cast<RankedTensorType>(type), dim, all));
  rewriter.replaceOp(reader, results);
  return parts;
}

namespace {

struct SplitConcatReader : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp reader,
                                PatternRewriter &rewriter) const override {
    return splitConcatReader(rewriter, reader);
  }
};

} // namespace

void mlir::onnxops::populateSplitConcatReadersPatterns(
    RewritePatternSet &patterns) {
  patterns.add<SplitConcatReader>(patterns.getContext());
}
