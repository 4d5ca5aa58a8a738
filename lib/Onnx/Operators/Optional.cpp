//===- Optional.cpp - rules of operators on optional values ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Optional, OptionalHasElement and OptionalGetElement. Since version 18 the
// latter two also take values that are not optional.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The type of the operand, or of the value that is not there.
static SmallVector<Type> inferOptional(Operation *op, const InferenceMode &) {
  auto declared = op->getAttrOfType<TypeAttr>("type");
  Value operand = getGivenOperand(op, 0);
  Type value = operand    ? operand.getType()
               : declared ? declared.getValue()
                          : Type();
  if (!isa_and_nonnull<TensorType, SequenceType>(value))
    return {};
  return {OptionalType::get(value)};
}

static SmallVector<Type> inferHasElement(Operation *op, const InferenceMode &) {
  return {RankedTensorType::get({}, Builder(op->getContext()).getI1Type())};
}

static SmallVector<Type> inferGetElement(Operation *op, const InferenceMode &) {
  Type type = op->getOperand(0).getType();
  auto optional = dyn_cast<OptionalType>(type);
  return {optional ? optional.getValueType() : type};
}

static constexpr OnnxOperator makeOfOptional(StringLiteral opType,
                                             unsigned minOperands,
                                             OnnxOperator::InferTypes infer) {
  OnnxOperator made = makeUnlowered(opType, 15, minOperands, 1, infer);
  made.takesContainers = true;
  return made;
}

static constexpr OnnxOperator kOperators[] = {
    makeOfOptional("Optional", 0, inferOptional),
    makeOfOptional("OptionalGetElement", 1, inferGetElement),
    makeOfOptional("OptionalHasElement", 0, inferHasElement),
};

ArrayRef<OnnxOperator> mlir::onnxops::getOptionalOperators() {
  return kOperators;
}
