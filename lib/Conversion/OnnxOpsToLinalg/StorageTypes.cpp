//===- StorageTypes.cpp - element types as memory holds them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type converter, and the patterns that rebuild constants and upstream
// data movement with storage types.
//
//===----------------------------------------------------------------------===//

#include "StorageTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool mlir::onnxops::isMover(Operation *op) {
  return isa<tensor::BitcastOp, tensor::CastOp, tensor::CollapseShapeOp,
             tensor::ConcatOp, tensor::DimOp, tensor::EmptyOp,
             tensor::ExpandShapeOp, tensor::ExtractSliceOp,
             tensor::InsertSliceOp>(op);
}

// Whether the op takes or gives single elements that can be had from storage.
static bool isElementAccess(Operation *op) {
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return extract.getType().isSignlessIntOrFloat();
  if (auto fromElements = dyn_cast<tensor::FromElementsOp>(op))
    return fromElements.getType().getElementType().isSignlessIntOrFloat();
  return false;
}

// Whether the op's types follow those of its operands, so that it does not ask
// for a type to be kept.
static bool isTransparent(Operation *op) {
  return isMover(op) || isElementAccess(op) || op->hasTrait<OpTrait::ConstantLike>() ||
         isa_and_nonnull<OnnxOpsDialect, func::FuncDialect, scf::SCFDialect>(
             op->getDialect());
}

StorageTypeConverter::StorageTypeConverter(Operation *module) {
  module->walk([&](Operation *op) {
    if (isTransparent(op))
      return;
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto shaped = dyn_cast<ShapedType>(type))
          // A generic can be rebuilt to work on the bytes of booleans.
          if (!isa<linalg::GenericOp>(op) || !shaped.getElementType().isInteger(1))
            kept.insert(shaped.getElementType());
  });
  addConversion([](Type type) { return type; });
  addConversion([this](TensorType type) { return convertTensor(type); });
  addConversion([](SequenceType type) -> Type {
    return HandleType::get(type.getContext());
  });
  auto materialize = [](OpBuilder &builder, Type type, ValueRange inputs,
                        Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
        .getResult(0);
  };
  addSourceMaterialization(materialize);
  addTargetMaterialization(materialize);
}

