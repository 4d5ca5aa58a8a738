//===- StorageTypes.cpp - conversion to storage types ---------------------===//
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

// Whether the op can be rebuilt with other element types, so that these need
// not be kept.
static bool isTransparent(Operation *op) {
  return isDataMovement(op) || isElementAccess(op) ||
         op->hasTrait<OpTrait::ConstantLike>() ||
         isa_and_nonnull<OnnxOpsDialect, func::FuncDialect, scf::SCFDialect>(
             op->getDialect());
}

StorageTypeConverter::StorageTypeConverter(
    Operation *module, const DenseSet<Operation *> &keptOps) {
  module->walk([&](Operation *op) {
    if (isTransparent(op) && !keptOps.contains(op))
      return;
    for (TypeRange types :
         {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
      for (Type type : types)
        if (auto shaped = dyn_cast<ShapedType>(type))
          // A generic on booleans can be rebuilt to work on their bytes.
          if (!isa<linalg::GenericOp>(op) ||
              !shaped.getElementType().isInteger(1))
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

// The same bytes with the storage type, null if they are not available.
static ElementsAttr convertElements(ElementsAttr value, ShapedType type) {
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  if (auto sparse = dyn_cast<SparseElementsAttr>(value))
    value = DenseElementsAttr::get(
        sparse.getType(), llvm::to_vector(sparse.getValues<Attribute>()));
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
  // A complex128 element is stored as two elements, so a splat must be
  // expanded.
  SmallVector<char> repeated;
  if (dense.isSplat() && type.getRank() != dense.getType().getRank()) {
    for (int64_t i = 0, e = dense.getNumElements(); i < e; ++i)
      repeated.append(bytes.begin(), bytes.end());
    bytes = repeated;
  }
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

// Strings are created once per call, not in each iteration of a loop.
static void replaceByStrings(ConversionPatternRewriter &rewriter, Operation *op,
                             Type type, DenseStringElementsAttr strings) {
  if (auto function = op->getParentOfType<FunctionOpInterface>())
    rewriter.setInsertionPointToStart(&function.getFunctionBody().front());
  rewriter.replaceOpWithNewOp<RtStringsOp>(op, type, strings);
}

namespace {

/// Converts a constant to its storage type.
struct ConvertConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto type = getTypeConverter()->convertType<ShapedType>(op.getType());
    auto elements = dyn_cast<ElementsAttr>(op.getValue());
    if (!type || !elements)
      return rewriter.notifyMatchFailure(op, "not a tensor");
    if (auto strings = dyn_cast<DenseStringElementsAttr>(elements)) {
      replaceByStrings(rewriter, op, type, strings);
      return success();
    }
    ElementsAttr value = convertElements(elements, type);
    if (!value)
      return rewriter.notifyMatchFailure(op, "no bytes to take over");
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
    return success();
  }
};

/// Converts constant strings, as run-time ops, to their storage type.
struct ConvertStrings : OpConversionPattern<RtStringsOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RtStringsOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = getTypeConverter()->convertType(op.getType());
    if (!type)
      return rewriter.notifyMatchFailure(op, "no storage type");
    replaceByStrings(rewriter, op, type,
                     cast<DenseStringElementsAttr>(op.getValueAttr()));
    return success();
  }
};

} // namespace

void mlir::onnxops::populateStorageTypePatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns,
                                                ConversionTarget &target) {
  patterns.add<ConvertConstant, ConvertStrings>(converter,
                                                patterns.getContext());
  populateDataMovementPatterns(converter, patterns);
  populateElementPatterns(converter, patterns);
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  target.addDynamicallyLegalOp<ExchangeOp, RtStringsOp>(
      [&](Operation *op) { return converter.isLegal(op); });
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
    return converter.isSignatureLegal(op.getFunctionType()) &&
           converter.isLegal(&op.getBody());
  });
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    bool isConverted =
        isDataMovement(op) || isElementAccess(op) ||
        isa<arith::ConstantOp, func::CallOp, func::ReturnOp, linalg::GenericOp>(
            op);
    return !isConverted || converter.isLegal(op);
  });
}
