//===- Metadata.h - names and symbols as onnx-mlir has them -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of inputs, outputs and their dimensions: `onnx.name` and
// `onnx.dim_params` in onnx-mlir, `onnxops.name` and `onnxops.dims` here.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Converts the attributes of arguments and results of functions to those of
/// the dialect. Keeps an attribute that exportMetadata could not restore
/// exactly.
void importMetadata(ModuleOp module);

/// The inverse of importMetadata.
void exportMetadata(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H
