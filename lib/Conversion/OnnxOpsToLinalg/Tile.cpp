//===- Tile.cpp - lower Tile to a broadcast -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeating [d0, d1] by [r0, r1] is a broadcast to [r0, d0, r1, d1] whose
// dimensions are then collapsed in pairs. No indexing map has a modulo, which
// upstream passes would not support.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

using namespace mlir;
using namespace mlir::onnxops;

// The repeat of each dimension: a constant, or an element of `repeats`.
static SmallVector<OpFoldResult>
readRepeats(CheckBuilder &check, NewestTileOp op, int64_t rank, Value repeats) {
  FailureOr<SmallVector<std::optional<int64_t>>> known =
      getKnownElements(op.getRepeats());
  SmallVector<OpFoldResult> result;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (succeeded(known) && (*known)[dim]) {
      result.push_back(check.builder.getIndexAttr(*(*known)[dim]));
      continue;
    }
    Value repeat = check.toIndex(tensor::ExtractOp::create(
        check.builder, check.loc, repeats, check.constant(dim)));
    check.require(
        check.compare(arith::CmpIPredicate::sge, repeat, check.constant(0)),
        "expected repeats[" + Twine(dim) + "] to be 0 or more, but got {0}",
        repeat);
    result.push_back(repeat);
  }
  return result;
}

// Requires the product of size and repeat to fit into 64 bits.
static void checkProduct(CheckBuilder &check, Value size, Value repeat,
                         int64_t dim) {
  if (check.mode == CheckMode::None)
    return;
  Type i64 = check.builder.getI64Type();
  Value lhs = arith::IndexCastOp::create(check.builder, check.loc, i64, size);
  Value rhs = arith::IndexCastOp::create(check.builder, check.loc, i64, repeat);
  auto product =
      arith::MulSIExtendedOp::create(check.builder, check.loc, lhs, rhs);
  Value shift = arith::ConstantIntOp::create(check.builder, check.loc, 63, 64);
  Value sign =
      arith::ShRSIOp::create(check.builder, check.loc, product.getLow(), shift);
  check.require(
      check.compare(arith::CmpIPredicate::eq, product.getHigh(), sign),
      "expected dimension " + Twine(dim) +
          " of the result to be less than 2^63, but got {0} times "
          "{1}",
      {size, repeat});
}

SmallVector<OpFoldResult> mlir::onnxops::requireRepeats(CheckBuilder &check,
                                                        NewestTileOp op,
                                                        Value input,
                                                        Value repeatsTensor) {
  auto inputType = cast<RankedTensorType>(op.getInput().getType());
  int64_t rank = inputType.getRank();
  Value length = check.sizeOf(repeatsTensor, 0);
  check.require(
      check.compare(arith::CmpIPredicate::eq, length, check.constant(rank)),
      "expected repeats to have " + Twine(rank) +
          " elements, one for each dimension of input, but got "
          "{0}",
      length);
  SmallVector<OpFoldResult> repeats =
      readRepeats(check, op, rank, repeatsTensor);
  for (auto [dim, repeat] : llvm::enumerate(repeats)) {
    bool isStatic = !inputType.isDynamicDim(dim) && isa<Attribute>(repeat);
    if (!isStatic && !isOneInteger(repeat))
      checkProduct(
          check, check.sizeOf(input, dim),
          getValueOrCreateConstantIndexOp(check.builder, check.loc, repeat),
          dim);
  }
  return repeats;
}

Value mlir::onnxops::buildRepeat(OpBuilder &builder, Location loc, Value input,
                                 ArrayRef<OpFoldResult> repeats) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(builder, loc, input);
  SmallVector<OpFoldResult> broadcastSizes;
  SmallVector<int64_t> added;
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    ReassociationIndices &group = groups.emplace_back();
    // A storage type may have added a last dimension, which has no repeat.
    if (dim < repeats.size() && !isOneInteger(repeats[dim])) {
      group.push_back(broadcastSizes.size());
      added.push_back(broadcastSizes.size());
      broadcastSizes.push_back(repeats[dim]);
    }
    group.push_back(broadcastSizes.size());
    broadcastSizes.push_back(size);
  }
  if (added.empty())
    return input;
  Value init = tensor::EmptyOp::create(builder, loc, broadcastSizes,
                                       getElementTypeOrSelf(input.getType()));
  Value broadcast =
      linalg::BroadcastOp::create(builder, loc, input, init, added)
          ->getResult(0);
  return tensor::CollapseShapeOp::create(builder, loc, broadcast, groups);
}

namespace {

/// Lowers Tile-13 to linalg.broadcast and tensor.collapse_shape.
struct LowerTileToBroadcast : CheckedPattern<NewestTileOp> {
  using CheckedPattern::CheckedPattern;

  Value lower(NewestTileOp op, OpAdaptor adaptor, CheckBuilder &check,
              ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> repeats =
        requireRepeats(check, op, adaptor.getInput(), adaptor.getRepeats());
    Value tile =
        buildRepeat(rewriter, op.getLoc(), adaptor.getInput(), repeats);
    return check.castTo(tile, getResultType(op));
  }
};

} // namespace

void mlir::onnxops::populateTilePatterns(PatternState &state,
                                         RewritePatternSet &patterns) {
  patterns.add<LowerTileToBroadcast>(state, patterns.getContext());
}
