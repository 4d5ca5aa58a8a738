//===- PollLoops.h - cancellation checks in loops ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function that PollLoops calls and LowerRuntimeOps lowers to a read of the
// call's context.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_POLLLOOPS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_POLLLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::onnxops {

/// A function without a body, `() -> i1`: whether the call was cancelled.
constexpr llvm::StringLiteral kIsCancelledFunction = "onnxops_is_cancelled";

/// Whether an op calls kIsCancelledFunction.
inline bool isPoll(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == kIsCancelledFunction;
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_POLLLOOPS_H
