//===- LoopGroups.h - loops that fill rows together -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is computed of each operand of a concat are loops that write a part of
// each row. One after the other they go through the result once each.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H
#define ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// Elementwise loops on memrefs, in program order, which may run as one, row by
/// row of the outermost loop, at the last one's place.
using LoopGroup = SmallVector<linalg::GenericOp, 1>;

/// `loops`, which are in program order, in groups.
SmallVector<LoopGroup> groupLoops(ArrayRef<linalg::GenericOp> loops);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_LOOPGROUPS_H
