//===- OpsetChoice.h - the opset that a module needs ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model has one opset, which selects a version of each operator; a module may
// hold ops of any versions.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H
#define ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// The opset of the model that a module becomes: the one that it means and, if
/// it does not say so and holds no other operator of ONNX, the lowest that
/// selects all its ops. Emits one error where none does, or another than the
/// one meant.
FailureOr<int64_t> chooseOpset(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_OPSETCHOICE_H
