//===- StorageMovement.cpp - data movement with storage types -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rebuilds upstream ops that only move elements with storage types.
//
//===----------------------------------------------------------------------===//

#include "StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether the op selects a whole tensor or sequence, not elements.
static bool isTensorSelect(arith::SelectOp op) {
  return op.getCondition().getType().isInteger(1) &&
         isa<TensorType, SequenceType>(op.getType());
}

bool mlir::onnxops::isDataMovement(Operation *op) {
  // Upstream's canonicalizer turns an scf.if with empty branches into a select.
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isTensorSelect(select);
  return isa<linalg::BroadcastOp, linalg::TransposeOp, tensor::BitcastOp,
             tensor::CastOp, tensor::CollapseShapeOp, tensor::ConcatOp,
             tensor::DimOp, tensor::EmptyOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp, tensor::InsertSliceOp>(op);
}

// The groups of a reshape of rank `rank` to a lower one or back, with groups
// for the dimensions that a storage type of rank `storageRank` may have added.
static SmallVector<ReassociationIndices>
extendGroups(SmallVector<ReassociationIndices> groups, int64_t rank,
             int64_t storageRank) {
  bool isScalar = groups.empty();
  for (int64_t i = rank; i < storageRank; ++i)
    groups.push_back({i});
  // The unit dimensions of a reshaped scalar have no group.
  if (isScalar && !groups.empty())
    groups.front() = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank + 1));
  return groups;
}

namespace {

/// Rebuilds an op whose attributes do not depend on the last dimension.
template <typename Op>
struct ConvertDataMovement : OpConversionPattern<Op> {
  using OpConversionPattern<Op>::OpConversionPattern;

  LogicalResult
  matchAndRewrite(Op op, typename Op::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(this->getTypeConverter()->convertTypes(op->getResultTypes(),
                                                      types)))
      return rewriter.notifyMatchFailure(op, "no storage type");
    rewriter.replaceOpWithNewOp<Op>(op, types, adaptor.getOperands(),
                                    op->getAttrs());
    return success();
  }
};

/// Slices all of the dimension that a storage type may have added.
struct ConvertExtractSlice : OpConversionPattern<tensor::ExtractSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExtractSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    auto source = cast<RankedTensorType>(adaptor.getSource().getType());
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    for (int64_t i = op.getSourceType().getRank(); i < source.getRank(); ++i) {
      offsets.push_back(rewriter.getIndexAttr(0));
      sizes.push_back(rewriter.getIndexAttr(source.getDimSize(i)));
      strides.push_back(rewriter.getIndexAttr(1));
    }
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, type, adaptor.getSource(), offsets, sizes, strides);
    return success();
  }
};

/// Inserts all of the dimension that a storage type may have added.
struct ConvertInsertSlice : OpConversionPattern<tensor::InsertSliceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::InsertSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(adaptor.getDest().getType());
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets();
    SmallVector<OpFoldResult> sizes = op.getMixedSizes();
    SmallVector<OpFoldResult> strides = op.getMixedStrides();
    for (int64_t i = op.getDestType().getRank(); i < type.getRank(); ++i) {
      offsets.push_back(rewriter.getIndexAttr(0));
      sizes.push_back(rewriter.getIndexAttr(type.getDimSize(i)));
      strides.push_back(rewriter.getIndexAttr(1));
    }
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, adaptor.getSource(), adaptor.getDest(), offsets, sizes, strides);
    return success();
  }
};

/// Keeps the dimension that a storage type may have added in a separate group.
struct ConvertExpandShape : OpConversionPattern<tensor::ExpandShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExpandShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    int64_t rank = op.getResultType().getRank();
    SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
    for (int64_t i = rank; i < type.getRank(); ++i)
      sizes.push_back(rewriter.getIndexAttr(type.getDimSize(i)));
    rewriter.replaceOpWithNewOp<tensor::ExpandShapeOp>(
        op, type, adaptor.getSrc(),
        extendGroups(op.getReassociationIndices(), rank, type.getRank()),
        sizes);
    return success();
  }
};

/// Keeps the dimension that a storage type may have added in a separate group.
struct ConvertCollapseShape : OpConversionPattern<tensor::CollapseShapeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::CollapseShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    auto source = cast<RankedTensorType>(adaptor.getSrc().getType());
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, type, adaptor.getSrc(),
        extendGroups(op.getReassociationIndices(), op.getSrcType().getRank(),
                     source.getRank()));
    return success();
  }
};

/// Broadcasts along the same dimensions: a dimension that a storage type may
/// have added comes after them.
struct ConvertBroadcast : OpConversionPattern<linalg::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(linalg::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<linalg::BroadcastOp>(
        op, adaptor.getInput(), adaptor.getInit(), op.getDimensions());
    return success();
  }
};

/// Keeps the position of the dimension that a storage type may have added.
struct ConvertTranspose : OpConversionPattern<linalg::TransposeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(linalg::TransposeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<int64_t> permutation(op.getPermutation());
    int64_t rank = cast<ShapedType>(adaptor.getInput().getType()).getRank();
    for (int64_t dim = permutation.size(); dim < rank; ++dim)
      permutation.push_back(dim);
    rewriter.replaceOpWithNewOp<linalg::TransposeOp>(
        op, adaptor.getInput(), adaptor.getInit(), permutation);
    return success();
  }
};

/// Shards no dimension that a storage type may have added.
struct ConvertExchange : OpConversionPattern<ExchangeOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(ExchangeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(adaptor.getInit().getType());
    SmallVector<int64_t> axes;
    for (size_t i = 0, e = op.getSources().size(); i <= e; ++i) {
      llvm::append_range(axes, op.getAxesOf(i));
      axes.resize((i + 1) * type.getRank(), -1);
    }
    rewriter.replaceOpWithNewOp<ExchangeOp>(
        op, type, op.getWhere(), adaptor.getSources(), adaptor.getInit(),
        adaptor.getOffsets(), adaptor.getNumbers(), op.getDimension(),
        op.getGrid(), axes, op.getSegments());
    return success();
  }
};

/// Drops a bitcast between types with the same storage type.
struct ConvertBitcast : OpConversionPattern<tensor::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    Value source = adaptor.getSource();
    if (source.getType() != type)
      source = tensor::BitcastOp::create(rewriter, op.getLoc(), type, source);
    rewriter.replaceOp(op, source);
    return success();
  }
};

} // namespace

void mlir::onnxops::populateDataMovementPatterns(const TypeConverter &converter,
                                                 RewritePatternSet &patterns) {
  patterns.add<
      ConvertDataMovement<arith::SelectOp>, ConvertDataMovement<tensor::CastOp>,
      ConvertDataMovement<tensor::ConcatOp>, ConvertDataMovement<tensor::DimOp>,
      ConvertDataMovement<tensor::EmptyOp>, ConvertBitcast, ConvertBroadcast,
      ConvertCollapseShape, ConvertExchange, ConvertExpandShape,
      ConvertExtractSlice, ConvertInsertSlice, ConvertTranspose>(
      converter, patterns.getContext());
}
