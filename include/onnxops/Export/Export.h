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

/// Writes a module as an ONNX model of the module's opset, or if it has none,
/// of the lowest opset that all its ops need. Importing the model of an
/// imported module again gives the same module. "-" is standard output.
///
/// If constants of the imported model were in another file, large initializers
/// are written to the file `path` + ".data", unless `path` is standard output
/// or a file that is not regular.
///
/// Emits one error and writes neither file if ONNX lacks an op, a type or an
/// attribute, or if the file cannot be written.
LogicalResult exportONNX(ModuleOp module, StringRef path);

/// Returns the bytes of the model instead of writing a file.
FailureOr<std::string> exportONNX(ModuleOp module);

/// Prepares a module that importONNX has read with `keepFunctions`: an export
/// after passes writes the calls of functions of which they have left all nodes
/// as they are now. Without this, or if the module cannot be written, functions
/// stay inlined.
void recordCalls(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_EXPORT_EXPORT_H
