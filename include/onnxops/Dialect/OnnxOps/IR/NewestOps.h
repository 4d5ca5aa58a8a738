//===- NewestOps.h - the newest version of each operator --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aliases for code that runs after --onnxops-upgrade and builds or matches
// newest versions only. An op's class always means the same version; an alias
// is changed to the next version once there is one, and all later stages
// follow.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_NEWESTOPS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_NEWESTOPS_H

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

using NewestConcatOp = ConcatV13Op;
using NewestTileOp = TileV13Op;
using NewestSplitToSequenceOp = SplitToSequenceV24Op;

using NewestSequenceAtOp = SequenceAtV11Op;
using NewestSequenceLengthOp = SequenceLengthV11Op;
using NewestSequenceConstructOp = SequenceConstructV11Op;
using NewestSequenceEmptyOp = SequenceEmptyV11Op;
using NewestSequenceInsertOp = SequenceInsertV11Op;
using NewestSequenceEraseOp = SequenceEraseV11Op;
using NewestConcatFromSequenceOp = ConcatFromSequenceV11Op;

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_NEWESTOPS_H
