//===- Broadcast.h - numpy broadcasting of operands -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of numpy: dimensions are matched from the last one, and a dimension
// of size 1 is broadcast to the size of the other. Known broadcasts become
// affine maps; a size that may be 1 is tested at run time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H

#include "Node.h"

namespace mlir::onnxops {

/// The operands of an elementwise op, and their indexing maps.
struct BroadcastOperands {
  /// The sizes of the result.
  SmallVector<OpFoldResult> sizes;
  /// For each operand, a tensor and the map from the result's dimensions.
  SmallVector<Value> tensors;
  SmallVector<AffineMap> maps;
};

/// Broadcasts ranked tensors to a common shape. Sizes that do not match are an
/// error, or fail at run time; messages call the operands `names`. Without
/// `broadcasts`, all sizes must be equal.
FailureOr<BroadcastOperands> broadcastOperands(Node &node,
                                               ArrayRef<Value> operands,
                                               const Twine &names,
                                               bool broadcasts = true);

/// Whether the operands of a binary operator broadcast at the op's opset. Emits
/// an error and fails for broadcasts along an axis, as before opset 7.
FailureOr<bool> readBroadcast(Node &node);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_BROADCAST_H
