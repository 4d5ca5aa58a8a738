//===- Values.cpp - lower Constant and Identity ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators without computation.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// Identity, of a tensor or of a sequence.
static LogicalResult lowerIdentity(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  if (!node.operand(0))
    return node.fail("expected operand 'input', but got none");
  return node.replace(node.operand(0));
}

static LogicalResult lowerConstant(Node &node) {
  ElementsAttr value = getConstantValue(node.op);
  if (!value || node.op->getNumOperands() != 0 || node.op->getNumResults() != 1)
    return node.fail("expected one result and its value in value, "
                     "value_int, value_ints, value_float or value_floats");
  Value constant =
      arith::ConstantOp::create(node.builder, node.loc, cast<TypedAttr>(value));
  return node.replace(constant);
}

void mlir::onnxops::addValuesLowerings(Lowerings &lowerings) {
  lowerings["Constant"] = lowerConstant;
  lowerings["Identity"] = lowerIdentity;
}
