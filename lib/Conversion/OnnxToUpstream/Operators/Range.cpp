//===- Range.cpp - lower Range to a computation from indices --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Element i is start + i * delta. Counts elements without overflow: integers by
// the distance without sign, floats as f64.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

/// The operands as scalars; 16-bit floats are widened.
struct Bounds {
  Value start, limit, delta;
};

} // namespace

static FailureOr<Value> readBound(Node &node, unsigned index, StringRef name) {
  FailureOr<Value> element = node.element(index, name);
  if (failed(element))
    return failure();
  SmallVector<std::optional<int64_t>> known = getKnown(node.operand(index));
  if (known.size() == 1 && known.front())
    return buildInteger(node.builder, node.loc, element->getType(),
                        *known.front());
  return widen(node.builder, node.loc, *element);
}

//===----------------------------------------------------------------------===//
// The number of elements
//===----------------------------------------------------------------------===//

static FailureOr<Value> countIntegers(Node &node, const Bounds &bounds) {
  Value zero = node.constant(0), one = node.constant(1);
  Value start = node.toIndex(bounds.start), limit = node.toIndex(bounds.limit),
        delta = node.toIndex(bounds.delta);
  if (failed(node.verify(node.compare(Predicate::ne, delta, zero),
                         "expected delta to be other than 0", {})))
    return failure();
  // The distance, and its divisor, have no sign: both fit into 64 bits.
  Value goesUp = node.compare(Predicate::sgt, delta, zero);
  Value isEmpty =
      node.select(goesUp, node.compare(Predicate::sge, start, limit),
                  node.compare(Predicate::sle, start, limit));
  Value distance = node.select(goesUp, node.subtract(limit, start),
                               node.subtract(start, limit));
  Value step = node.select(goesUp, delta, node.subtract(zero, delta));
  Value divisor =
      node.select(node.compare(Predicate::eq, step, zero), one, step);
  Value steps = node.builder.createOrFold<arith::DivUIOp>(
      node.loc, node.subtract(distance, one), divisor);
  Value count = node.select(isEmpty, zero, node.add(steps, one));
  if (failed(node.verify(node.compare(Predicate::sge, count, zero),
                         "expected fewer than 2^63 elements, but got start "
                         "{0}, limit {1} and delta {2}",
                         {start, limit, delta})))
    return failure();
  return count;
}

static FailureOr<Value> countFloats(Node &node, const Bounds &bounds) {
  OpBuilder &builder = node.builder;
  Type f64 = builder.getF64Type();
  auto extend = [&](Value value) {
    return value.getType() == f64
               ? value
               : builder.createOrFold<arith::ExtFOp>(node.loc, f64, value);
  };
  auto compare = [&](arith::CmpFPredicate predicate, Value lhs, double rhs) {
    return builder.createOrFold<arith::CmpFOp>(
        node.loc, predicate, lhs,
        buildFloat(builder, node.loc, lhs.getType(), rhs));
  };
  if (failed(node.verify(compare(arith::CmpFPredicate::UNE, bounds.delta, 0),
                         "expected delta to be other than 0", {})))
    return failure();
  Value distance =
      builder.createOrFold<arith::SubFOp>(node.loc, bounds.limit, bounds.start);
  Value quotient = builder.createOrFold<arith::DivFOp>(
      node.loc, extend(distance), extend(bounds.delta));
  Value steps = builder.createOrFold<math::CeilOp>(node.loc, quotient);
  // Not for NaN.
  if (failed(node.verify(compare(arith::CmpFPredicate::OLT, steps, 0x1p63),
                         "expected start, limit and delta to be numbers with "
                         "fewer than 2^63 elements",
                         {})))
    return failure();
  Value isPositive = compare(arith::CmpFPredicate::OGT, steps, 0);
  Value count = builder.createOrFold<arith::SelectOp>(
      node.loc, isPositive, steps, buildFloat(builder, node.loc, f64, 0));
  return node.toIndex(builder.createOrFold<arith::FPToSIOp>(
      node.loc, builder.getI64Type(), count));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// Element `index` of a range with elements of `type`.
static Value buildElement(OpBuilder &builder, Location loc,
                          const Bounds &bounds, Value index, Type type) {
  Type wide = bounds.start.getType();
  Value number = builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getI64Type(), index);
  if (isa<FloatType>(wide))
    number = builder.createOrFold<arith::SIToFPOp>(loc, wide, number);
  else if (wide != number.getType())
    number = builder.createOrFold<arith::TruncIOp>(loc, wide, number);
  Value offset = buildProduct(builder, loc, number, bounds.delta);
  return narrow(builder, loc, buildSum(builder, loc, bounds.start, offset),
                type);
}

static Value buildRange(Node &node, const Bounds &bounds, Value count,
                        Type element) {
  OpBuilder &builder = node.builder;
  OpFoldResult size = node.fold(count);
  auto type = RankedTensorType::get(
      getConstantIntValue(size).value_or(ShapedType::kDynamic), element);
  if (isSmall(type)) {
    SmallVector<Value> elements;
    for (int64_t i = 0; i < type.getNumElements(); ++i)
      elements.push_back(
          buildElement(builder, node.loc, bounds, node.constant(i), element));
    return tensor::FromElementsOp::create(builder, node.loc, type, elements);
  }
  Value init = tensor::EmptyOp::create(builder, node.loc, size, element);
  return linalg::GenericOp::create(
             builder, node.loc, type, /*inputs=*/ValueRange(), init,
             ArrayRef{builder.getMultiDimIdentityMap(1)},
             ArrayRef{utils::IteratorType::parallel},
             [&](OpBuilder &nested, Location loc, ValueRange) {
               Value index = linalg::IndexOp::create(nested, loc, 0);
               Value value = buildElement(nested, loc, bounds, index, element);
               linalg::YieldOp::create(nested, loc, value);
             })
      .getResult(0);
}

static LogicalResult lowerRange(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> start = readBound(node, 0, "start");
  if (failed(start))
    return failure();
  FailureOr<Value> limit = readBound(node, 1, "limit");
  if (failed(limit))
    return failure();
  FailureOr<Value> delta = readBound(node, 2, "delta");
  if (failed(delta))
    return failure();
  if (FailureOr<int64_t> stash = node.integer("stash_type", 1);
      failed(stash) || *stash != 1)
    return failed(stash)
               ? failure()
               : node.refuse("is not supported with stash_type ", *stash,
                             ": 16-bit floats are computed as "
                             "f32");
  Bounds bounds{*start, *limit, *delta};
  bool isReal = isa<FloatType>(start->getType());
  FailureOr<Value> count =
      isReal ? countFloats(node, bounds) : countIntegers(node, bounds);
  if (failed(count))
    return failure();
  Type element = getElementTypeOrSelf(node.op->getOperand(0).getType());
  return node.replace(buildRange(node, bounds, *count, element));
}

void mlir::onnxops::addRangeLowerings(Lowerings &lowerings) {
  lowerings["Range"] = lowerRange;
}
