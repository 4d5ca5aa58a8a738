//===- Operators.h - operators as onnx-mlir has them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps ops of onnx-mlir to ops of the dialect and back. onnx-mlir has one
// version of each operator, whatever the opset of the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// The op of the dialect that is equivalent to `op`, in onnx-mlir's version;
/// none if the dialect has none, or if `op` is an operator of another domain.
std::optional<RegisteredOperationName> findOnnxOps(Operation *op);

/// The name of the op of onnx-mlir that is equivalent to `op`, an op of the
/// dialect; empty if there is none.
StringRef findOnnx(Operation *op);

/// All attributes of an unregistered op, including those in its properties.
DictionaryAttr getAllAttributes(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
