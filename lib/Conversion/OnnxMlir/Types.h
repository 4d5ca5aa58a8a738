//===- Types.h - types as onnx-mlir spells them -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sequences and strings, which are types of the dialect onnx there and of ours
// here. They change in the whole module at once, so that no value needs a cast:
// functions, control flow and ops that are left alone hand on what they are
// given.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_TYPES_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_TYPES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Makes `!onnx.Seq<tensor<...>>` and `!onnx.String` types of ours. A sequence
/// of anything but tensors stays as it is, as do all other types of onnx.
void takeTypes(ModuleOp module);

/// The way back.
void giveTypes(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_TYPES_H
