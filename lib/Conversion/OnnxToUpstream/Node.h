//===- Node.h - an onnx op while it is lowered ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every lowering needs of its op: operands as precise as they are known,
// attributes, checks that become errors where they are known to fail, and the
// way to put values in the place of results.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Conversion/Checks.h"

namespace mlir::onnxops {

class Node : public CheckBuilder {
public:
  /// Builds before `op`, which means what it means at `opset`.
  Node(OpBuilder &builder, Operation *op, int64_t opset);

  /// Emits an error about the op. Always a failure.
  template <typename... Message>
  LogicalResult fail(Message &&...message) const {
    return (op->emitOpError() << ... << std::forward<Message>(message));
  }

  /// Requires the number of operands and results, and no attribute but those
  /// named.
  LogicalResult verifyForm(unsigned minOperands, unsigned maxOperands,
                           ArrayRef<StringRef> attributes = {},
                           unsigned results = 1) const;

  /// Like `require`, but an error at once if the condition is known not to
  /// hold, and so are the values.
  LogicalResult verify(Value condition, const Twine &message,
                       ValueRange values);

  /// Operand `index` before casts that only lose precision; null if not given.
  Value operand(unsigned index) const;
  /// The same for one that must be a tensor of known rank.
  FailureOr<Value> tensor(unsigned index, StringRef name) const;
  /// The only element of a tensor, which is checked to have one.
  FailureOr<Value> element(unsigned index, StringRef name);
  FailureOr<Value> elementOf(Value tensor, StringRef name);
  /// The elements of an integer vector, or of the attribute `name` if the
  /// operand is not given at all; none of either is null. Fails, with an error,
  /// unless all are known at compile time.
  FailureOr<std::optional<SmallVector<int64_t>>>
  knownIntegers(std::optional<unsigned> index, StringRef name) const;

  /// The elements of operand `index`, an integer vector of known length, as
  /// indices: constants, where they are known.
  FailureOr<SmallVector<Value>> indices(unsigned index, StringRef name);
  /// The first `count` elements of such a vector.
  SmallVector<Value> indicesOf(Value vector, size_t count);

  /// The dimensions that `axes` name in a tensor of `rank`: in range, counted
  /// from the front, and each one once.
  FailureOr<SmallVector<int64_t>> normalizeAxes(ArrayRef<int64_t> axes,
                                                int64_t rank) const;

  /// An integer attribute, `absent` if there is none.
  FailureOr<int64_t> integer(StringRef name, int64_t absent) const;
  /// A list of integers, null if there is none.
  FailureOr<std::optional<SmallVector<int64_t>>> integers(StringRef name) const;

  /// The value with everything that `declared` knows more, checked at run time.
  /// Fails, with an error, where the types contradict or nothing can be
  /// checked.
  FailureOr<Value> castToDeclared(Value value, Type declared,
                                  const Twine &what = "the result");

  /// Puts `values` in place of the results and erases the op. Users that need
  /// the declared types get casts. Null is for results that must be unused.
  LogicalResult replace(ValueRange values);

  /// Like that of the base class, without a need to look at a tensor that has
  /// just been computed into memory of that size.
  Value sizeOf(Value tensor, int64_t dim);

  /// A size as the constant it is known to be.
  OpFoldResult fold(Value index) const { return getAsOpFoldResult(index); }
  /// The whole tensor's sizes.
  SmallVector<OpFoldResult> sizesOf(Value tensor);
  /// A slice of a tensor: the tensor itself if it is all of it, and memory
  /// without elements if it is known to be empty, since upstream takes no
  /// slice that begins at the end.
  Value slice(Value tensor, ArrayRef<OpFoldResult> offsets,
              ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);

  Operation *op;
  int64_t opset;
};

/// A sequence without elements.
Value buildEmptySequence(OpBuilder &builder, Location loc, TensorType element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H
