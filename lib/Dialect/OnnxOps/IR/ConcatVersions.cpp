//===- ConcatVersions.cpp - the steps between versions of Concat ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every step up is a rename: the default axis of version 1 becomes an
// attribute that is written, and OpenVINO's Concat means what Concat-13 does.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

template <typename NextOp, typename Op>
static FailureOr<SmallVector<Value>> renameTo(Op op, OpBuilder &builder) {
  auto next = NextOp::create(builder, op.getLoc(), op->getResultTypes(),
                             op.getInputs(), op.getAxisAttr());
  return SmallVector<Value>{next.getResult()};
}

FailureOr<SmallVector<Value>> ConcatV1Op::buildUpgrade(OpBuilder &builder) {
  return renameTo<ConcatV4Op>(*this, builder);
}

FailureOr<SmallVector<Value>> ConcatV4Op::buildUpgrade(OpBuilder &builder) {
  return renameTo<ConcatV11Op>(*this, builder);
}

FailureOr<SmallVector<Value>> ConcatV11Op::buildUpgrade(OpBuilder &builder) {
  return renameTo<ConcatV13Op>(*this, builder);
}

FailureOr<SmallVector<Value>>
OpenVINOConcatV1Op::buildUpgrade(OpBuilder &builder) {
  Type element = getElementTypeOrSelf(getResult().getType());
  auto integer = dyn_cast<IntegerType>(element);
  bool isKnown =
      integer ? integer.isSignlessInteger(1) || // not u1, but boolean
                    llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth())
              : !isa<Float8E4M3FNType, Float8E5M2Type>(element);
  if (!isKnown)
    return emitOpError("cannot become ONNX Concat-13: element type ")
           << element << " is not one of ONNX Concat";
  if (!isa<RankedTensorType>(getResult().getType()))
    return emitOpError("cannot become ONNX Concat-13: the rank is unknown");
  return renameTo<ConcatV13Op>(*this, builder);
}
