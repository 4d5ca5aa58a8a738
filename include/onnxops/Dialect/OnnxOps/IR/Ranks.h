//===- Ranks.h - how many dimensions a tensor has ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one check of the rank of what is inferred, declared or lowered. Most
// ranks are lengths: of a shape operand, of axes that are added.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H

#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

/// Emits an error about `what` and fails if tensors of the type, or those that
/// a sequence of the type holds, have a rank above kMaxRank.
LogicalResult verifyRank(ErrorEmitter emit, const Twine &what, Type type);
/// The same for a rank from which a type is still to be made.
LogicalResult verifyRank(ErrorEmitter emit, const Twine &what, int64_t rank);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_RANKS_H
