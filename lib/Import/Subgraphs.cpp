//===- Subgraphs.cpp - import graphs in attributes as regions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A subgraph becomes a region of the node's op. It uses outer values directly,
// and its own values are not visible outside.
//
//===----------------------------------------------------------------------===//

#include "GraphBuilder.h"
#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::onnxops;

FailureOr<const Graph *> GraphBuilder::getGraph(const PlacedNode &placed,
                                                StringRef attribute,
                                                size_t numInputs,
                                                size_t minOutputs) {
  auto isNamed = [&](const GraphAttribute &given) {
    return given.name == attribute;
  };
  auto given = llvm::find_if(placed.node.attributes, isNamed);
  if (given == placed.node.attributes.end())
    return emitError(placed.loc)
           << "expected attribute '" << attribute << "', but it is not given";
  auto error = [&] {
    return emitError(placed.loc)
           << "expected attribute '" << attribute << "' to be a GRAPH";
  };
  if (!isGraph(*given))
    return error();
  const Graph &graph = *std::get<std::unique_ptr<Graph>>(given->value);
  if (graph.inputs.size() != numInputs)
    return error() << " with " << numInputs << " inputs, but it has "
                   << graph.inputs.size();
  if (graph.outputs.size() < minOutputs)
    return error() << " with " << minOutputs << " outputs or more, but it has "
                   << graph.outputs.size();
  return &graph;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

// If `empty` is given, replaces the argument by a copy of that empty sequence.
LogicalResult GraphBuilder::addArgument(Block &block, ValueId id, Type type,
                                        Operation *empty) {
  Location loc = getLoc(id);
  Type declared = getDeclaredType(id);
  if (declared && failed(checkDeclared(loc, "the graph input", type, declared)))
    return failure();
  Value argument = block.addArgument(type, loc);
  if (empty) {
    argument = builder.clone(*empty)->getResult(0);
    argument.setType(type);
  }
  return define(loc, id, argument);
}

// Builds everything between the arguments and the terminator.
LogicalResult GraphBuilder::addBody(const Graph &graph) {
  for (const GraphInitializer &initializer : graph.initializers)
    if (failed(addInitializer(initializer)))
      return failure();
  return addNodes(graph);
}

FailureOr<GraphBuilder::Subgraph>
GraphBuilder::buildSubgraph(const PlacedNode &placed, StringRef attribute,
                            const Graph &graph, ArrayRef<Type> types,
                            ArrayRef<Operation *> empties) {
  OpBuilder::InsertionGuard guard(builder);
  GraphPlace outerPlace =
      std::exchange(place, GraphPlace(place, placed.node.number,
                                      placed.node.label, attribute));
  SmallVector<ValueId> outerDefined = std::exchange(defined, {});
  llvm::scope_exit leave([&] {
    for (ValueId id : defined)
      values[id] = Value();
    defined = std::move(outerDefined);
    place = outerPlace;
  });

  Subgraph subgraph = {std::make_unique<Region>(), nullptr};
  Block &block = subgraph.region->emplaceBlock();
  builder.setInsertionPointToStart(&block);
  for (auto [index, id] : llvm::enumerate(graph.inputs))
    if (failed(addArgument(block, id, types[index],
                           empties.empty() ? nullptr : empties[index])))
      return failure();
  if (failed(addBody(graph)))
    return failure();
  OperationState yield(place.getLoc(), "onnx.Yield");
  for (const GraphOutput &output : graph.outputs) {
    FailureOr<Value> value = getOutput(output);
    if (failed(value))
      return failure();
    yield.addOperands(*value);
  }
  subgraph.yield = builder.create(yield);
  setDoc(subgraph.yield, graph.doc);
  return subgraph;
}

//===----------------------------------------------------------------------===//
// Unknown operators
//===----------------------------------------------------------------------===//

// Adds " (53 nodes); also Gemm (1 node)" to the error about one of several
// nodes or operators that are not supported.
static void addCounts(InFlightDiagnostic &error, StringRef reported,
                      const llvm::MapVector<StringRef, unsigned> &counts) {
  auto add = [&](unsigned count) {
    error << " (" << count << (count == 1 ? " node)" : " nodes)");
  };
  if (counts.size() == 1 && counts.front().second == 1)
    return;
  add(counts.lookup(reported));
  StringRef separator = "; also ";
  for (auto [opType, count] : counts) {
    if (opType == reported)
      continue;
    error << separator << opType;
    add(count);
    separator = ", ";
  }
}

void GraphBuilder::countUnsupported(
    const Graph &graph, llvm::MapVector<StringRef, unsigned> &counts) const {
  for (const GraphNode &node : graph.nodes) {
    if (!isSupported(node))
      ++counts[node.opType];
    for (const GraphAttribute &attribute : node.attributes)
      if (isGraph(attribute))
        countUnsupported(*std::get<std::unique_ptr<Graph>>(attribute.value),
                         counts);
  }
}

static InFlightDiagnostic emitUnsupported(Location loc, const GraphNode &node,
                                          int64_t opset) {
  InFlightDiagnostic error = emitError(loc);
  const OnnxOperator *later =
      node.domain.empty() ? findOnnxOperator(node.opType) : nullptr;
  if (later && later->isLowered)
    error << node.opType << " is supported from opset " << later->firstOpset
          << " on, but the model's opset is " << opset;
  else if (node.domain.empty())
    error << "operator " << node.opType << " of opset " << opset
          << " is not supported";
  else
    error << "operator " << node.opType << " of domain '" << node.domain
          << "' is not supported";
  return error;
}

int64_t GraphBuilder::getOpset(StringRef domain) const {
  if (domain.empty())
    return model.opset;
  for (const auto &[known, opset] : model.metadata.domains)
    if (known == domain)
      return opset;
  return 0;
}

// The element type of a tensor, with unknown rank; null if it is not a tensor.
static Type getUnranked(Type type) {
  return isa<TensorType>(type) ? forgetShape(type, /*keepsRank=*/false)
                               : Type();
}

// The types of the inputs of an unknown operator's graph, as far as they are
// known. The body of Scan gets its operands, or slices of them.
SmallVector<Type> GraphBuilder::getGraphInputs(const PlacedNode &placed,
                                               const Graph &graph) const {
  bool isScan = placed.node.domain.empty() && placed.node.opType == "Scan" &&
                placed.operands.size() == graph.inputs.size();
  SmallVector<Type> types;
  for (auto [index, id] : llvm::enumerate(graph.inputs)) {
    Type type = getDeclaredType(id);
    if (!type && isScan && placed.operands[index])
      type = getUnranked(placed.operands[index].getType());
    types.push_back(type ? type : AnyType::get(context));
  }
  return types;
}

// The error for a node that is only kept, where such nodes are not allowed.
LogicalResult GraphBuilder::refuseUnknown(const PlacedNode &placed) const {
  const GraphNode &node = placed.node;
  if (isSupported(node)) {
    unsigned index = *findUnknownOperand(placed);
    return emitError(placed.loc)
           << "operand #" << index << ": the type of value '"
           << model.values[node.inputs[index]].name
           << "' is not known, and the model does not declare it";
  }
  InFlightDiagnostic error = emitUnsupported(placed.loc, node, model.opset);
  llvm::MapVector<StringRef, unsigned> counts;
  countUnsupported(model.graph, counts);
  addCounts(error, node.opType, counts);
  return error;
}

FailureOr<SmallVector<Value>>
GraphBuilder::buildUnknown(const PlacedNode &placed) {
  const GraphNode &node = placed.node;
  if (!options.allowUnsupported)
    return refuseUnknown(placed);
  SmallVector<Type> declared = getDeclaredTypes(node);
  SmallVector<std::unique_ptr<Region>> regions;
  SmallVector<StringRef> names;
  for (const GraphAttribute &attribute : node.attributes) {
    auto *graph = std::get_if<std::unique_ptr<Graph>>(&attribute.value);
    if (!graph)
      continue;
    FailureOr<Subgraph> subgraph = buildSubgraph(
        placed, attribute.name, **graph, getGraphInputs(placed, **graph));
    if (failed(subgraph))
      return failure();
    if (node.domain.empty() && node.opType == "Scan")
      for (auto [type, yielded] :
           llvm::zip(declared, subgraph->yield->getOperandTypes()))
        type = type ? type : getUnranked(yielded);
    regions.push_back(std::move(subgraph->region));
    names.push_back(attribute.name);
  }
  FailureOr<Operation *> op =
      buildUnsupported(builder, elements, placed.loc, node, placed.operands,
                       declared, getOpset(node.domain), regions);
  if (failed(op))
    return failure();
  if (!names.empty())
    (*op)->setAttr(kOnnxRegionsAttr, builder.getStrArrayAttr(names));
  return SmallVector<Value>((*op)->getResults());
}
