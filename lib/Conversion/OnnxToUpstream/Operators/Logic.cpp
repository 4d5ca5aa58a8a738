//===- Logic.cpp - lower And, Or, Xor, Not --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on booleans.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"

using namespace mlir;
using namespace mlir::onnxops;

template <typename Op>
static LogicalResult lowerPair(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<BroadcastOperands> operands = readPair(node, "A", "B");
  if (failed(operands))
    return failure();
  return node.replace(buildElementwise(
      node, *operands, node.builder.getI1Type(),
      [](OpBuilder &builder, Location loc, ValueRange values) {
        return builder.createOrFold<Op>(loc, values[0], values[1]);
      }));
}

static LogicalResult lowerNot(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  FailureOr<Value> input = node.tensor(0, "X");
  if (failed(input))
    return failure();
  auto type = cast<RankedTensorType>(input->getType());
  if (!type.getElementType().isInteger(1))
    return node.fail("expected X to be boolean, but got ", type);
  return node.replace(buildElementwise(
      node, makeOperands(node, *input), type.getElementType(),
      [](OpBuilder &builder, Location loc, ValueRange values) {
        Value one = buildInteger(builder, loc, builder.getI1Type(), 1);
        return builder.createOrFold<arith::XOrIOp>(loc, values[0], one);
      }));
}

void mlir::onnxops::addLogicLowerings(Lowerings &lowerings) {
  lowerings["And"] = lowerPair<arith::AndIOp>;
  lowerings["Or"] = lowerPair<arith::OrIOp>;
  lowerings["Xor"] = lowerPair<arith::XOrIOp>;
  lowerings["Not"] = lowerNot;
}
