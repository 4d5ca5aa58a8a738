//===- LoopBody.h - the body of a Loop, lowered -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of carried values are those that describe both what a loop begins
// with and what each turn makes of it. They are found by lowering a copy of the
// body under an assumption, and again under a weaker one until it holds.
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

  /// Lowers the body of a Loop that begins with the values `initial`.
  LogicalResult lower(Node &node, ValueRange initial);

  /// Of the carried values, and of one turn's part of each scan output.
  ArrayRef<Type> getCarriedTypes() const { return carried; }
  ArrayRef<TensorType> getScannedTypes() const { return scanned; }

  /// Whether the condition that the body yields holds if the one it got does.
  bool keepsCondition();
  /// Whether the body reads the condition it gets.
  bool usesCondition();

  /// Moves the ops of the body to where the node builds. Returns what it
  /// yields: the condition, the values to carry on, a tensor for each scan
  /// output.
  SmallVector<Value> moveTo(Node &node, Value iteration, Value condition,
                            ValueRange values);

  /// The form in which a loop carries a value: a scalar goes without its
  /// tensor, so that no turn needs memory for it.
  static Value pack(OpBuilder &builder, Value value);
  /// The value of `type` that was packed as `value`.
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
