//===- LoopGroups.h - loops that fill rows together -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The elementwise ops that compute the operands of a concat are loops that each
// write a part of each row. Separately, each loop traverses the whole result.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H
#define ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// Elementwise loops on memrefs, in program order, that may be fused, row by
/// row of the outermost loop, at the position of the last one.
using LoopGroup = SmallVector<linalg::GenericOp, 1>;

/// Groups `loops`, which are in program order.
SmallVector<LoopGroup> groupLoops(ArrayRef<linalg::GenericOp> loops);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H
