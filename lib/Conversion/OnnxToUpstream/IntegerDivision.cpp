//===- IntegerDivision.cpp - quotients and remainders ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts divisors of 0, and builds divisions.
//
//===----------------------------------------------------------------------===//

#include "IntegerDivision.h"

#include "ElementMath.h"
#include "Elementwise.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

// The number of zeros in a tensor of integers, as an index.
static Value countZeros(Node &node, Value tensor) {
  OpBuilder &builder = node.builder;
  auto type = cast<RankedTensorType>(tensor.getType());
  Type i64 = builder.getI64Type();
  auto isZero = [](OpBuilder &builder, Location loc, Value element) -> Value {
    Value zero = buildInteger(builder, loc, element.getType(), 0);
    return builder.createOrFold<arith::CmpIOp>(loc, Predicate::eq, element,
                                               zero);
  };
  if (isSmall(type)) {
    Value count = node.constant(0);
    SmallVector<std::optional<int64_t>> known = getKnown(tensor);
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      Value element = extractElement(node, tensor, i, known);
      count = node.add(count, node.select(isZero(builder, node.loc, element),
                                          node.constant(1), node.constant(0)));
    }
    return count;
  }
  auto scalar = RankedTensorType::get({}, i64);
  Value empty =
      tensor::EmptyOp::create(builder, node.loc, ArrayRef<int64_t>(), i64);
  Value zero = arith::ConstantIntOp::create(builder, node.loc, i64, 0);
  Value none =
      linalg::FillOp::create(builder, node.loc, zero, empty).getResult(0);
  int64_t rank = type.getRank();
  SmallVector<AffineMap> maps{
      builder.getMultiDimIdentityMap(rank),
      AffineMap::get(rank, /*symbolCount=*/0, builder.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  Value count =
      linalg::GenericOp::create(
          builder, node.loc, scalar, tensor, none, maps, iterators,
          [&](OpBuilder &nested, Location loc, ValueRange values) {
            Value one = arith::ExtUIOp::create(nested, loc, i64,
                                               isZero(nested, loc, values[0]));
            Value sum = arith::AddIOp::create(nested, loc, values[1], one);
            linalg::YieldOp::create(nested, loc, sum);
          })
          .getResult(0);
  return node.toIndex(
      tensor::ExtractOp::create(builder, node.loc, count, ValueRange()));
}

LogicalResult mlir::onnxops::verifyDivisors(Node &node,
                                            const BroadcastOperands &operands) {
  Value divisors = operands.tensors[1];
  if (!isa<IntegerType>(getElementTypeOrSelf(divisors.getType())))
    return success();
  Value zeros = countZeros(node, divisors), zero = node.constant(0);
  Value fits = node.compare(Predicate::eq, zeros, zero);
  for (OpFoldResult size : operands.sizes) {
    Value index = getValueOrCreateConstantIndexOp(node.builder, node.loc, size);
    Value isEmpty = node.compare(Predicate::eq, index, zero);
    fits = node.builder.createOrFold<arith::OrIOp>(node.loc, fits, isEmpty);
  }
  return node.verify(fits, "expected B to have no 0, but got {0}", zeros);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

Value mlir::onnxops::buildQuotient(OpBuilder &builder, Location loc, Value lhs,
                                   Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return builder.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
  Type type = rhs.getType();
  auto constant = [&](int64_t value) {
    return buildInteger(builder, loc, type, value);
  };
  Value isMinus = builder.createOrFold<arith::CmpIOp>(loc, Predicate::eq, rhs,
                                                      constant(-1));
  Value safe =
      builder.createOrFold<arith::SelectOp>(loc, isMinus, constant(1), rhs);
  Value quotient = builder.createOrFold<arith::DivSIOp>(loc, lhs, safe);
  Value zero = constant(0);
  Value negated = builder.createOrFold<arith::SubIOp>(loc, zero, lhs);
  return builder.createOrFold<arith::SelectOp>(loc, isMinus, negated, quotient);
}

Value mlir::onnxops::buildRemainder(OpBuilder &builder, Location loc, Value lhs,
                                    Value rhs, bool isUnsigned) {
  if (isUnsigned)
    return builder.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
  // Not arith.remsi: Vulkan's remainder of negative operands is undefined.
  Value quotient = buildQuotient(builder, loc, lhs, rhs, /*isUnsigned=*/false);
  return builder.createOrFold<arith::SubIOp>(
      loc, lhs, buildProduct(builder, loc, quotient, rhs));
}
