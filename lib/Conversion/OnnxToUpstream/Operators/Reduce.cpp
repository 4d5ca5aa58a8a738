//===- Reduce.cpp - lower ReduceMax, ReduceMean, ReduceSum and others -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Combines the elements along axes. The result for no element is the neutral
// one. 16-bit floats are combined as f32 and rounded once. A mean is a sum that
// is divided by the number of elements.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../IntegerDivision.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Opsets.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// How two elements are combined, and the element that changes no other.
struct Reduction {
  PairBuilder build;
  TypedAttr neutral;
  bool isMean = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// The smallest or the largest value of a signless type; infinite for floats.
static TypedAttr getExtreme(Type type, bool isUnsigned, bool isLargest) {
  if (auto real = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat::getInf(real.getFloatSemantics(),
                                                /*Negative=*/!isLargest));
  unsigned width = type.getIntOrFloatBitWidth();
  if (isUnsigned)
    return IntegerAttr::get(type, isLargest ? APInt::getMaxValue(width)
                                            : APInt::getMinValue(width));
  return IntegerAttr::get(type, isLargest ? APInt::getSignedMaxValue(width)
                                          : APInt::getSignedMinValue(width));
}

static Reduction getMax(Builder &builder, Type type, bool isUnsigned) {
  return {isUnsigned ? buildUnsignedMax : buildMax,
          getExtreme(type, isUnsigned, /*isLargest=*/false)};
}

static Reduction getMin(Builder &builder, Type type, bool isUnsigned) {
  return {isUnsigned ? buildUnsignedMin : buildMin,
          getExtreme(type, isUnsigned, /*isLargest=*/true)};
}

static Reduction getProduct(Builder &builder, Type type, bool) {
  return {buildProduct, builder.getOneAttr(type)};
}

static Reduction getSum(Builder &builder, Type type, bool) {
  return {buildSum, builder.getZeroAttr(type)};
}

static Reduction getMean(Builder &builder, Type type, bool) {
  return {buildSum, builder.getZeroAttr(type), /*isMean=*/true};
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

// The reduced dimensions: all without axes, or none if the node says so.
static FailureOr<llvm::SmallBitVector> readAxes(Node &node, int64_t rank,
                                                int64_t firstOperand) {
  FailureOr<std::optional<SmallVector<int64_t>>> axes =
      node.knownIntegers(1, "axes", firstOperand);
  if (failed(axes))
    return failure();
  FailureOr<int64_t> isNoop = node.integer("noop_with_empty_axes", 0);
  if (failed(isNoop))
    return failure();
  llvm::SmallBitVector reduced(rank);
  if (!*axes || (*axes)->empty()) {
    if (*isNoop == 0)
      reduced.set();
    return reduced;
  }
  FailureOr<SmallVector<int64_t>> dims = node.normalizeAxes(**axes, rank);
  if (failed(dims))
    return failure();
  for (int64_t dim : *dims)
    reduced.set(dim);
  return reduced;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// Combines all elements of a small tensor, so that constants fold.
static Value combineElements(Node &node, Value input,
                             const Reduction &reduction) {
  auto type = cast<RankedTensorType>(input.getType());
  SmallVector<std::optional<int64_t>> known = getKnown(input);
  Value all =
      arith::ConstantOp::create(node.builder, node.loc, reduction.neutral);
  for (int64_t i = 0; i < type.getNumElements(); ++i)
    all = reduction.build(node.builder, node.loc, all,
                          extractElement(node, input, i, known));
  return tensor::FromElementsOp::create(
      node.builder, node.loc, RankedTensorType::get({}, type.getElementType()),
      all);
}

// Drops the reduced dimensions.
static Value combine(Node &node, Value input,
                     const llvm::SmallBitVector &reduced,
                     const Reduction &reduction) {
  OpBuilder &builder = node.builder;
  SmallVector<OpFoldResult> sizes;
  SmallVector<AffineExpr> kept;
  SmallVector<utils::IteratorType> iterators;
  for (auto [dim, size] : llvm::enumerate(node.sizesOf(input))) {
    iterators.push_back(reduced.test(dim) ? utils::IteratorType::reduction
                                          : utils::IteratorType::parallel);
    if (reduced.test(dim))
      continue;
    sizes.push_back(size);
    kept.push_back(builder.getAffineDimExpr(dim));
  }
  int64_t rank = iterators.size();
  Type wide = reduction.neutral.getType();
  Value empty = tensor::EmptyOp::create(builder, node.loc, sizes, wide);
  Value neutral =
      arith::ConstantOp::create(builder, node.loc, reduction.neutral);
  Value init =
      linalg::FillOp::create(builder, node.loc, neutral, empty).getResult(0);
  SmallVector<AffineMap> maps{
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, /*symbolCount=*/0, kept, builder.getContext())};
  return linalg::GenericOp::create(
             builder, node.loc, init.getType(), input, init, maps, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange values) {
               Value next = widen(nested, loc, values[0]);
               linalg::YieldOp::create(
                   nested, loc, reduction.build(nested, loc, values[1], next));
             })
      .getResult(0);
}

// Adds the reduced dimensions again, with size 1.
static Value addUnits(Node &node, Value tensor, Value input,
                      const llvm::SmallBitVector &reduced) {
  SmallVector<OpFoldResult> sizes;
  SmallVector<int64_t> shape;
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  auto type = cast<RankedTensorType>(input.getType());
  for (auto [dim, size] : llvm::enumerate(node.sizesOf(input))) {
    bool isUnit = reduced.test(dim);
    sizes.push_back(isUnit ? OpFoldResult(node.builder.getIndexAttr(1)) : size);
    shape.push_back(isUnit ? 1 : type.getDimSize(dim));
    if (!isUnit)
      groups.push_back(std::exchange(leading, {}));
    (groups.empty() ? leading : groups.back()).push_back(dim);
  }
  return tensor::ExpandShapeOp::create(
      node.builder, node.loc,
      RankedTensorType::get(shape, getElementTypeOrSelf(tensor.getType())),
      tensor, groups, sizes);
}

// The number of elements that are combined to one, as an element of `type`; at
// least 1 for integers, since there may be no element.
static Value countCombined(Node &node, Value input,
                           const llvm::SmallBitVector &reduced, Type type) {
  OpBuilder &builder = node.builder;
  Value count = node.constant(1);
  for (unsigned dim : reduced.set_bits())
    count = node.multiply(count, node.sizeOf(input, dim));
  if (isa<IntegerType>(type))
    count =
        builder.createOrFold<arith::MaxSIOp>(node.loc, count, node.constant(1));
  Value integer = builder.createOrFold<arith::IndexCastOp>(
      node.loc, builder.getI64Type(), count);
  if (isa<FloatType>(type))
    return builder.createOrFold<arith::SIToFPOp>(node.loc, type, integer);
  return type == integer.getType()
             ? integer
             : builder.createOrFold<arith::TruncIOp>(node.loc, type, integer);
}

// Divides sums by the number of elements if `count` is given, and rounds 16-bit
// floats.
static Value finish(Node &node, Value sums, Type element, Value count,
                    bool isUnsigned) {
  return buildElementwise(
      node, makeOperands(node, sums), element,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        Value value = values.front();
        if (count && isa<IntegerType>(value.getType()))
          value = buildQuotient(builder, loc, value, count, isUnsigned);
        else if (count)
          value = builder.createOrFold<arith::DivFOp>(loc, value, count);
        return narrow(builder, loc, value, element);
      });
}

