//===- Values.cpp - Constant and Identity ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that compute nothing.
//
//===----------------------------------------------------------------------===//

#include "Lowerings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::onnxops;

// Identity, of a tensor or of a sequence.
LogicalResult mlir::onnxops::lowerIdentity(Node &node) {
  if (failed(node.verifyForm(1, 1)))
    return failure();
  if (!node.operand(0))
    return node.fail("expected operand 'input', but got none");
  return node.replace(node.operand(0));
}

// The value of a Constant in any attribute form that holds numbers, null if
// there is none.
static ElementsAttr readConstant(Operation *op) {
  Builder builder(op->getContext());
  if (auto value = op->getAttrOfType<ElementsAttr>("value"))
    return value;
  for (StringRef name : {"value_int", "value_float"})
    if (auto value = op->getAttrOfType<TypedAttr>(name))
      if (isa<IntegerAttr, FloatAttr>(value))
        return DenseElementsAttr::get(
            RankedTensorType::get({}, value.getType()), {Attribute(value)});
  for (StringRef name : {"value_ints", "value_floats"})
    if (auto values = op->getAttrOfType<ArrayAttr>(name)) {
      Type element = name == "value_ints" ? Type(builder.getI64Type())
                                          : Type(builder.getF32Type());
      if (llvm::all_of(values, [&](Attribute value) {
            auto typed = dyn_cast<TypedAttr>(value);
            return typed && typed.getType() == element;
          }))
        return DenseElementsAttr::get(
            RankedTensorType::get(values.size(), element), values.getValue());
    }
  return {};
}

LogicalResult mlir::onnxops::lowerConstant(Node &node) {
  ElementsAttr value = readConstant(node.op);
  if (!value || node.op->getNumOperands() != 0 || node.op->getNumResults() != 1)
    return node.fail("expected one result and its value in value, "
                     "value_int, value_ints, value_float or value_floats");
  Value constant =
      arith::ConstantOp::create(node.builder, node.loc, cast<TypedAttr>(value));
  return node.replace(constant);
}
