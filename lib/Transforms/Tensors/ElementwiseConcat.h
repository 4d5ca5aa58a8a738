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

namespace mlir::onnxops {

/// Moves elementwise ops before the concats that they read, where that pays:
/// few operands, and runs long enough for a loop of their own. Returns whether
/// there were any.
bool moveBeforeConcats(func::FuncOp func);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_ELEMENTWISECONCAT_H
