//===- Node.h - an onnx op during lowering ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Access to an op for its lowering: operands of the most precise types,
// attributes, checks that become errors if they are known to fail, and the
// replacement of results.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Conversion/Checks.h"

namespace mlir::onnxops {

/// Options of all lowerings of a module.
struct LoweringMode {
  int64_t opset; ///< of the operators
  UnknownOps unknownOps = UnknownOps::Refuse;
};

class Node : public CheckBuilder {
public:
  /// Builds before `op`, an operator of the version at the opset.
  Node(OpBuilder &builder, Operation *op, const LoweringMode &mode);

  /// Emits an error on the op. Always returns failure.
  template <typename... Message>
  LogicalResult fail(Message &&...message) const {
    return (op->emitOpError() << ... << std::forward<Message>(message));
  }

  /// The same for an op that is valid, as far as is known, but that cannot be
  /// lowered. It may be kept.
  template <typename... Message>
  LogicalResult refuse(Message &&...message) const {
    isRefused = true;
    return fail(std::forward<Message>(message)...);
  }

  /// Verifies the number of operands and results, and that there are no other
  /// attributes than `attributes`.
  LogicalResult verifyForm(unsigned minOperands, unsigned maxOperands,
                           ArrayRef<StringRef> attributes = {},
                           unsigned results = 1) const;

  /// Verifies operands, results, their element types and the attributes by
  /// ONNX's list of versions (Schemas.h).
  LogicalResult verifyVersion() const;

  /// Like `require`, but emits an error if the condition is known not to hold,
  /// and the values are known.
  LogicalResult verify(Value condition, const Twine &message,
                       ValueRange values);

  /// Operand `index` before casts that only lose precision; null if absent.
  Value operand(unsigned index) const;
  /// The same for an operand that must be a ranked tensor.
  FailureOr<Value> tensor(unsigned index, StringRef name) const;
  /// The element of a tensor, which is checked to have only one.
  FailureOr<Value> element(unsigned index, StringRef name);
  FailureOr<Value> elementOf(Value tensor, StringRef name);
  /// The same for an operand that must be a vector of integers.
  FailureOr<Value> vector(unsigned index, StringRef name) const;
  /// The list `name`, an attribute before opset `firstOperand` and operand
  /// `index` from then on; null if absent. Emits an error and fails unless all
  /// elements are known at compile time.
  FailureOr<std::optional<SmallVector<int64_t>>>
  knownIntegers(unsigned index, StringRef name, int64_t firstOperand) const;

  /// The elements of operand `index`, an integer vector of known length, as
  /// indices; known elements are constants.
  FailureOr<SmallVector<Value>> indices(unsigned index, StringRef name);
  /// The elements of an integer vector, or of the attribute `name`, empty if
  /// there is none, which must have `count` elements, one for each `each`.
  FailureOr<SmallVector<Value>> indicesOf(Value vector, StringRef name,
                                          size_t count, StringRef each);
  FailureOr<SmallVector<Value>> indicesOf(StringRef name, size_t count,
                                          StringRef each);

  /// The attribute `axis`, 0 if absent, as a dimension of `data`, whose name is
  /// `name`.
  FailureOr<int64_t> axis(Value data, StringRef name) const;
  /// Converts `axes` to dimensions of a tensor of `rank`, counted from the
  /// front; verifies that they are in range and unique.
  FailureOr<SmallVector<int64_t>> normalizeAxes(ArrayRef<int64_t> axes,
                                                int64_t rank) const;
  /// The same for axes that may be absent, which means all dimensions.
  FailureOr<SmallVector<int64_t>>
  normalizeAxesOrAll(const std::optional<SmallVector<int64_t>> &axes,
                     int64_t rank) const;

  /// An integer attribute, or `absent` if there is none.
  FailureOr<int64_t> integer(StringRef name, int64_t absent) const;
  /// The position in `values` of a text attribute, 0 if there is none.
  FailureOr<size_t> choice(StringRef name, ArrayRef<StringRef> values) const;
  /// A list of integers, null if there is none.
  FailureOr<std::optional<SmallVector<int64_t>>> integers(StringRef name) const;

  /// Casts the value to the meet of its type and `declared`, with run-time
  /// checks. Emits an error and fails if the types contradict each other or
  /// cannot be checked.
  FailureOr<Value> castToDeclared(Value value, Type declared,
                                  const Twine &what = "the result");

  /// Replaces the results by `values` and erases the op. Users that need the
  /// declared types get casts. Values of unused results may be null.
  LogicalResult replace(ValueRange values);

  /// Like CheckBuilder::sizeOf, but looks through ops that compute a tensor
  /// into a destination of the same size.
  Value sizeOf(Value tensor, int64_t dim);

  /// The product of sizes, checked to be below 2^63: it may not be, if another
  /// size of the tensor is 0.
  FailureOr<Value> product(ArrayRef<OpFoldResult> sizes, const Twine &name);
  /// A size as an attribute if it is constant.
  OpFoldResult fold(Value index) const { return getAsOpFoldResult(index); }
  /// All sizes of the tensor.
  SmallVector<OpFoldResult> sizesOf(Value tensor);
  /// A slice of a tensor: the tensor itself if the slice covers it, and an
  /// empty tensor if the slice is known to be empty, since upstream rejects a
  /// slice that begins at the end.
  Value slice(Value tensor, ArrayRef<OpFoldResult> offsets,
              ArrayRef<OpFoldResult> sizes, ArrayRef<OpFoldResult> strides);

  Operation *op;
  LoweringMode mode;
  int64_t opset;
  mutable bool isRefused = false; ///< by `refuse`

private:
  SmallVector<Value> firstIndices(Value vector, size_t count);
};

/// Builds an empty sequence.
Value buildEmptySequence(OpBuilder &builder, Location loc, TensorType element);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_NODE_H
