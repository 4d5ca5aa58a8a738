//===- Operators.h - operators as onnx-mlir has them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps ops of onnx to ops of the dialect and back. onnx-mlir has one version of
// each operator, whatever the opset of the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"

namespace mlir::onnxops {

/// Which version of an operator an op is: that of the module's opset, if it has
/// one, as modules of torch-mlir's importer do, or else onnx-mlir's.
class OperatorVersions {
public:
  explicit OperatorVersions(ModuleOp module);

  /// The op of the dialect that is equivalent to `op`; none if the dialect has
  /// none, or if `op` is an operator of another domain.
  std::optional<RegisteredOperationName> findOnnxOps(Operation *op) const;

  /// The name of the op of `onnx` that is equivalent to `op`, an op of the
  /// dialect; empty if there is none.
  std::string findOnnx(Operation *op) const;

private:
  OperatorTable table;
  std::optional<int64_t> opset;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
