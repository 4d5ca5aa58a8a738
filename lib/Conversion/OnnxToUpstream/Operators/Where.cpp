//===- Where.cpp - lower Where to a selection of elements -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes each element from one of two tensors by a tensor of booleans. All three
// broadcast.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Selects 16-bit floats by their bits: selecting such floats converts them from
// f32 on CPUs without registers for them, which quiets a signalling NaN.
static Value buildSelect(OpBuilder &builder, Location loc, ValueRange values) {
  Value condition = values[0], lhs = values[1], rhs = values[2];
  Type type = lhs.getType();
  if (!isa<FloatType>(type) || type.getIntOrFloatBitWidth() > 16)
    return builder.createOrFold<arith::SelectOp>(loc, condition, lhs, rhs);
  Type bits = builder.getIntegerType(type.getIntOrFloatBitWidth());
  Value chosen = builder.createOrFold<arith::SelectOp>(
      loc, condition, builder.createOrFold<arith::BitcastOp>(loc, bits, lhs),
      builder.createOrFold<arith::BitcastOp>(loc, bits, rhs));
  return builder.createOrFold<arith::BitcastOp>(loc, type, chosen);
}

static LogicalResult lowerWhere(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  SmallVector<Value> tensors;
  static constexpr StringLiteral kNames[] = {"condition", "X", "Y"};
  for (auto [index, name] : llvm::enumerate(kNames)) {
    FailureOr<Value> tensor = node.tensor(index, name);
    if (failed(tensor))
      return failure();
    tensors.push_back(*tensor);
  }
  Type element = getElementTypeOrSelf(tensors[1].getType());
  if (isa<StringType>(element))
    return node.refuse("is not supported on element type ", element);
  Type signless = getSignless(element);
  for (Value &tensor : MutableArrayRef(tensors).drop_front())
    tensor = bitcastElements(node, tensor, signless);
  FailureOr<BroadcastOperands> operands =
      broadcastOperands(node, tensors, "condition, X and Y");
  if (failed(operands))
    return failure();
  Value result = buildElementwise(node, *operands, signless, buildSelect);
  return node.replace(bitcastElements(node, result, element));
}

void mlir::onnxops::addWhereLowerings(Lowerings &lowerings) {
  lowerings["Where"] = lowerWhere;
}
