//===- Signature.h - declared inputs and outputs of entries -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What callers of an entry point give and get, in the form that the run-time
// library checks tables against.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_SIGNATURE_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_SIGNATURE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::onnxops {

/// One input or output in a signature.
struct EntryValue {
  Type type;           ///< a tensor, or a sequence of the dialect
  StringAttr name;     ///< null if unnamed
  ArrayAttr dims;      ///< names of dimensions; null if all are unnamed
  int64_t elementType; ///< ONNX's number
};

/// The operands of onnxopsRtEnter: numbers, and the names that they refer to.
/// Documented in onnxops/ABI/GeneratedCode.h.
class Signature {
public:
  Signature(StringRef function, ArrayRef<EntryValue> inputs,
            ArrayRef<EntryValue> outputs);

  ArrayRef<int64_t> getNumbers() const { return numbers; }
  StringRef getNames() const { return names; }

private:
  void collectSymbols(const EntryValue &value);
  int64_t addName(StringRef name);
  int64_t encodeSize(const EntryValue &value, size_t dim, int64_t size);
  void addInputs(ArrayRef<EntryValue> inputs);
  void addValue(const EntryValue &value);

  llvm::MapVector<StringRef, int64_t> symbols;
  SmallVector<int64_t> numbers;
  std::string names;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_SIGNATURE_H
