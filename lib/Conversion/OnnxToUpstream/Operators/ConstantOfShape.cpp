//===- ConstantOfShape.cpp - lower ConstantOfShape to a fill --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fills a tensor, whose sizes are an operand, with one value.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// The attribute `value`, a one-element tensor, as a scalar of signless type.
static FailureOr<TypedAttr> readFill(Node &node) {
  Attribute given = node.op->getAttr("value");
  if (!given)
    return TypedAttr(node.builder.getF32FloatAttr(0));
  auto value = dyn_cast<DenseElementsAttr>(given);
  if (!value || value.getNumElements() != 1)
    return node.fail("expected 'value' to be a tensor of one element, but got ",
                     given);
  Type element = value.getElementType();
  if (isa<IntegerType>(element))
    return TypedAttr(IntegerAttr::get(getSignless(element),
                                      *value.getValues<APInt>().begin()));
  if (isa<FloatType>(element))
    return TypedAttr(
        FloatAttr::get(element, *value.getValues<APFloat>().begin()));
  return node.refuse("is not supported on element type ", element);
}

static LogicalResult lowerConstantOfShape(Node &node) {
  if (failed(node.verifyForm(1, 1, {"value"})))
    return failure();
  FailureOr<SmallVector<Value>> sizes = node.indices(0, "input");
  if (failed(sizes))
    return failure();
  FailureOr<TypedAttr> fill = readFill(node);
  if (failed(fill))
    return failure();
  for (auto [i, size] : llvm::enumerate(*sizes))
    if (failed(node.verify(
            node.compare(arith::CmpIPredicate::sge, size, node.constant(0)),
            "expected input[" + Twine(i) + "] to be 0 or more, but got {0}",
            size)))
      return failure();
  SmallVector<OpFoldResult> shape =
      llvm::map_to_vector(*sizes, [&](Value size) { return node.fold(size); });
  Value result = buildElementwise(
      node, makeOperands(shape), fill->getType(),
      [&](OpBuilder &builder, Location loc, ValueRange) -> Value {
        return arith::ConstantOp::create(builder, loc, *fill);
      });
  return node.replace(bitcastElements(node, result, getFillType(node.op)));
}

void mlir::onnxops::addConstantOfShapeLowerings(Lowerings &lowerings) {
  lowerings["ConstantOfShape"] = lowerConstantOfShape;
}
