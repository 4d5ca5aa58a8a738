//===- OnnxOperators.cpp - build nodes outside of the dialect -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds operators that become generic ops of the unregistered dialect `onnx`.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Onnx/Schemas.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Generic ops
//===----------------------------------------------------------------------===//

// Null for an unsupported kind.
static Attribute convertAttribute(OpBuilder &builder, ElementsBuilder &elements,
                                  const GraphAttribute &attribute) {
  if (auto *value = std::get_if<int64_t>(&attribute.value))
    return builder.getI64IntegerAttr(*value);
  if (auto *value = std::get_if<float>(&attribute.value))
    return builder.getF32FloatAttr(*value);
  if (auto *value = std::get_if<std::string>(&attribute.value))
    return builder.getStringAttr(*value);
  if (auto *list = std::get_if<std::vector<int64_t>>(&attribute.value))
    return builder.getI64ArrayAttr(*list);
  if (auto *list = std::get_if<std::vector<float>>(&attribute.value))
    return builder.getF32ArrayAttr(*list);
  if (auto *list = std::get_if<std::vector<std::string>>(&attribute.value))
    return builder.getStrArrayAttr(
        SmallVector<StringRef>(list->begin(), list->end()));
  if (auto *tensor = std::get_if<TensorData>(&attribute.value))
    return elements.build(*tensor, attribute.name);
  if (auto *stored = std::get_if<StoredTensor>(&attribute.value))
    return elements.buildPacked(stored->bytes, stored->type, attribute.name);
  if (auto *type = std::get_if<DeclaredType>(&attribute.value))
    return TypeAttr::get(convertType(*type, builder.getContext()));
  return Attribute();
}

// Adds all attributes except graphs, which the caller has built as regions.
static LogicalResult addAttributes(OpBuilder &builder,
                                   ElementsBuilder &elements,
                                   OperationState &state,
                                   const GraphNode &node) {
  for (const GraphAttribute &attribute : node.attributes) {
    if (isGraph(attribute))
      continue;
    if (isReservedAttribute(attribute.name))
      return emitError(state.location)
             << "attribute '" << attribute.name << "' is not supported";
    if (auto *unread = std::get_if<UnreadAttribute>(&attribute.value))
      return emitError(state.location)
             << "attribute '" << attribute.name << "' of kind " << unread->kind
             << " is not supported";
    state.addAttribute(attribute.name,
                       convertAttribute(builder, elements, attribute));
  }
  if (!node.domain.empty())
    state.attributes.set(kOnnxDomainAttr, builder.getStringAttr(node.domain));
  return success();
}

FailureOr<Operation *> mlir::onnxops::buildGenericOp(
    OpBuilder &builder, ElementsBuilder &elements, Location loc,
    const GraphNode &node, ValueRange operands, TypeRange results,
    MutableArrayRef<std::unique_ptr<Region>> regions) {
  OperationState state(loc, "onnx." + node.opType);
  if (failed(addAttributes(builder, elements, state, node)))
    return failure();
  for (Value operand : operands) {
    // Keeps the positions of later operands.
    if (!operand) {
      OperationState noValue(loc, "onnx.NoValue", /*operands=*/{},
                             builder.getNoneType());
      operand = builder.create(noValue)->getResult(0);
    }
    state.addOperands(operand);
  }
  state.addTypes(results);
  state.addRegions(regions);
  return builder.create(state);
}

// Builds a node whose result types are set later, by setTypes.
static FailureOr<Operation *>
buildUntyped(OpBuilder &builder, ElementsBuilder &elements, Location loc,
             const GraphNode &node, ValueRange operands,
             MutableArrayRef<std::unique_ptr<Region>> regions = {}) {
  SmallVector<Type> types(node.outputs.size(), builder.getNoneType());
  return buildGenericOp(builder, elements, loc, node, operands, types, regions);
}

// Gives the results the combined inferred and declared types. Unused results
// have type none.
static LogicalResult setTypes(Operation *op, ArrayRef<Type> inferred,
                              ArrayRef<Type> declared) {
  FailureOr<SmallVector<Type>> types =
      refineDeclared(op->getLoc(), inferred, declared);
  if (failed(types))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), *types))
    result.setType(type);
  return success();
}

// The result types of an operator that is kept: by a rule, by ONNX's schema of
// its version, as declared, or not known.
static SmallVector<Type> inferKept(Operation *op, int64_t opset,
                                   ArrayRef<Type> declared) {
  SmallVector<Type> types = inferOnnxTypes(op, {opset, /*isImport=*/true});
  const OnnxSchema *schema =
      findSchema(getOnnxDomain(op), op->getName().stripDialect(), opset);
  if (types.empty() && schema)
    types = inferSchemaTypes(op, *schema);
  types.resize(op->getNumResults());
  for (auto [type, declaredType] : llvm::zip_equal(types, declared))
    if (!type)
      type = declaredType ? declaredType : AnyType::get(op->getContext());
  return types;
}

