//===- OnnxMlirSyntax.h - operators in the syntax of onnx-mlir --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic `onnx` ops come from the importers or from onnx-mlir, whose syntax
// differs in a few ops and attributes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Converts every onnx op of the module to the syntax of the importers:
/// attributes stored as properties, the element type of a Cast, onnx.Dim,
/// onnx.Return. Drops node names, attributes for the conversion back to
/// onnx-mlir, and onnx.EntryPoint, which do not affect code generation.
LogicalResult normalizeSyntax(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H
