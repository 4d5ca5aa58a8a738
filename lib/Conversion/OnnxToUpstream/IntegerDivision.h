//===- IntegerDivision.h - quotients and remainders -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division of integers that is defined for all operands except a divisor of 0,
// which is checked.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_INTEGERDIVISION_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_INTEGERDIVISION_H

#include "Broadcast.h"

namespace mlir::onnxops {

/// Requires divisors, operand 1, other than 0, unless the result is empty or
/// the elements are floats.
LogicalResult verifyDivisors(Node &node, const BroadcastOperands &operands);

/// The quotient, truncated; that of the smallest integer and -1 wraps.
Value buildQuotient(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                    bool isUnsigned);

/// The remainder of that division, which has the sign of `lhs`.
Value buildRemainder(OpBuilder &builder, Location loc, Value lhs, Value rhs,
                     bool isUnsigned);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_INTEGERDIVISION_H
