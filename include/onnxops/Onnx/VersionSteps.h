//===- VersionSteps.h - operators at adjacent opsets ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts generic `onnx` ops from one opset to the next or the previous one.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_ONNX_VERSIONSTEPS_H
#define ONNXOPS_ONNX_VERSIONSTEPS_H

#include "mlir/IR/Operation.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

/// Converts `op`, an operator of opset `from`, to opset `to`, which is one more
/// or one less. May replace the op by others, which belong to opset `to`.
///
/// If ONNX published a version in between, the op is kept where both versions
/// agree about it: the number and types of operands and results, and all
/// attributes. Rules rewrite the ops whose version changed in other ways.
/// Otherwise emits an error with the reason and fails; the op stays as it is.
/// Does nothing to ops that are not operators of ONNX's default domain.
LogicalResult stepOnnxOperator(ErrorEmitter emit, Operation *op, int64_t from,
                               int64_t to);

} // namespace mlir::onnxops

#endif // ONNXOPS_ONNX_VERSIONSTEPS_H
