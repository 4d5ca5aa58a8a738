//===- VersionedOps.cpp - build ops of the dialect ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds any op of the dialect by name: operands and attributes are described
// by TableGen, the result type combines the op's inference and the declaration
// in the model.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static LogicalResult checkOperand(Location loc, const OperandInfo &info,
                                  size_t index, Value operand) {
  if (!operand) {
    if (info.arity == OperandInfo::Optional)
      return success();
    return emitError(loc) << "expected operand #" << index << " ('" << info.name
                          << "'), but it is not given";
  }
  Type type = operand.getType();
  if (info.isSequence ? !isa<SequenceType>(type) : !isa<TensorType>(type))
    return emitError(loc) << "expected operand #" << index << " ('" << info.name
                          << "') to be a "
                          << (info.isSequence ? "sequence" : "tensor")
                          << ", but got " << type;
  return success();
}

// Checks the preconditions of an op's own rules.
static LogicalResult checkOperands(Location loc, ArrayRef<OperandInfo> infos,
                                   ValueRange operands) {
  size_t index = 0;
  for (const OperandInfo &info : infos) {
    // Only the last operand of an ONNX operator can be variadic.
    size_t end =
        info.arity == OperandInfo::Variadic ? operands.size() : index + 1;
    for (; index < end; ++index)
      if (failed(checkOperand(loc, info, index,
                              index < operands.size() ? operands[index]
                                                      : Value())))
        return failure();
  }
  if (index < operands.size())
    return emitError(loc) << "expected " << infos.size()
                          << " operands at most, but got " << operands.size();
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// Adds the node's attributes, which must be integer attributes of the op.
static LogicalResult addAttributes(OpBuilder &builder, OperationState &state,
                                   const GraphNode &node) {
  ArrayRef<StringAttr> known = state.name.getAttributeNames();
  for (const GraphAttribute &attribute : node.attributes) {
    auto isAttribute = [&](StringAttr name) { return name == attribute.name; };
    if (llvm::none_of(known, isAttribute))
      return emitError(state.location)
             << node.opType << " has no attribute '" << attribute.name << "'";
    auto *value = std::get_if<int64_t>(&attribute.value);
    if (!value)
      return emitError(state.location)
             << "expected attribute '" << attribute.name << "' to be an INT";
    state.addAttribute(attribute.name, builder.getI64IntegerAttr(*value));
  }
  return success();
}

// The op's properties have their defaults: attributes that are missing have
// none.
static LogicalResult checkAttributes(Operation *op) {
  for (StringAttr name : op->getName().getAttributeNames())
    if (!op->getInherentAttr(name).value_or(Attribute()))
      return emitError(op->getLoc()) << "expected attribute '" << name.strref()
                                     << "', but it is not given";
  return success();
}

//===----------------------------------------------------------------------===//
// Result
//===----------------------------------------------------------------------===//

static LogicalResult setResultType(Operation *op, Type declared) {
  SmallVector<Type> types;
  if (failed(cast<InferTypeOpInterface>(op).inferReturnTypes(
          op->getContext(), op->getLoc(), op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return failure();
  FailureOr<SmallVector<Type>> refined =
      refineDeclared(op->getLoc(), types, declared);
  if (failed(refined))
    return failure();
  op->getResult(0).setType(refined->front());
  return success();
}

FailureOr<Value> mlir::onnxops::buildVersionedOp(
    OpBuilder &builder, Location loc, RegisteredOperationName name,
    const GraphNode &node, ValueRange operands, Type declared) {
  auto *version = name.getInterface<VersionedOpInterface>();
  if (failed(checkOperands(loc, version->getOperandInfos(), operands)))
    return failure();
  if (node.outputs.size() != 1)
    return emitError(loc) << "expected 1 output, but got "
                          << node.outputs.size();
  OperationState state(loc, name);
  for (Value operand : operands)
    if (operand)
      state.addOperands(operand);
  if (failed(addAttributes(builder, state, node)))
    return failure();
  // Inference reads the op's properties, so build the op before its type is
  // set.
  state.addTypes(builder.getNoneType());
  Operation *op = builder.create(state);
  if (failed(checkAttributes(op)) || failed(setResultType(op, declared)))
    return failure();
  return op->getResult(0);
}
