//===- Checks.h - run-time checks of conversions ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the run-time checks of all conversions, in the requested form, with a
// message that names the operator and its location in the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_CHECKS_H
#define ONNXOPS_CONVERSION_CHECKS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/Passes.h"

namespace mlir::onnxops {

/// Substitutes `values` in the message of a check without building IR: prints
/// constants, and "?" for values that are known only at run time.
std::string fillMessage(StringRef message, ValueRange values);

/// Builds values and checks on behalf of one op.
class CheckBuilder {
public:
  CheckBuilder(OpBuilder &builder, Operation *op, CheckMode mode);

  /// Ends the call unless `condition` holds. `{0}`, `{1}`, ... in the message
  /// stand for `values`, which have index type. Builds nothing if the condition
  /// is known to hold.
  void require(Value condition, const Twine &message, ValueRange values);

  /// Checks each size of `tensor` that is static in `type`, a compatible type,
  /// but not in the tensor's own type. `what` names the tensor. The tensor may
  /// have unknown rank only if inference finds the rank.
  void requireSizes(Value tensor, RankedTensorType type, const Twine &what);

  /// Checks that `actual`, the size of `what` in dimension `dim`, is `size`.
  void requireSize(Value actual, int64_t size, int64_t dim, const Twine &what);

  /// Casts to `type`, a tensor type compatible with the value's type, and
  /// checks each size that is static in `type` only. `what` names the tensor.
  Value castTo(Value tensor, RankedTensorType type,
               const Twine &what = "the result");

  Value constant(int64_t value);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs);
  Value add(Value lhs, Value rhs);
  Value subtract(Value lhs, Value rhs);
  Value multiply(Value lhs, Value rhs);
  Value select(Value condition, Value lhs, Value rhs);
  /// The conjunction of `condition` and `other`.
  Value both(Value condition, Value other);
  Value sizeOf(Value tensor, int64_t dim);
  /// Converts an integer of any type to an index.
  Value toIndex(Value integer);

  /// The prefix of every message, see describeOperation.
  StringRef getPrefix() const { return prefix; }

  OpBuilder &builder;
  Location loc;
  CheckMode mode;

private:
  std::string prefix;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_CHECKS_H
