//===- ModelFunction.h - the C function of a model --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The function declared by the generated header.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_AHEADOFTIME_MODELFUNCTION_H
#define ONNXOPS_LIB_AHEADOFTIME_MODELFUNCTION_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Adds a function `name` to a lowered module that calls the entry of
/// `function` on DLPack tensors, see onnxopsRtCallTensors.
void addModelFunction(ModuleOp module, StringRef function, StringRef name);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_MODELFUNCTION_H
