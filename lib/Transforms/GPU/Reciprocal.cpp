//===- Reciprocal.cpp - division by numbers that the host knows -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With s the least shift for which 2^s is at least the divisor d, and the
// multiplier m = floor(2^32 (2^s - d) / d) + 1, the quotient of n is
// (floor(n m / 2^32) + n) / 2^s, which has no overflow for n up to 2^30. The
// reciprocal has m in its low half and s in its high half.
//
//===----------------------------------------------------------------------===//

#include "Reciprocal.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

static int64_t getReciprocal(uint64_t divisor) {
  uint64_t shift = llvm::Log2_64_Ceil(divisor);
  uint64_t multiplier =
      (((uint64_t(1) << shift) - divisor) << 32) / divisor + 1;
  return multiplier | shift << 32;
}

static bool isExact(uint64_t divisor) {
  return divisor > 0 && divisor <= uint64_t(1) << 30;
}

Number mlir::onnxops::getReciprocal(CodeWriter &writer, Number divisor) {
  if (std::optional<int64_t> constant = divisor.constant())
    return isExact(*constant) ? ::getReciprocal(uint64_t(*constant)) : 0;
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  // There is nothing to divide if the divisor is 0.
  Value d = writer.materialize(writer.max(divisor, 1));
  Value one = writer.materialize(1), half = writer.materialize(32);
  Value zeros = math::CountLeadingZerosOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, d, one));
  Value shift = arith::AndIOp::create(
      builder, loc,
      arith::SubIOp::create(builder, loc, writer.materialize(64), zeros),
      writer.materialize(63));
  Value rest = arith::SubIOp::create(
      builder, loc, arith::ShLIOp::create(builder, loc, one, shift), d);
  Value quotient = arith::DivUIOp::create(
      builder, loc, arith::ShLIOp::create(builder, loc, rest, half), d);
  return arith::OrIOp::create(
             builder, loc, arith::AddIOp::create(builder, loc, quotient, one),
             arith::ShLIOp::create(builder, loc, shift, half))
      .getResult();
}

Value mlir::onnxops::divide(DeviceWriter &writer, Value number,
                            Value reciprocal) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type i32 = builder.getI32Type(), i64 = writer.getI64();
  auto toLow = [&](Value wide) -> Value {
    return arith::TruncIOp::create(builder, loc, i32, wide);
  };
  auto toHigh = [&](Value wide) -> Value {
    return toLow(
        arith::ShRUIOp::create(builder, loc, wide, writer.number64(32)));
  };
  auto widen = [&](Value narrow) -> Value {
    return arith::ExtUIOp::create(builder, loc, i64, narrow);
  };
  Value product = writer.mul(widen(number), widen(toLow(reciprocal)));
  return arith::ShRUIOp::create(
      builder, loc, writer.add(toHigh(product), number), toHigh(reciprocal));
}
