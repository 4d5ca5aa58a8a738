//===- StorageElements.cpp - access to elements of storage types ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that access single elements use their original types, and are converted
// from and to storage types.
//
//===----------------------------------------------------------------------===//

#include "StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isElementAccess(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return extract.getType().isSignlessIntOrFloat();
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(op))
    return fromElements.getType().getElementType().isSignlessIntOrFloat();
  return false;
}

// Converts a stored element to its original type.
static Value readElement(OpBuilder &builder, Location loc, Value stored,
                         Type type) {
  if (stored.getType() == type)
    return stored;
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, loc, type, stored);
  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(stored.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, stored,
                               zero);
}

// Converts an element to its storage type.
static Value storeElement(OpBuilder &builder, Location loc, Value element,
                          Type storage) {
  if (element.getType() == storage)
    return element;
  if (isa<FloatType>(element.getType()))
    return arith::BitcastOp::create(builder, loc, storage, element);
  return arith::ExtUIOp::create(builder, loc, storage, element);
}

namespace {

/// Converts an extracted element to its original type.
struct ConvertExtract : OpConversionPattern<tensor::ExtractOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value stored = tensor::ExtractOp::create(
        rewriter, op.getLoc(), adaptor.getTensor(), adaptor.getIndices());
    rewriter.replaceOp(
        op, readElement(rewriter, op.getLoc(), stored, op.getType()));
    return success();
  }
};

/// Builds a tensor of elements of storage type.
struct ConvertFromElements : OpConversionPattern<tensor::FromElementsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::FromElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    SmallVector<Value> elements;
    for (Value element : adaptor.getElements())
      elements.push_back(
          storeElement(rewriter, op.getLoc(), element, type.getElementType()));
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, elements);
    return success();
  }
};

/// Converts a generic on booleans to one on their bytes.
struct ConvertGeneric : OpConversionPattern<linalg::GenericOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(linalg::GenericOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getResultTypes(), types)))
      return rewriter.notifyMatchFailure(op, "no storage type");
    auto generic = linalg::GenericOp::create(
        rewriter, op.getLoc(), types, adaptor.getInputs(), adaptor.getOutputs(),
        op.getIndexingMaps(), op.getIteratorTypes(), op.getDocAttr(),
        op.getLibraryCallAttr());
    Block *old = op.getBody();
    SmallVector<Type> stored;
    for (Value operand : adaptor.getOperands())
      stored.push_back(getElementTypeOrSelf(operand.getType()));
    Block *body =
        rewriter.createBlock(&generic.getRegion(), {}, stored,
                             SmallVector<Location>(stored.size(), op.getLoc()));
    SmallVector<Value> elements;
    for (auto [argument, element] :
         llvm::zip_equal(body->getArguments(), old->getArgumentTypes()))
      elements.push_back(readElement(rewriter, op.getLoc(), argument, element));
    rewriter.inlineBlockBefore(old, body, body->end(), elements);
    auto yield = cast<linalg::YieldOp>(body->getTerminator());
    rewriter.setInsertionPoint(yield);
    SmallVector<Value> results;
    for (auto [result, type] : llvm::zip_equal(yield.getOperands(), types))
      results.push_back(storeElement(rewriter, op.getLoc(), result,
                                     getElementTypeOrSelf(type)));
    rewriter.replaceOpWithNewOp<linalg::YieldOp>(yield, results);
    rewriter.replaceOp(op, generic);
    return success();
  }
};

} // namespace

void mlir::onnxops::populateElementPatterns(const TypeConverter &converter,
                                            RewritePatternSet &patterns) {
  patterns.add<ConvertExtract, ConvertFromElements, ConvertGeneric>(
      converter, patterns.getContext());
}
