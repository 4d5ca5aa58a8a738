//===- Variadic.cpp - lower Max, Min, Sum ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Combines any number of tensors, which broadcast since opset 8.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

// All operands, as tensors of signless types.
static FailureOr<SmallVector<Value>> readTensors(Node &node) {
  SmallVector<Value> tensors;
  for (unsigned index = 0; index < node.op->getNumOperands(); ++index) {
    FailureOr<Value> tensor =
        node.tensor(index, ("data_0[" + Twine(index) + "]").str());
    if (failed(tensor))
      return failure();
    Type element = getElementTypeOrSelf(tensor->getType());
    tensors.push_back(bitcastElements(node, *tensor, getSignless(element)));
  }
  if (tensors.empty())
    return node.fail("expected 1 operand or more, but got 0");
  return tensors;
}

static LogicalResult lowerVariadic(Node &node, PairBuilder build) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<SmallVector<Value>> tensors = readTensors(node);
  if (failed(tensors))
    return failure();
  FailureOr<BroadcastOperands> operands =
      broadcastOperands(node, *tensors, "all operands",
                        node.opset >= opsets::kFirstVariadicBroadcast);
  if (failed(operands))
    return failure();
  Type element = getElementTypeOrSelf(node.op->getOperand(0).getType());
  Value result = buildElementwise(
      node, *operands, getSignless(element),
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        Value all = widen(builder, loc, values.front());
        for (Value value : values.drop_front())
          all = build(builder, loc, all, widen(builder, loc, value));
        return narrow(builder, loc, all, values.front().getType());
      });
  return node.replace(bitcastElements(node, result, element));
}

static bool isUnsigned(Node &node) {
  return node.op->getNumOperands() > 0 &&
         getElementTypeOrSelf(node.op->getOperand(0).getType())
             .isUnsignedInteger();
}

void mlir::onnxops::addVariadicLowerings(Lowerings &lowerings) {
  lowerings["Max"] = [](Node &node) {
    return lowerVariadic(node, isUnsigned(node) ? buildUnsignedMax : buildMax);
  };
  lowerings["Min"] = [](Node &node) {
    return lowerVariadic(node, isUnsigned(node) ? buildUnsignedMin : buildMin);
  };
  lowerings["Sum"] = [](Node &node) { return lowerVariadic(node, buildSum); };
}
