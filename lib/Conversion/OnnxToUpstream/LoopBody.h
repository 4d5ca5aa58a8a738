//===- LoopBody.h - lower the body of a Loop --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a loop-carried value must describe both its initial value and the
// value that each iteration yields. It is found by lowering a copy of the body
// under an assumption, which is weakened until it holds.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOOPBODY_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOOPBODY_H

#include "Node.h"

namespace mlir::onnxops {

class LoopBody {
public:
  LoopBody() = default;
  LoopBody(const LoopBody &) = delete;
  LoopBody &operator=(const LoopBody &) = delete;
  ~LoopBody();

  /// Lowers the body of a Loop with the initial values `initial`.
  LogicalResult lower(Node &node, ValueRange initial);

  /// The types of the carried values, and of each scan output in one iteration.
  ArrayRef<Type> getCarriedTypes() const { return carried; }
  ArrayRef<TensorType> getScannedTypes() const { return scanned; }

  /// Whether the body yields true if its condition argument is true.
  bool keepsCondition();
  /// Whether the body reads its condition argument.
  bool usesCondition();

  /// Moves the ops of the body to the node's insertion point. Returns the
  /// yielded values: the condition, the carried values, a tensor for each scan
  /// output.
  SmallVector<Value> moveTo(Node &node, Value iteration, Value condition,
                            ValueRange values);

  /// Converts a value to its loop-carried form: scalars are carried without a
  /// tensor, so that no iteration needs memory for them.
  static Value pack(OpBuilder &builder, Value value);
  /// Converts a loop-carried value back to `type`.
  static Value unpack(OpBuilder &builder, Value value, Type type);

private:
  LogicalResult verify(Node &node);
  LogicalResult lowerOnce(Node &node);
  LogicalResult bindArguments(Node &node);
  LogicalResult bindCarried(Node &node, unsigned index);
  LogicalResult readYielded(Node &node, bool &holds);
  bool widen();
  Block &block() { return copy->getRegion(0).front(); }

  Operation *copy = nullptr;
  SmallVector<Value> initial;
  /// Null as long as only empty sequences are known to be carried.
  SmallVector<Type> carried;
  SmallVector<TensorType> scanned;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_LOOPBODY_H
