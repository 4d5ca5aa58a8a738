//===- OperatorTable.h - maps operators to ops of the dialect ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps an operator of a model to an op of the dialect: its family by name, its
// version by opset. The versions come from the registered ops, where TableGen
// generates them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_OPERATORTABLE_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_OPERATORTABLE_H

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {

class OperatorTable {
public:
  /// The context must have the dialect loaded.
  explicit OperatorTable(MLIRContext *context);

  /// The family of an operator of ONNX's default domain; empty if the dialect
  /// has none.
  static StringRef getFamilyOfOnnx(StringRef opType);

  /// The name of a family's operator in ONNX; empty if ONNX has none.
  static StringRef getOnnxOfFamily(StringRef family);

  /// The version of `family` at `opset`; none if the opset is older than all.
  std::optional<RegisteredOperationName> lookUp(StringRef family,
                                                int64_t opset) const;

  /// The first opset with an operator of `family`, which must be known.
  int64_t getFirstOpset(StringRef family) const;

private:
  llvm::StringMap<SmallVector<RegisteredOperationName>> versions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_OPERATORTABLE_H
