//===- SplitReads.h - tensors that are read very often ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A step of allocate-concats, for users other than concats.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::onnxops {

/// Gives the users of a tensor that has more than `maxUses` of them tensors of
/// the same memory, so that none has more. Memory that any of them could write
/// is left out but for the copies that such writers then need.
void splitReads(func::FuncOp function, size_t maxUses);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_SPLITREADS_H
