//===- GraphBuilder.cpp - build the nodes and values of graphs ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Manages values, and selects the builder of each node.
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"

#include "CompatibilityOptions.h"
#include "NodeBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

// A declared type is part of the value's type, unless it is less precise.
LogicalResult GraphBuilder::checkLimits(Location loc, Type type) {
  if (auto optional = dyn_cast<OptionalType>(type))
    type = optional.getValueType();
  if (auto sequence = dyn_cast<SequenceType>(type))
    type = sequence.getTensorType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  if (llvm::Error error = checkShape(tensor.getShape(), options.limits))
    return emitError(loc) << llvm::toString(std::move(error));
  return success();
}

LogicalResult GraphBuilder::define(Location loc, ValueId id, Value value) {
  StringRef name = model.values[id].name;
  if (values[id])
    return emitError(loc) << "value '" << name << "' is defined twice";
  for (ValueId outer = model.values[id].outer; outer != kNoValue;
       outer = model.values[outer].outer)
    if (values[outer])
      return emitError(loc) << "value '" << name
                            << "' is defined outside the subgraph already";
  values[id] = value;
  defined.push_back(id);
  return checkLimits(getLoc(id), value.getType());
}

Type GraphBuilder::getDeclaredType(ValueId id) const {
  if (id == kNoValue || !model.values[id].type)
    return Type();
  return convertType(*model.values[id].type, context);
}

SmallVector<Type> GraphBuilder::getDeclaredTypes(const GraphNode &node) const {
  return llvm::map_to_vector(node.outputs,
                             [&](ValueId id) { return getDeclaredType(id); });
}

LogicalResult
GraphBuilder::addInitializer(const GraphInitializer &initializer) {
  StringRef name = model.values[initializer.value].name;
  usesInitializers = true;
  ElementsAttr &known = constants[&initializer];
  if (!known)
    known = buildElements(elements, initializer, name);
  Location loc = getLoc(initializer.value);
  Value constant = buildConstant(builder, loc, known, name);
  setDoc(constant.getDefiningOp(), initializer.doc);
  return define(loc, initializer.value, constant);
}

