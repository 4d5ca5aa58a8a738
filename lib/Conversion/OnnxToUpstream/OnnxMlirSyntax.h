//===- OnnxMlirSyntax.h - operators as onnx-mlir writes them ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic `onnx` ops come from our importers or from onnx-mlir, which has the
// same names for most of what they say, and other ones for the rest.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Makes every onnx op of the module one as our importers spell it: attributes
/// that stand in properties, the element type of a Cast, onnx.Dim, onnx.Return.
/// Drops what no code is made of: the names of nodes, attributes for the way
/// back to onnx-mlir, and onnx.EntryPoint.
LogicalResult normalizeSyntax(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_ONNXMLIRSYNTAX_H
