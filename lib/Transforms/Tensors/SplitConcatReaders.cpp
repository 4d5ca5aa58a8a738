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

// Whether an operand is the concat, whose axis the loop goes along.
static bool isAlongAxis(linalg::LinalgOp reader, OpOperand *operand,
                        AxisLoop &found) {
  if (operand->get() != found.concat.getResult())
    return false;
  return findPosition(reader.getMatchingIndexingMap(operand), found.loop) ==
         static_cast<unsigned>(found.concat.getDim());
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

// Lets a part of the reader read the operand instead of a slice of the concat,
// and write into an empty tensor of its own instead of a slice of one. What
// reads the concat along another loop still does.
static void replaceSlices(RewriterBase &rewriter, linalg::LinalgOp reader,
                          AxisLoop &found, Operation *part, Value input) {
  OpBuilder::InsertionGuard guard(rewriter);
  for (OpOperand &operand : reader->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    auto slice =
        part->getOperand(number).getDefiningOp<tensor::ExtractSliceOp>();
    if (!slice)
      continue;
    rewriter.setInsertionPoint(part);
    Value replacement;
    if (slice.getSource().getDefiningOp<tensor::EmptyOp>()) {
      replacement = tensor::EmptyOp::create(rewriter, slice.getLoc(),
                                            slice.getMixedSizes(),
                                            slice.getType().getElementType());
    } else if (isAlongAxis(reader, &operand, found)) {
      replacement = input;
      if (input.getType() != slice.getType())
        replacement = tensor::CastOp::create(rewriter, slice.getLoc(),
                                             slice.getType(), input);
    }
    if (!replacement)
      continue;
    rewriter.modifyOpInPlace(part,
                             [&] { part->setOperand(number, replacement); });
    if (slice->use_empty())
      rewriter.eraseOp(slice);
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
    replaceSlices(rewriter, reader, *found, part->tiledOps.front(), input);
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
