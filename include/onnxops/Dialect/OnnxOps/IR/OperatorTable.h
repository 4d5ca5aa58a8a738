//===- OperatorTable.h - operators to ops of the dialect --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which op of the dialect an operator of a model is: its family by name, its
// version by opset. The versions are read off the registered ops, where
// TableGen wrote them.
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

  /// The family of an operator of ONNX's default domain; empty if it is none
  /// of ours.
  static StringRef getFamilyOfOnnx(StringRef opType);

  /// The operator that a family is in ONNX; empty if it is none there.
  static StringRef getOnnxOfFamily(StringRef family);

  /// The version of `family` that `opset` selects; none if there is none yet.
  std::optional<RegisteredOperationName> lookUp(StringRef family,
                                                int64_t opset) const;

  /// The first opset that has an operator of `family`, which must be known.
  int64_t getFirstOpset(StringRef family) const;

private:
  llvm::StringMap<SmallVector<RegisteredOperationName>> versions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_OPERATORTABLE_H
