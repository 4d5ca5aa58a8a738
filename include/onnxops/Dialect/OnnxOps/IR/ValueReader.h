//===- ValueReader.h - one walk through shape arithmetic --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of known values share: the elements of operands, each value
// read once, and integers as their types hold them.
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

/// Rules for ops of dialects that this one does not know. An extension adds it
/// to OnnxOpsDialect.
class KnownValuesInterface
    : public DialectInterface::Base<KnownValuesInterface> {
public:
  explicit KnownValuesInterface(Dialect *dialect) : Base(dialect) {}

  /// The elements of a value, none if no rule knows them.
  virtual std::optional<KnownElements> read(OpResult value,
                                            ValueReader &reader) const = 0;
};

class ValueReader {
public:
  /// Shape arithmetic is about ranks; anything longer is data.
  static constexpr int64_t kMaxElements = 65536;

  /// The elements of a tensor, or the value of an integer or index as the only
  /// one. Null if even their number is unknown. Stays valid as long as the
  /// reader.
  const KnownElements *read(Value value);

  /// The only element of `value`, if it is known.
  std::optional<int64_t> readScalar(Value value);

  /// The elements of a constant: integers, or floats that hold whole numbers.
  static std::optional<KnownElements> readConstant(ElementsAttr constant);

private:
  std::optional<KnownElements> compute(Value value);
  std::optional<KnownElements> readForeign(OpResult value);

  /// Null for values whose elements cannot be listed, and while they are read.
  DenseMap<Value, std::unique_ptr<KnownElements>> memo;
  int depth = 0;
  int64_t work = 0;
};

/// What a value of type `type`, an integer or index, holds after it is given
/// `bits`: they wrap. See KnownElements.
int64_t wrapInteger(Type type, uint64_t bits);

enum class IntegerOperator { Add, Sub, Mul, Div };

/// Computes as ONNX and arith do: integers wrap, a quotient is truncated. None
/// if an operand must be known and is not, and for a division by 0.
std::optional<int64_t> computeInteger(IntegerOperator kind, Type type,
                                      std::optional<int64_t> lhs,
                                      std::optional<int64_t> rhs);

/// The rules for upstream ops and ours. None if there is none for `value`.
std::optional<KnownElements> readUpstream(Value value, ValueReader &reader);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_VALUEREADER_H
