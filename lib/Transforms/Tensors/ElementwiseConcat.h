//===- ElementwiseConcat.h - elementwise ops before concats -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed of each element of a concat can be computed of each operand:
// the results are then written where the concat has them, and the concat itself
// moves nothing.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// Elements side by side from which a loop over them is worth beginning.
constexpr int64_t kMinRun = 64;

/// Marks a concat or a repeat of which a condition around it says that its runs
/// are long.
constexpr StringLiteral kLongRunsAttr = "onnxops.long_runs";

/// What is known of how many elements lie side by side; worse comes later.
enum class Runs {
  Long,    ///< enough for a loop, or as good
  Unknown, ///< known when it runs
  Short    ///< fewer, or too many operands for a loop each
};

/// Of an operand of a concat, in the result, and of all of them.
Runs getRuns(tensor::ConcatOp concat, Value input);
Runs getRuns(tensor::ConcatOp concat);

/// Of what is repeated, before it begins anew. If known, short ones fuse too.
Runs getRuns(linalg::BroadcastOp repeat);

/// The dimension of what is repeated in which that begins.
int64_t getPeriodStart(linalg::BroadcastOp repeat);

/// Whether `generic` can be done for each operand of a concat along `axis` that
/// it reads as `operand`.
bool canMoveBefore(linalg::GenericOp generic, OpOperand *operand,
                   unsigned axis);

/// Moves elementwise ops before the concats that they read, where that pays:
/// few operands, and runs long enough for a loop of their own. Returns whether
/// there were any.
bool moveBeforeConcats(func::FuncOp func);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H
