//===- ValueReader.h - evaluates shape arithmetic ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the rules of known values: the elements of operands, memoized for
// each value, and integers truncated to their types.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_VALUEREADER_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_VALUEREADER_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"

#include <memory>

namespace mlir::onnxops {

class ValueReader;

/// Rules for ops of other dialects, on which this one does not depend. An
/// extension adds the interface to OnnxOpsDialect.
class KnownValuesInterface
    : public DialectInterface::Base<KnownValuesInterface> {
public:
  explicit KnownValuesInterface(Dialect *dialect) : Base(dialect) {}

  /// The elements of a value, none if there is no rule for it.
  virtual std::optional<KnownElements> read(OpResult value,
                                            ValueReader &reader) const = 0;
};

class ValueReader {
public:
  /// Shape arithmetic is as long as ranks; longer tensors are data.
  static constexpr int64_t kMaxElements = 65536;

  /// The elements of a tensor, or the value of an integer or index as the only
  /// element. Null if the number of elements is unknown. Stays valid as long as
  /// the reader.
  const KnownElements *read(Value value);

  /// The only element of `value`, if it is known.
  std::optional<int64_t> readScalar(Value value);

  /// The elements of a constant: integers, or floats with integer values.
  static std::optional<KnownElements> readConstant(ElementsAttr constant);

private:
  std::optional<KnownElements> compute(Value value);
  std::optional<KnownElements> readForeign(OpResult value);

  /// Null for values whose elements cannot be listed, and during their reading.
  DenseMap<Value, std::unique_ptr<KnownElements>> memo;
  int depth = 0;
  int64_t work = 0;
};

/// `bits` wrapped to `type`, an integer or index type, and extended as in
/// KnownElements.
int64_t wrapInteger(Type type, uint64_t bits);

enum class IntegerOperator { Add, Sub, Mul, Div };

/// Computes as ONNX and arith do: integers wrap, a quotient is truncated. None
/// if a needed operand is unknown, and for a division by 0.
std::optional<int64_t> computeInteger(IntegerOperator kind, Type type,
                                      std::optional<int64_t> lhs,
                                      std::optional<int64_t> rhs);

/// The rules for ops of upstream and of the dialect. None if `value` has none.
std::optional<KnownElements> readUpstream(Value value, ValueReader &reader);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_VALUEREADER_H
