//===- Metadata.h - names and symbols as onnx-mlir has them -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a model calls its inputs, outputs and their dimensions: `onnx.name` and
// `onnx.dim_params` there, `onnxops.name` and `onnxops.dims` here.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Makes the attributes of arguments and results of functions ours. One that
/// the way back would not restore to the letter stays.
void takeNotes(ModuleOp module);

/// The way back.
void giveNotes(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_METADATA_H
