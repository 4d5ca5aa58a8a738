//===- RemainingConcats.h - concats for One-Shot Bufferize ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The concats that --onnxops-concat-in-place leaves to One-Shot Bufferize,
// which fails on some, and does not handle others in linear time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_REMAININGCONCATS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_REMAININGCONCATS_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::onnxops {

/// Maximum number of repeated operands, and of users of a tensor, that are left
/// to One-Shot Bufferize, which is quadratic in them.
constexpr size_t kMaxRepeats = 64;

/// Whether `concat`, once dropEmptyOperands was called for it, can be left to
/// One-Shot Bufferize.
bool canRemain(tensor::ConcatOp concat);

/// Removes operands that are known to be empty, on which One-Shot Bufferize
/// fails. Replaces a concat that is known to be empty, of `sizes`, by a
/// tensor.empty.
void dropEmptyOperands(tensor::ConcatOp concat, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_REMAININGCONCATS_H
