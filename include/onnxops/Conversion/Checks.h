//===- Checks.h - run-time checks of both conversions -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where conversions write checks: in the form that was asked for,
// under a message that names the operator and where it stands in the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_CHECKS_H
#define ONNXOPS_CONVERSION_CHECKS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir::onnxops {

/// The text of a check's message where no values can be told: constants stand
/// in it, and "?" for what is known at run time only.
std::string fillMessage(StringRef message, ValueRange values);

/// Builds values and checks on behalf of one op.
class CheckBuilder {
public:
  CheckBuilder(OpBuilder &builder, Operation *op, CheckMode mode);

  /// Ends the call unless `condition` holds. `{0}`, `{1}`, ... in the message
  /// stand for `values`, which are of index type. Nothing is built for a
  /// condition that is known to hold.
  void require(Value condition, const Twine &message, ValueRange values);

  /// Checks each size of `tensor` that only `type` knows, a type that its own
  /// is compatible with. `what` names the tensor. Of unknown rank it may be
  /// only where inference finds the rank.
  void requireSizes(Value tensor, RankedTensorType type, const Twine &what);

  /// Casts to `type`, a tensor type that the value's type is compatible with,
  /// and checks each size that only `type` knows. `what` names the tensor.
  Value castTo(Value tensor, RankedTensorType type,
               const Twine &what = "the result");

  Value constant(int64_t value);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value add(Value lhs, Value rhs);
  Value subtract(Value lhs, Value rhs);
  Value multiply(Value lhs, Value rhs);
  Value select(Value condition, Value lhs, Value rhs);
  /// `condition` and `other`.
  Value both(Value condition, Value other);
  Value sizeOf(Value tensor, int64_t dim);
  /// An integer of any type as an index.
  Value toIndex(Value integer);

  /// What every message begins with, see describeOperation.
  StringRef getPrefix() const { return prefix; }

  OpBuilder &builder;
  Location loc;
  CheckMode mode;

private:
  std::string prefix;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_CHECKS_H