Type StorageTypeConverter::convertTensor(TensorType type) const {
  Type element = type.getElementType();
  if (kept.contains(element))
    return type;
  Builder builder(type.getContext());
  auto complex = dyn_cast<ComplexType>(element);
  if (complex && complex.getElementType().isF64()) {
    auto ranked = dyn_cast<RankedTensorType>(type);
    if (!ranked)
      return type;
    SmallVector<int64_t> shape(ranked.getShape());
    shape.push_back(2);
    return RankedTensorType::get(shape, builder.getI64Type());
  }
  if (isa<StringType>(element))
    return type.clone(builder.getI64Type());
  if (complex && complex.getElementType().isF32())
    return type.clone(builder.getI64Type());
  if (!element.isIntOrFloat())
    return type;
  return type.clone(
      builder.getIntegerType(std::max(8u, element.getIntOrFloatBitWidth())));
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// The same bytes under the storage type, null where they cannot be had.
static ElementsAttr convertElements(ElementsAttr value, ShapedType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  auto dense = dyn_cast<DenseIntOrFPElementsAttr>(value);
  if (!dense)
    return {};
  if (dense.getElementType().isInteger(1)) {
    if (dense.isSplat())
      return DenseElementsAttr::get(
          type, static_cast<int8_t>(dense.getSplatValue<bool>()));
    SmallVector<int8_t> bytes(dense.getValues<bool>());
    return DenseElementsAttr::get(type, ArrayRef<int8_t>(bytes));
  }
  ArrayRef<char> bytes = dense.getRawData();
  // One complex128 element is two of storage, which a splat cannot express.
  SmallVector<char> repeated;
  if (dense.isSplat() && type.getRank() != dense.getType().getRank()) {
    for (int64_t i = 0, e = dense.getNumElements(); i < e; ++i)
      repeated.append(bytes.begin(), bytes.end());
    bytes = repeated;
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

namespace {

/// Gives a constant its storage type.
struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<ShapedType>(op.getType());
    auto elements = dyn_cast<ElementsAttr>(op.getValue());
    if (!type || !elements)
      return rewriter.notifyMatchFailure(op, "not a tensor");
    ElementsAttr value = convertElements(elements, type);
    if (!value)
      return rewriter.notifyMatchFailure(op, "no bytes to take over");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Upstream ops that only move elements
//===----------------------------------------------------------------------===//

/// Rebuilds an op whose attributes say nothing about the last dimension.
template <typename Op>
struct ConvertMover : OpConversionPattern<Op> {
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

/// Slices the whole of the dimension that a storage type may have added.
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

/// Fills the whole of the dimension that a storage type may have added.
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

// The groups of a reshape between ranks `rank` and fewer, with the dimensions
// that a storage type of rank `storageRank` may have added, in their own.
static SmallVector<ReassociationIndices>
extendGroups(SmallVector<ReassociationIndices> groups, int64_t rank,
             int64_t storageRank) {
  bool isScalar = groups.empty();
  for (int64_t i = rank; i < storageRank; ++i)
    groups.push_back({i});
  // A scalar's unit dimensions have no group of their own.
  if (isScalar && !groups.empty())
    groups.front() = llvm::to_vector<2>(llvm::seq<int64_t>(0, rank + 1));
  return groups;
}

/// Keeps the dimension that a storage type may have added in its own group.
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

/// The same the other way.
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

/// Drops a bitcast between types of one storage type.
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

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

// The element that `stored` holds.
static Value readElement(OpBuilder &builder, Location loc, Value stored,
                         Type type) {
  if (stored.getType() == type)
    return stored;
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, loc, type, stored);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(stored.getType()));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, stored,
                               zero);
}

// The form in which memory holds `element`.
static Value storeElement(OpBuilder &builder, Location loc, Value element,
                          Type storage) {
  if (element.getType() == storage)
    return element;
  if (isa<FloatType>(element.getType()))
    return arith::BitcastOp::create(builder, loc, storage, element);
  return arith::ExtUIOp::create(builder, loc, storage, element);
}

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

struct ConvertFromElements : OpConversionPattern<tensor::FromElementsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(tensor::FromElementsOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<RankedTensorType>(op.getType());
    SmallVector<Value> elements;
    for (Value element : adaptor.getElements())
      elements.push_back(storeElement(rewriter, op.getLoc(), element,
                                      type.getElementType()));
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, elements);
    return success();
  }
};

/// Lets a generic on booleans work on the bytes that hold them.
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
    Block *body = rewriter.createBlock(
        &generic.getRegion(), {}, stored,
        SmallVector<Location>(stored.size(), op.getLoc()));
    SmallVector<Value> elements;
    for (auto [argument, element] :
         llvm::zip_equal(body->getArguments(), old->getArgumentTypes()))
      elements.push_back(
          readElement(rewriter, op.getLoc(), argument, element));
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

void mlir::onnxops::populateStorageTypePatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns,
                                                ConversionTarget &target) {
  patterns.add<ConvertConstant, ConvertMover<tensor::CastOp>,
               ConvertMover<tensor::DimOp>, ConvertMover<tensor::ConcatOp>,
               ConvertMover<tensor::EmptyOp>, ConvertExtractSlice,
               ConvertInsertSlice, ConvertExpandShape, ConvertCollapseShape,
               ConvertBitcast, ConvertExtract, ConvertFromElements,
               ConvertGeneric>(converter, patterns.getContext());
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
    return converter.isSignatureLegal(op.getFunctionType()) &&
           converter.isLegal(&op.getBody());
  });
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    bool isMoving =
        isMover(op) || isElementAccess(op) ||
        isa<arith::ConstantOp, func::CallOp, func::ReturnOp, linalg::GenericOp>(
            op);
    return !isMoving || converter.isLegal(op);
  });
}
