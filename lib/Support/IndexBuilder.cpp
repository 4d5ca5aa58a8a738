//===- IndexBuilder.cpp - arithmetic on sizes and offsets -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/IndexBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

Value IndexBuilder::materialize(OpFoldResult index) const {
  return getValueOrCreateConstantIndexOp(builder, loc, index);
}

OpFoldResult IndexBuilder::add(OpFoldResult lhs, OpFoldResult rhs) const {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return constant(*left + *right);
  if (left == 0)
    return rhs;
  if (right == 0)
    return lhs;
  return arith::AddIOp::create(builder, loc, materialize(lhs), materialize(rhs))
      .getResult();
}

OpFoldResult IndexBuilder::subtract(OpFoldResult lhs, OpFoldResult rhs) const {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return constant(*left - *right);
  if (right == 0)
    return lhs;
  return arith::SubIOp::create(builder, loc, materialize(lhs), materialize(rhs))
      .getResult();
}

OpFoldResult IndexBuilder::multiply(OpFoldResult lhs, OpFoldResult rhs) const {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return constant(*left * *right);
  if (left == 0 || right == 0)
    return constant(0);
  if (left == 1)
    return rhs;
  if (right == 1)
    return lhs;
  // A constant is on the right, as in canonical IR.
  if (left)
    std::swap(lhs, rhs);
  return arith::MulIOp::create(builder, loc, materialize(lhs), materialize(rhs))
      .getResult();
}
