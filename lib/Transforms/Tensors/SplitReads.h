//===- SplitReads.h - tensors with many readers -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of --onnxops-concat-in-place, for users other than concats.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::onnxops {

/// Replaces a tensor with more than `maxUses` users by several tensors of the
/// same memory with at most `maxUses` users each. Memory that a user may write
/// is not split, except for the copies that such writers then need.
void splitReads(func::FuncOp function, size_t maxUses);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H
