//===- OpsetChoice.h - choose the opset of a model --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model has one opset, which selects a version of each operator; a module may
// contain ops of any versions.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H
#define ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// The opset of the model of a module: the module's opset or, if it has none
/// and contains no other ONNX operators, the lowest opset that selects all its
/// ops. Emits one error if there is none, or if it is not the module's opset.
FailureOr<int64_t> chooseOpset(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H
