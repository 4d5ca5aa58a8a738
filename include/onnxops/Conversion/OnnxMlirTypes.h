//===- OnnxMlirTypes.h - types in the syntax of onnx-mlir -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts sequence and string types between the dialect onnx and this one, in
// the whole module at once, so that no value needs a cast: functions, control
// flow and ops that are not converted forward values of these types.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_ONNXMLIRTYPES_H
#define ONNXOPS_CONVERSION_ONNXMLIRTYPES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Converts `!onnx.Seq<tensor<...>>` and `!onnx.String` to types of the
/// dialect. Sequences of other types, and all other types of onnx, are
/// unchanged.
void importOnnxMlirTypes(ModuleOp module);

/// The inverse of importOnnxMlirTypes.
void exportOnnxMlirTypes(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_ONNXMLIRTYPES_H
