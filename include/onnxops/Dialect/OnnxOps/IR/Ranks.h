//===- Ranks.h - unknown ranks, and the limit on known ranks ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The check of ranks that are inferred, declared or lowered. Most ranks come
// from a length: of a shape operand, or of a list of axes to add.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H

#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

/// Emits an error about `what` and fails if a tensor of the type, or an element
/// of a sequence of the type, has a rank above kMaxRank.
LogicalResult verifyRank(ErrorEmitter emit, const Twine &what, Type type);
/// The same for a rank for which no type has been created yet.
LogicalResult verifyRank(ErrorEmitter emit, const Twine &what, int64_t rank);

/// Whether the value is a tensor of unknown rank, or whether an operand or a
/// result of the op is.
bool hasUnknownRank(Value value);
bool hasUnknownRanks(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H