static Value buildReduction(Node &node, Value input,
                            const llvm::SmallBitVector &reduced,
                            const Reduction &reduction, bool isUnsigned) {
  auto type = cast<RankedTensorType>(input.getType());
  if (!reduction.isMean && reduced.all() && isSmall(type) &&
      type.getRank() == 1 && isa<IntegerType>(type.getElementType()))
    return combineElements(node, input, reduction);
  Value result = combine(node, input, reduced, reduction);
  Type element = type.getElementType(), wide = reduction.neutral.getType();
  if (!reduction.isMean && wide == element)
    return result;
  Value count =
      reduction.isMean ? countCombined(node, input, reduced, wide) : Value();
  return finish(node, result, element, count, isUnsigned);
}

static LogicalResult lowerReduction(Node &node, int64_t firstOperand,
                                    Reduction (*getReduction)(Builder &, Type,
                                                              bool)) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  int64_t rank = cast<RankedTensorType>(data->getType()).getRank();
  FailureOr<llvm::SmallBitVector> reduced = readAxes(node, rank, firstOperand);
  if (failed(reduced))
    return failure();
  FailureOr<int64_t> keeps = node.integer("keepdims", 1);
  if (failed(keeps))
    return failure();
  if (reduced->none())
    return node.replace(*data);
  Type element = getElementTypeOrSelf(data->getType());
  Type signless = getSignless(element);
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  Value input = bitcastElements(node, *data, signless);
  Value result = buildReduction(
      node, input, *reduced,
      getReduction(node.builder, getWide(signless), isUnsigned), isUnsigned);
  if (*keeps != 0)
    result = addUnits(node, result, input, *reduced);
  return node.replace(bitcastElements(node, result, element));
}

void mlir::onnxops::addReduceLowerings(Lowerings &lowerings) {
  lowerings["ReduceMax"] = [](Node &node) {
    return lowerReduction(node, opsets::kFirstReductionAxesOperand, getMax);
  };
  lowerings["ReduceMean"] = [](Node &node) {
    return lowerReduction(node, opsets::kFirstReductionAxesOperand, getMean);
  };
  lowerings["ReduceMin"] = [](Node &node) {
    return lowerReduction(node, opsets::kFirstReductionAxesOperand, getMin);
  };
  lowerings["ReduceProd"] = [](Node &node) {
    return lowerReduction(node, opsets::kFirstReductionAxesOperand, getProduct);
  };
  lowerings["ReduceSum"] = [](Node &node) {
    return lowerReduction(node, opsets::kFirstAxesOperand, getSum);
  };
}