FailureOr<Operation *> mlir::onnxops::buildUnsupported(
    OpBuilder &builder, ElementsBuilder &elements, Location loc,
    const GraphNode &node, ValueRange operands, ArrayRef<Type> declared,
    int64_t opset, MutableArrayRef<std::unique_ptr<Region>> regions) {
  // These names have other meanings in the generic form.
  if (node.opType.empty() || node.opType == "NoValue" || node.opType == "Yield")
    return emitError(loc) << "operator '" << node.opType << "' cannot be kept";
  FailureOr<Operation *> op =
      buildUntyped(builder, elements, loc, node, operands, regions);
  if (failed(op))
    return failure();
  if (failed(setTypes(*op, inferKept(*op, opset, declared), declared)))
    return failure();
  for (auto [id, result] : llvm::zip_equal(node.outputs, (*op)->getResults()))
    if (id == kNoValue)
      result.setType(builder.getNoneType());
  return op;
}

//===----------------------------------------------------------------------===//
// Known operators
//===----------------------------------------------------------------------===//

FailureOr<Value> mlir::onnxops::buildIdentity(OpBuilder &builder, Location loc,
                                              const GraphNode &node,
                                              ValueRange operands,
                                              Type declared, int64_t opset) {
  if (operands.size() != 1 || !operands.front() || node.outputs.size() != 1)
    return emitError(loc) << "expected 1 operand and 1 output";
  if (!node.attributes.empty())
    return emitError(loc) << "Identity has no attribute '"
                          << node.attributes.front().name << "'";
  Type type = operands.front().getType();
  if (isa<AnyType>(type) && declared)
    type = declared;
  if (isa<SequenceType>(type) && opset < opsets::kFirstIdentityOfSequence)
    return emitError(loc) << "Identity takes a sequence from opset "
                          << opsets::kFirstIdentityOfSequence
                          << " on, but the model's opset is " << opset;
  FailureOr<SmallVector<Type>> refined = refineDeclared(loc, type, declared);
  if (failed(refined))
    return failure();
  OperationState state(loc, "onnx.Identity", operands, *refined);
  return builder.create(state)->getResult(0);
}

static LogicalResult checkTensors(Location loc, ValueRange operands) {
  for (auto [index, operand] : llvm::enumerate(operands))
    if (operand && !isa<TensorType>(operand.getType()))
      return emitError(loc) << "expected operand #" << index
                            << " to be a tensor, but got " << operand.getType();
  return success();
}

LogicalResult mlir::onnxops::checkOnnxOperator(Location loc,
                                               const OnnxOperator &known,
                                               const GraphNode &node,
                                               ValueRange operands) {
  if (operands.size() > known.maxOperands)
    return emitError(loc) << "expected " << known.maxOperands
                          << " operands at most, but got " << operands.size();
  for (unsigned index = 0; index < known.minOperands; ++index)
    if (index >= operands.size() || !operands[index])
      return emitError(loc)
             << "expected operand #" << index << ", but it is not given";
  if (node.outputs.empty() || (!known.isVariadic && node.outputs.size() > 1))
    return emitError(loc) << "expected 1 output"
                          << (known.isVariadic ? " or more" : "")
                          << ", but got " << node.outputs.size();
  for (const GraphAttribute &attribute : node.attributes)
    if (isGraph(attribute) && !llvm::is_contained(known.graphs, attribute.name))
      return emitError(loc) << node.opType << " has no attribute '"
                            << attribute.name << "' of kind GRAPH";
  return success();
}

FailureOr<Operation *>
mlir::onnxops::buildOnnxOperator(OpBuilder &builder, ElementsBuilder &elements,
                                 Location loc, const OnnxOperator &known,
                                 const GraphNode &node, ValueRange operands,
                                 ArrayRef<Type> declared, int64_t opset) {
  if (failed(checkTensors(loc, operands)))
    return failure();
  FailureOr<Operation *> op =
      buildUntyped(builder, elements, loc, node, operands);
  if (failed(op))
    return failure();
  SmallVector<Type> inferred = inferOnnxTypes(*op, {opset, /*isImport=*/true});
  if (inferred.empty())
    return emitError(loc) << "expected the attributes of " << node.opType
                          << " to tell a known element type";
  if (failed(setTypes(*op, inferred, declared)))
    return failure();
  return op;
}
