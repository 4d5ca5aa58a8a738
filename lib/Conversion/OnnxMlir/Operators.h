//===- Operators.h - operators as onnx-mlir has them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which op of ours an op of onnx-mlir is, and how both spell what they have in
// common. onnx-mlir has one version of each operator, whatever opset the model
// is of.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// The op of ours that `op` is, in onnx-mlir's version; none if it is no
/// operator of ours, or one of another domain.
std::optional<RegisteredOperationName> findOnnxOps(Operation *op);

/// The op of onnx-mlir that `op`, of our dialect, is; empty if there is none.
StringRef findOnnx(Operation *op);

/// All attributes of an unregistered op, those in its properties too.
DictionaryAttr getAllAttributes(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_OPERATORS_H