FailureOr<Value> GraphBuilder::getOutput(const GraphOutput &output) {
  Location loc = getLoc(output.value);
  Value value = values[output.value];
  if (!value)
    return emitError(loc) << "the graph output is not defined";
  if (!output.type || isa<AnyType>(value.getType()))
    return value;
  Type declared = convertType(*output.type, context);
  if (failed(checkDeclared(loc, "the graph output", value.getType(), declared)))
    return failure();
  return value;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

FailureOr<Value> GraphBuilder::buildOfFamily(const PlacedNode &placed,
                                             StringRef family) {
  const GraphNode &node = placed.node;
  int64_t opset = std::min(model.opset, OnnxOpsDialect::kLatestOpset);
  std::optional<RegisteredOperationName> name = table.lookUp(family, opset);
  if (!name)
    return emitError(placed.loc)
           << node.opType << " exists from opset "
           << table.getFirstOpset(family) << " on, but the model's opset is "
           << model.opset;
  SmallVector<Value> operands = placed.operands;
  std::optional<GraphNode> adjusted;
  if (failed(applyCompatibilityOptions(placed.loc, node, operands, opset,
                                       options, adjusted)))
    return failure();
  ValueId output = node.outputs.empty() ? kNoValue : node.outputs.front();
  return buildVersionedOp(builder, placed.loc, *name,
                          adjusted ? *adjusted : node, operands,
                          getDeclaredType(output));
}

FailureOr<Value> GraphBuilder::buildConstantOnce(const PlacedNode &placed) {
  const GraphNode &node = placed.node;
  ValueId output = node.outputs.empty() ? kNoValue : node.outputs.front();
  StringRef name;
  if (output != kNoValue)
    name = model.values[output].name;
  if (ElementsAttr known = constants.lookup(&node))
    return buildConstant(builder, placed.loc, known, name);
  FailureOr<Value> constant =
      buildConstantNode(builder, elements, placed.loc, node, name);
  if (succeeded(constant))
    constants[&node] = cast<ElementsAttr>(
        constant->getDefiningOp<arith::ConstantOp>().getValue());
  return constant;
}

// Whether the operator becomes an op of the dialect, or one that is lowered.
bool GraphBuilder::isSupported(const GraphNode &node) const {
  if (!node.domain.empty())
    return false;
  if (!OperatorTable::getFamilyOfOnnx(node.opType).empty() ||
      node.opType == "Constant" || node.opType == "Identity")
    return true;
  const OnnxOperator *known = findOnnxOperator(node.opType);
  return known && known->isLowered && model.opset >= known->firstOpset;
}

// The first operand of unknown type, of an operator that needs its type: all
// that are not kept but Identity.
std::optional<unsigned>
GraphBuilder::findUnknownOperand(const PlacedNode &placed) const {
  if (placed.node.opType == "Identity")
    return std::nullopt;
  for (auto [index, operand] : llvm::enumerate(placed.operands))
    if (operand && isa<AnyType>(operand.getType()))
      return index;
  return std::nullopt;
}

// Builds a node of ONNX's default domain.
FailureOr<SmallVector<Value>>
GraphBuilder::buildOnnxNode(const PlacedNode &placed) {
  const GraphNode &node = placed.node;
  if (!isSupported(node) || findUnknownOperand(placed))
    return buildUnknown(placed);
  auto wrap = [](FailureOr<Value> result) -> Results {
    if (failed(result))
      return failure();
    return SmallVector<Value>{*result};
  };
  if (StringRef family = OperatorTable::getFamilyOfOnnx(node.opType);
      !family.empty())
    return wrap(buildOfFamily(placed, family));
  if (node.opType == "Constant")
    return wrap(buildConstantOnce(placed));
  if (node.opType == "Identity") {
    Type declared =
        node.outputs.empty() ? Type() : getDeclaredType(node.outputs.front());
    return wrap(buildIdentity(builder, placed.loc, node, placed.operands,
                              declared, model.opset));
  }
  const OnnxOperator *known = findOnnxOperator(node.opType);
  assert(known && "the node is supported");
  if (failed(checkOnnxOperator(placed.loc, *known, node, placed.operands)))
    return failure();
  if (!known->inferTypes)
    return buildControlFlow(placed);
  FailureOr<Operation *> op =
      buildOnnxOperator(builder, elements, placed.loc, *known, node,
                        placed.operands, getDeclaredTypes(node), model.opset);
  if (failed(op))
    return failure();
  return SmallVector<Value>((*op)->getResults());
}

FailureOr<SmallVector<Value>>
GraphBuilder::buildNode(const PlacedNode &placed) {
  if (model.format == ModelFormat::OpenVINO)
    return buildLayer(placed);
  return placed.node.domain.empty() ? buildOnnxNode(placed)
                                    : buildUnknown(placed);
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> GraphBuilder::getOperands(Location loc,
                                                        const GraphNode &node) {
  SmallVector<Value> operands;
  for (auto [index, id] : llvm::enumerate(node.inputs)) {
    Value operand = id == kNoValue ? Value() : values[id];
    if (id != kNoValue && !operand)
      return emitError(loc)
             << "operand #" << index << ": value '" << model.values[id].name
             << "' is not defined before its use";
    operands.push_back(operand);
  }
  // Trailing absent operands can be dropped.
  while (!operands.empty() && !operands.back())
    operands.pop_back();
  return operands;
}

LogicalResult GraphBuilder::defineResults(Location loc, const GraphNode &node,
                                          ValueRange results) {
  for (auto [index, result] : llvm::enumerate(results)) {
    // A node need not list its last results, nor name any.
    ValueId id =
        index < node.outputs.size() ? node.outputs[index] : ValueId(kNoValue);
    if (failed(id == kNoValue ? checkLimits(loc, result.getType())
                              : define(loc, id, result)))
      return failure();
  }
  return success();
}

// The location of a node, with the names of the results that its label does not
// contain.
Location GraphBuilder::getNodeLoc(const GraphNode &node) const {
  Location loc = place.getNodeLoc(node.number, node.label);
  auto names = llvm::map_to_vector(node.outputs, [&](ValueId id) {
    return id == kNoValue ? StringRef() : StringRef(model.values[id].name);
  });
  bool isInLabel = names.size() == 1 &&
                   node.label == (node.opType + ":" + names.front()).str();
  if (names.empty() || isInLabel || model.format != ModelFormat::ONNX)
    return loc;
  return nameResults(loc, node.opType, names);
}

LogicalResult GraphBuilder::addNode(const GraphNode &node) {
  Location loc = getNodeLoc(node);
  FailureOr<SmallVector<Value>> operands = getOperands(loc, node);
  if (failed(operands))
    return failure();
  FailureOr<SmallVector<Value>> results =
      buildNode({node, loc, std::move(*operands)});
  if (failed(results))
    return failure();
  if (!node.doc.empty())
    setDoc(&builder.getBlock()->back(), node.doc);
  return defineResults(loc, node, *results);
}

LogicalResult GraphBuilder::addNodes(const Graph &graph) {
  for (const GraphNode &node : graph.nodes)
    if (failed(addNode(node)))
      return failure();
  return success();
}
