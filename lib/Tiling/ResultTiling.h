//===- ResultTiling.h - loops over the dimensions of a result ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of TilingInterface that concats and tiles share: one result, whose
// dimensions are the loops.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TILING_RESULTTILING_H
#define ONNXOPS_LIB_TILING_RESULTTILING_H

#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/TilingInterface.h"

namespace mlir::onnxops {

/// A model for `Op`, of which `Model` has three methods:
///
///   bool areRanksKnown(Op op) const;
///   bool isKnownEmpty(Op op) const; // from its operands, of known ranks
///   TilingResult buildTile(Op op, OpBuilder &builder,
///                          ArrayRef<OpFoldResult> offsets,
///                          ArrayRef<OpFoldResult> sizes) const;
///
/// `buildTile` is called only for ops whose ranks are known. Other ops have no
/// loops, nor has one whose result is known to have no elements, or has an
/// encoding: upstream's drivers would insert tiles at a static offset that is
/// out of bounds, and into a tensor without the encoding.
template <typename Model, typename Op>
struct ResultTiling : TilingInterface::ExternalModel<Model, Op> {
  using Indices = ArrayRef<OpFoldResult>;

  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    if (!isTileable(op))
      return {};
    int64_t rank = cast<RankedTensorType>(op->getResult(0).getType()).getRank();
    return SmallVector<utils::IteratorType>(rank,
                                            utils::IteratorType::parallel);
  }

  SmallVector<Range> getIterationDomain(Operation *op,
                                        OpBuilder &builder) const {
    ReifiedRankedShapedTypeDims sizes;
    if (!isTileable(op) || failed(reifyResultShapes(builder, op, sizes)))
      return {};
    SmallVector<Range> ranges;
    for (OpFoldResult size : sizes.front())
      ranges.push_back(
          {builder.getIndexAttr(0), size, builder.getIndexAttr(1)});
    return ranges;
  }

  FailureOr<TilingResult> getTiledImplementation(Operation *op,
                                                 OpBuilder &builder,
                                                 Indices offsets,
                                                 Indices sizes) const {
    if (!isTileable(op))
      return failure();
    return static_cast<const Model *>(this)->buildTile(cast<Op>(op), builder,
                                                       offsets, sizes);
  }

  LogicalResult
  getResultTilePosition(Operation *op, OpBuilder &, unsigned, Indices offsets,
                        Indices sizes, SmallVector<OpFoldResult> &resultOffsets,
                        SmallVector<OpFoldResult> &resultSizes) const {
    resultOffsets.assign(offsets.begin(), offsets.end());
    resultSizes.assign(sizes.begin(), sizes.end());
    return success();
  }

  //===--------------------------------------------------------------------===//
  // As a producer
  //===--------------------------------------------------------------------===//

  bool isOpFusableWithConsumerSlice(Operation *op, unsigned, Indices,
                                    Indices) const {
    return isTileable(op);
  }

  LogicalResult getIterationDomainTileFromResultTile(
      Operation *op, OpBuilder &, unsigned, Indices offsets, Indices sizes,
      SmallVectorImpl<OpFoldResult> &domainOffsets,
      SmallVectorImpl<OpFoldResult> &domainSizes) const {
    domainOffsets.assign(offsets.begin(), offsets.end());
    domainSizes.assign(sizes.begin(), sizes.end());
    return success();
  }

  FailureOr<TilingResult> generateResultTileValue(Operation *op,
                                                  OpBuilder &builder, unsigned,
                                                  Indices offsets,
                                                  Indices sizes) const {
    return getTiledImplementation(op, builder, offsets, sizes);
  }

private:
  bool isTileable(Operation *op) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    auto *model = static_cast<const Model *>(this);
    return type && !type.getEncoding() &&
           !llvm::is_contained(type.getShape(), 0) &&
           model->areRanksKnown(cast<Op>(op)) &&
           !model->isKnownEmpty(cast<Op>(op));
  }
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TILING_RESULTTILING_H
