//===- Reciprocal.h - division by numbers that the host knows ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices divide integers by some twenty instructions. The host provides a
// multiplier and a shift for each divisor instead (Granlund and Montgomery,
// "Division by Invariant Integers using Multiplication", 1994).
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_RECIPROCAL_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_RECIPROCAL_H

#include "DeviceWriter.h"
#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// What `divide` takes for `divisor`: exact up to 2^30, meaningless for others.
Number getReciprocal(CodeWriter &writer, Number divisor);

/// `number`, an i32 up to 2^30, divided by the divisor of a reciprocal, an i64.
Value divide(DeviceWriter &writer, Value number, Value reciprocal);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_RECIPROCAL_H
