//===- VersionSteps.h - what the steps of all families share ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most versions differ in the types that they take: a step is a new name for
// the same op, once its element type is known to be one that the other has.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VERSIONSTEPS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VERSIONSTEPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// The same op under the name of `Other`, which has the same operands and
/// attributes.
template <typename Other, typename Op>
FailureOr<SmallVector<Value>> renameTo(Op op, OpBuilder &builder) {
  auto other = Other::create(builder, op.getLoc(), op->getResultTypes(),
                             op->getOperands(), op->getAttrs());
  return SmallVector<Value>(other->getResults());
}

/// Refuses a step to `version`, which does not take bf16, if `input` has it.
inline LogicalResult verifyNoBF16(ErrorEmitter emit, StringRef version,
                                  Value input) {
  if (!getElementTypeOrSelf(input).isBF16())
    return success();
  return emitFailure(emit, version, ": it does not take element type 'bf16'");
}

/// Refuses a step to `version`, which takes f16, f32 and f64 only, if `input`
/// has another element type.
inline LogicalResult verifyIsFloat(ErrorEmitter emit, StringRef version,
                                   Value input) {
  Type element = getElementTypeOrSelf(input);
  if (element.isF16() || element.isF32() || element.isF64())
    return success();
  return emitFailure(emit, version,
                     ": it takes f16, f32 and f64 only, but got ", element);
}

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VERSIONSTEPS_H
