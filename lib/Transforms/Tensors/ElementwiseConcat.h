//===- ElementwiseConcat.h - elementwise ops before concats -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An elementwise op on a concat can be applied to each operand instead: the
// results are then computed in place, and the concat itself moves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// Minimum number of contiguous elements for a loop of their own.
constexpr int64_t kMinRun = 64;

/// Marks a concat or a repeat whose runs are long because of an enclosing
/// condition.
constexpr StringLiteral kLongRunsAttr = "onnxops.long_runs";

/// The number of contiguous elements; worse values come later.
enum class Runs {
  Long,    ///< enough for a loop, or equally good
  Unknown, ///< known only at run time
  Short    ///< fewer, or too many operands for one loop each
};

/// The runs of an operand of a concat, in the result; and of all operands.
Runs getRuns(tensor::ConcatOp concat, Value input);
Runs getRuns(tensor::ConcatOp concat);

/// The runs of one period of a repeat. If known, short ones fuse too.
Runs getRuns(linalg::BroadcastOp repeat);

/// The dimension of the repeat's input at which its period begins.
int64_t getPeriodStart(linalg::BroadcastOp repeat);

/// Whether `generic` can be applied to each operand of a concat along `axis`
/// that it reads as `operand`.
bool canMoveBefore(linalg::GenericOp generic, OpOperand *operand,
                   unsigned axis);

/// Moves elementwise ops before the concats that they read if that pays: few
/// operands, and runs long enough for a loop of their own. Returns whether any
/// was moved.
bool moveBeforeConcats(func::FuncOp func);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H
