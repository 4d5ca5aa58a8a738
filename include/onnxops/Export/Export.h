//===- Export.h - the dialect to models -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point of the exporter.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXPORT_EXPORT_H
#define ONNXOPS_EXPORT_EXPORT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Writes a module as an ONNX model of the opset that the module means; without
/// one, of the lowest that all its ops need. What importONNX made comes back as
/// a model that importONNX makes the same module of. "-" is standard output.
///
/// On an op, a type or an attribute that ONNX does not have, and when the file
/// cannot be written, emits one error and leaves no file.
LogicalResult exportONNX(ModuleOp module, StringRef path);

/// The same to memory: the bytes of the model.
FailureOr<std::string> exportONNX(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_EXPORT_EXPORT_H
