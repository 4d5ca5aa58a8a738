//===- ControlFlow.cpp - import If and SequenceMap ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators whose result types come from the values that their regions yield.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "GraphBuilder.h"
#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Empty sequences
//===----------------------------------------------------------------------===//

void mlir::onnxops::retypeEmptySequence(OpOperand &use, Type type) {
  Value value = use.get();
  if (!isEmptySequence(value) || value.getType() == type)
    return;
  Operation *user = use.getOwner();
  if (value.hasOneUse() && value.getParentBlock() == user->getBlock())
    return value.setType(type);
  // Keep onnx.NoValue ops directly before their user.
  Operation *place = user;
  while (Operation *previous = place->getPrevNode()) {
    if (previous->getName().getStringRef() != "onnx.NoValue")
      break;
    place = previous;
  }
  Operation *empty = OpBuilder(place).clone(*value.getDefiningOp());
  empty->getResult(0).setType(type);
  use.set(empty->getResult(0));
}

// The op that creates an empty sequence.
static Operation *getEmpty(Value sequence) {
  while (auto cast = sequence.getDefiningOp<SequenceCastOp>())
    sequence = cast.getSource();
  return sequence.getDefiningOp();
}

// Whether the op reads an element of an empty sequence that is not created in
// `ignored`, or all its regions do.
static bool alwaysFails(Operation &op, const Block *ignored) {
  if (auto versioned = dyn_cast<VersionedOpInterface>(op))
    return llvm::is_contained(
               {"sequence_at", "sequence_erase", "concat_from_sequence"},
               versioned.getFamily()) &&
           isEmptySequence(op.getOperand(0)) &&
           getEmpty(op.getOperand(0))->getBlock() != ignored;
  return op.getName().getStringRef() == "onnx.If" &&
         llvm::all_of(op.getRegions(), [&](Region &region) {
           return alwaysFails(region.front(), ignored);
         });
}

bool mlir::onnxops::alwaysFails(Block &block, const Block *ignored) {
  return llvm::any_of(
      block, [&](Operation &op) { return ::alwaysFails(op, ignored); });
}

LogicalResult mlir::onnxops::checkElementType(Location loc, const Twine &what,
                                              Value value, Type element) {
  auto type = value ? dyn_cast<TensorType>(value.getType()) : TensorType();
  bool isUnknown = value && isa<AnyType>(value.getType());
  if (!value || isUnknown || (type && type.getElementType() == element))
    return success();
  return emitError(loc) << "expected " << what << " to be a tensor of "
                        << element << ", but got " << value.getType();
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

// Builds the op with results of the types, refined by declared types.
FailureOr<SmallVector<Value>>
GraphBuilder::finishControlFlow(const PlacedNode &placed, ArrayRef<Type> types,
                                MutableArrayRef<Subgraph> subgraphs) {
  const GraphNode &node = placed.node;
  if (node.outputs.size() > types.size())
    return emitError(placed.loc)
           << "expected " << types.size()
           << " outputs, as the graphs give, but got " << node.outputs.size();
  FailureOr<SmallVector<Type>> refined =
      refineDeclared(placed.loc, types, getDeclaredTypes(node));
  if (failed(refined))
    return failure();
  SmallVector<std::unique_ptr<Region>> regions;
  for (Subgraph &subgraph : subgraphs)
    regions.push_back(std::move(subgraph.region));
  FailureOr<Operation *> op = buildGenericOp(
      builder, elements, placed.loc, node, placed.operands, *refined, regions);
  if (failed(op))
    return failure();
  return SmallVector<Value>((*op)->getResults());
}

FailureOr<SmallVector<Value>> GraphBuilder::buildIf(const PlacedNode &placed) {
  if (failed(checkElementType(placed.loc, "operand #0", placed.operands[0],
                              builder.getI1Type())))
    return failure();
  SmallVector<Subgraph> branches;
  for (StringRef attribute : {"then_branch", "else_branch"}) {
    FailureOr<const Graph *> graph =
        getGraph(placed, attribute, /*numInputs=*/0, /*minOutputs=*/0);
    if (failed(graph))
      return failure();
    FailureOr<Subgraph> branch = buildSubgraph(placed, attribute, **graph, {});
    if (failed(branch))
      return failure();
    branches.push_back(std::move(*branch));
  }
  MutableArrayRef<OpOperand> thenUses = branches[0].yield->getOpOperands();
  MutableArrayRef<OpOperand> elseUses = branches[1].yield->getOpOperands();
  if (thenUses.size() != elseUses.size())
    return emitError(placed.loc)
           << "expected both branches to have the same number of outputs, but "
              "got "
           << thenUses.size() << " and " << elseUses.size();
  bool thenFails = alwaysFails(branches[0].region->front());
  bool elseFails = alwaysFails(branches[1].region->front());
  SmallVector<Type> types;
  for (auto [thenUse, elseUse] : llvm::zip(thenUses, elseUses)) {
    Type type = joinValues(thenUse.get(), elseUse.get());
    // A branch that always fails adds nothing to the join.
    if (type && thenFails != elseFails)
      type = (thenFails ? elseUse : thenUse).get().getType();
    if (!type)
      return emitError(placed.loc)
             << "expected output #" << types.size()
             << " of both branches to be alike, but got "
             << thenUse.get().getType() << " and " << elseUse.get().getType();
    retypeEmptySequence(thenUse, type);
    retypeEmptySequence(elseUse, type);
    types.push_back(type);
  }
  return finishControlFlow(placed, types, branches);
}

FailureOr<SmallVector<Value>>
GraphBuilder::buildSequenceMap(const PlacedNode &placed) {
  SmallVector<Type> arguments;
  for (auto [index, operand] : llvm::enumerate(placed.operands)) {
    if (!operand)
      return emitError(placed.loc)
             << "expected operand #" << index << ", but it is not given";
    auto sequence = dyn_cast<SequenceType>(operand.getType());
    if (index == 0 && !sequence)
      return emitError(placed.loc) << "expected operand #0 to be a sequence, "
                                      "but got "
                                   << operand.getType();
    arguments.push_back(sequence ? sequence.getTensorType()
                                 : operand.getType());
  }
  FailureOr<const Graph *> graph =
      getGraph(placed, "body", arguments.size(), placed.node.outputs.size());
  if (failed(graph))
    return failure();
  FailureOr<Subgraph> body = buildSubgraph(placed, "body", **graph, arguments);
  if (failed(body))
    return failure();
  SmallVector<Type> types;
  for (Type yielded : body->yield->getOperandTypes()) {
    if (isa<AnyType>(yielded)) {
      types.push_back(yielded);
      continue;
    }
    auto element = dyn_cast<TensorType>(yielded);
    if (!element)
      return emitError(placed.loc)
             << "expected output #" << types.size()
             << " of attribute 'body' to be a tensor, but got " << yielded;
    types.push_back(SequenceType::get(element));
  }
  return finishControlFlow(placed, types, *body);
}

FailureOr<SmallVector<Value>>
GraphBuilder::buildControlFlow(const PlacedNode &placed) {
  StringRef opType = placed.node.opType;
  if (opType == "If")
    return buildIf(placed);
  if (opType == "Loop")
    return buildLoop(placed);
  assert(opType == "SequenceMap");
  return buildSequenceMap(placed);
}
