//===- Checks.cpp - run-time checks of conversions ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds index arithmetic and checks, with constant folding.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Conversion/Checks.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

static std::string describeValue(Value value) {
  llvm::APInt constant;
  if (!matchPattern(value, m_ConstantInt(&constant)))
    return "?";
  return std::to_string(constant.getSExtValue());
}

std::string mlir::onnxops::fillMessage(StringRef message, ValueRange values) {
  std::string text;
  while (!message.empty()) {
    StringRef rest = message;
    unsigned index;
    if (rest.consume_front("{") && !rest.consumeInteger(10, index) &&
        index < values.size() && rest.consume_front("}")) {
      text += describeValue(values[index]);
      message = rest;
      continue;
    }
    text += message.front();
    message = message.drop_front(message.starts_with("{{") ? 2 : 1);
  }
  return text;
}

CheckBuilder::CheckBuilder(OpBuilder &builder, Operation *op, CheckMode mode)
    : builder(builder), loc(op->getLoc()), mode(mode),
      prefix(describeOperation(op)) {}

void CheckBuilder::require(Value condition, const Twine &message,
                           ValueRange values) {
  if (mode == CheckMode::None || matchPattern(condition, m_One()))
    return;
  if (mode == CheckMode::Assert) {
    cf::AssertOp::create(builder, loc, condition,
                         prefix + ": " + fillMessage(message.str(), values));
    return;
  }
  CheckOp::create(
      builder, loc, condition,
      builder.getStringAttr(CheckOp::escape(prefix) + ": " + message), values);
}

void CheckBuilder::requireSizes(Value tensor, RankedTensorType type,
                                const Twine &what) {
  auto known = dyn_cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (type.isDynamicDim(dim) || (known && !known.isDynamicDim(dim)))
      continue;
    requireSize(tensor::DimOp::create(builder, loc, tensor, dim),
                type.getDimSize(dim), dim, what);
  }
}

void CheckBuilder::requireSize(Value actual, int64_t size, int64_t dim,
                               const Twine &what) {
  Value expected = constant(size);
  require(compare(arith::CmpIPredicate::eq, actual, expected),
          "expected dimension " + Twine(dim) + " of " + what +
              " to be {0}, but got {1}",
          {expected, actual});
}

Value CheckBuilder::castTo(Value tensor, RankedTensorType type,
                           const Twine &what) {
  if (tensor.getType() == type)
    return tensor;
  requireSizes(tensor, type, what);
  return tensor::CastOp::create(builder, loc, type, tensor);
}

Value CheckBuilder::constant(int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

Value CheckBuilder::compare(arith::CmpIPredicate predicate, Value lhs,
                            Value rhs) {
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
}

Value CheckBuilder::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value CheckBuilder::subtract(Value lhs, Value rhs) {
  return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value CheckBuilder::multiply(Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value CheckBuilder::select(Value condition, Value lhs, Value rhs) {
  return builder.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
}

Value CheckBuilder::both(Value condition, Value other) {
  return builder.createOrFold<arith::AndIOp>(loc, condition, other);
}

Value CheckBuilder::sizeOf(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  return tensor::DimOp::create(builder, loc, tensor, dim);
}

Value CheckBuilder::toIndex(Value integer) {
  return builder.createOrFold<arith::IndexCastOp>(loc, builder.getIndexType(),
                                                  integer);
}
