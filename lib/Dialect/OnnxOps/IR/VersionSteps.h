//===- VersionSteps.h - shared by the steps of all families -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most versions differ in their element types only: a step renames the op,
// after checking that the other version accepts its element type.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VERSIONSTEPS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VERSIONSTEPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// Builds the same op as an `Other`, which has the same operands and
/// attributes.
template <typename Other, typename Op>
FailureOr<SmallVector<Value>> renameTo(Op op, OpBuilder &builder) {
  auto other = Other::create(builder, op.getLoc(), op->getResultTypes(),
                             op->getOperands(), op->getAttrs());
  return SmallVector<Value>(other->getResults());
}

/// Rejects a step to `version`, which does not accept bf16, if `input` has it.
inline LogicalResult verifyNoBF16(ErrorEmitter emit, StringRef version,
                                  Value input) {
  if (!getElementTypeOrSelf(input).isBF16())
    return success();
  return emitFailure(emit, version, ": it does not take element type 'bf16'");
}

/// Rejects a step to `version`, which accepts f16, f32 and f64 only, if `input`
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
