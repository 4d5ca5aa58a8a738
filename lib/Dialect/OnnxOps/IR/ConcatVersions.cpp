//===- ConcatVersions.cpp - steps between versions of Concat --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every step renames the op and adapts the axis: the default of version 1
// becomes explicit, and a negative axis becomes positive below version 11.
// OpenVINO's Concat is equivalent to Concat-13.
//
//===----------------------------------------------------------------------===//

#include "VersionSteps.h"

using namespace mlir;
using namespace mlir::onnxops;

template <typename Other, typename Op>
static FailureOr<SmallVector<Value>> renameConcat(Op op, OpBuilder &builder,
                                                  IntegerAttr axis) {
  auto other = Other::create(builder, op.getLoc(), op->getResultTypes(),
                             op.getInputs(), axis);
  return SmallVector<Value>{other.getResult()};
}

//===----------------------------------------------------------------------===//
// Up
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> ConcatV1Op::buildUpgrade(OpBuilder &builder,
                                                       ErrorEmitter) {
  return renameConcat<ConcatV4Op>(*this, builder, getAxisAttr());
}

FailureOr<SmallVector<Value>> ConcatV4Op::buildUpgrade(OpBuilder &builder,
                                                       ErrorEmitter) {
  return renameConcat<ConcatV11Op>(*this, builder, getAxisAttr());
}

FailureOr<SmallVector<Value>> ConcatV11Op::buildUpgrade(OpBuilder &builder,
                                                        ErrorEmitter) {
  return renameConcat<ConcatV13Op>(*this, builder, getAxisAttr());
}

//===----------------------------------------------------------------------===//
// Down
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> ConcatV13Op::buildDowngrade(OpBuilder &builder,
                                                          ErrorEmitter emit) {
  if (failed(verifyNoBF16(emit, "Concat-11", getResult())))
    return failure();
  return renameConcat<ConcatV11Op>(*this, builder, getAxisAttr());
}

// The common rank of the inputs; none if all types are unranked.
static std::optional<int64_t> getRank(ConcatV11Op op) {
  for (Type type : op->getOperandTypes())
    if (auto ranked = dyn_cast<RankedTensorType>(type))
      return ranked.getRank();
  if (auto ranked = dyn_cast<RankedTensorType>(op.getResult().getType()))
    return ranked.getRank();
  return std::nullopt;
}

FailureOr<SmallVector<Value>> ConcatV11Op::buildDowngrade(OpBuilder &builder,
                                                          ErrorEmitter emit) {
  int64_t axis = getAxis();
  if (axis < 0) {
    std::optional<int64_t> rank = getRank(*this);
    if (!rank)
      return emitFailure(emit, "Concat-4: it takes no negative axis, but got ",
                         axis, ", and the rank of the inputs is unknown");
    axis += *rank;
  }
  return renameConcat<ConcatV4Op>(*this, builder,
                                  builder.getI64IntegerAttr(axis));
}

FailureOr<SmallVector<Value>> ConcatV4Op::buildDowngrade(OpBuilder &builder,
                                                         ErrorEmitter emit) {
  if (failed(verifyIsFloat(emit, "Concat-1", getResult())))
    return failure();
  return renameConcat<ConcatV1Op>(*this, builder, getAxisAttr());
}

//===----------------------------------------------------------------------===//
// From and to OpenVINO
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
OpenVINOConcatV1Op::buildUpgrade(OpBuilder &builder, ErrorEmitter emit) {
  Type element = getElementTypeOrSelf(getResult().getType());
  auto integer = dyn_cast<IntegerType>(element);
  bool isKnown =
      integer ? integer.isSignlessInteger(1) || // not u1, but boolean
                    llvm::is_contained({8u, 16u, 32u, 64u}, integer.getWidth())
              : !isa<Float8E4M3FNType, Float8E5M2Type>(element);
  if (!isKnown)
    return emitFailure(emit, "ONNX Concat-13: element type ", element,
                       " is not one of ONNX Concat");
  if (!isa<RankedTensorType>(getResult().getType()))
    return emitFailure(emit, "ONNX Concat-13: the rank is unknown");
  return renameConcat<ConcatV13Op>(*this, builder, getAxisAttr());
}

FailureOr<SmallVector<Value>> ConcatV13Op::buildOpenVINO(OpBuilder &builder,
                                                         ErrorEmitter emit) {
  Type element = getElementTypeOrSelf(getResult().getType());
  bool isNumber = isa<FloatType>(element) ||
                  (isa<IntegerType>(element) && !element.isInteger(1));
  if (!isNumber)
    return emitFailure(emit, "OpenVINO Concat-1: element type ", element,
                       " is not one of OpenVINO Concat");
  if (!isa<RankedTensorType>(getResult().getType()))
    return emitFailure(emit, "OpenVINO Concat-1: the rank is unknown");
  return renameConcat<OpenVINOConcatV1Op>(*this, builder, getAxisAttr());
}
