//===- Broadcast.h - two operands of one shape ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of numpy: dimensions are matched from the last one on, and one of
// size 1 takes the size of the other. What is known becomes an affine map; a
// size that may or may not be 1 is looked at when it runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H

#include "Node.h"

namespace mlir::onnxops {

/// The operands of an elementwise op, and how it reads them.
struct BroadcastOperands {
  /// The sizes of the result.
  SmallVector<OpFoldResult> sizes;
  /// Each operand: a tensor, and the map from the result's dimensions to its.
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
};

/// Brings two tensors together. Sizes that do not fit are an error, or fail at
/// run time. Without `broadcasts`, all sizes must be equal.
FailureOr<BroadcastOperands> broadcastOperands(Node &node, Value lhs, Value rhs,
                                               bool broadcasts);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H
