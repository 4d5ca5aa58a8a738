//===- Loop.cpp - import Loop and infer its carried types -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a carried value is the join of the operand's type and the type
// that the body yields, which depends on the former: the body is built with the
// operands' types, then with weaker types until it yields no weaker ones.
// Declared types are not used for this: they are often less precise, and need
// not hold.
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

// After this many changes, types are weakened at once, first to unknown sizes,
// then to unknown rank, since very many changes could follow.
static constexpr unsigned kMaxExactChanges = 8;
static constexpr unsigned kMaxRankedChanges = 9;

// The number of operands before the carried values: trip count and condition.
// The body has the same number of arguments before them, and one result.
static constexpr unsigned kNumControls = 2;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void weakenTypes(MutableArrayRef<Type> types, ValueRange inits,
                        unsigned changes) {
  if (changes < kMaxExactChanges)
    return;
  bool keepsRank = changes < kMaxRankedChanges;
  for (auto [type, init] : llvm::zip_equal(types, inits))
    if (type || !keepsRank)
      type = forgetShape(type ? type : init.getType(), keepsRank);
}

// Joins the initial types with those of the operands.
static void joinInits(SmallVector<Type> &types, ValueRange inits) {
  types.resize(inits.size());
  for (auto [type, init] : llvm::zip_equal(types, inits))
    type = joinCarried(type, init);
}

static LogicalResult checkYielded(Location loc, ValueRange inits,
                                  ValueRange yielded) {
  for (auto [index, init, value] : llvm::enumerate(inits, yielded))
    if (!joinTypes(init.getType(), value.getType()))
      return emitError(loc) << "expected output #" << index + 1
                            << " of attribute 'body' to be like operand #"
                            << index + kNumControls << ", " << init.getType()
                            << ", but got " << value.getType();
  return success();
}

// Sets unknown types to those that the body yields. Returns whether any
// changes.
static bool fillTypes(MutableArrayRef<Type> types, ValueRange yielded) {
  bool isChanged = false;
  for (auto [type, value] : llvm::zip_equal(types, yielded))
    if (!type && !isEmptySequence(value)) {
      type = value.getType();
      isChanged = true;
    }
  return isChanged;
}

// Joins the types with those that the body yields. Returns whether any changes.
static bool joinYielded(MutableArrayRef<Type> types, ValueRange yielded) {
  bool isChanged = false;
  for (auto [type, value] : llvm::zip_equal(types, yielded)) {
    Type joined = joinCarried(type, value);
    isChanged |= joined != type;
    type = joined;
  }
  return isChanged;
}

// For each initially empty sequence whose elements have unknown sizes in the
// end, a type of their rank; none if there is no such sequence.
static SmallVector<Type> findHints(ArrayRef<Type> types, ValueRange inits) {
  SmallVector<Type> hints;
  for (auto [type, init] : llvm::zip_equal(types, inits)) {
    auto sequence = dyn_cast_or_null<SequenceType>(type);
    bool isOpen = sequence && isEmptySequence(init) &&
                  sequence.getTensorType().hasRank() &&
                  !sequence.getTensorType().hasStaticShape();
    hints.push_back(isOpen ? forgetShape(type, /*keepsRank=*/true) : Type());
  }
  if (llvm::none_of(hints, [](Type hint) { return bool(hint); }))
    hints.clear();
  return hints;
}

// The argument type while nothing is known: the operand's type, or a hint.
static Type getFirstType(ArrayRef<Type> hints, unsigned index, Value init) {
  return !hints.empty() && hints[index] ? hints[index] : init.getType();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

FailureOr<GraphBuilder::Subgraph>
GraphBuilder::tryLoopBody(const PlacedNode &placed, const Graph &graph,
                          ValueRange inits, const CarriedTypes &carried) {
  SmallVector<Type> arguments = {
      getLoopControlType(getDeclaredType(graph.inputs[0]),
                         builder.getI64Type()),
      getLoopControlType(getDeclaredType(graph.inputs[1]),
                         builder.getI1Type())};
  SmallVector<Operation *> empties(kNumControls, nullptr);
  for (auto [index, type, init] : llvm::enumerate(carried.types, inits)) {
    arguments.push_back(type ? type : getFirstType(carried.hints, index, init));
    empties.push_back(type ? nullptr : init.getDefiningOp());
  }
  return buildSubgraph(placed, "body", graph, arguments, empties);
}

// Returns the body, and in `types` the types of the carried values.
FailureOr<GraphBuilder::Subgraph>
GraphBuilder::buildLoopBody(const PlacedNode &placed, const Graph &graph,
                            ValueRange inits, SmallVector<Type> &types) {
  CarriedTypes carried = carriedTypes.lookup(&graph);
  joinInits(carried.types, inits);
  while (true) {
    FailureOr<Subgraph> body = tryLoopBody(placed, graph, inits, carried);
    if (failed(body))
      return failure();
    ValueRange yielded =
        ValueRange(body->yield->getOperands()).slice(1, inits.size());
    if (failed(checkYielded(placed.loc, inits, yielded)))
      return failure();
    // Elements read from an empty sequence have unknown rank. Types derived
    // from them count only once the sequence's element type is known. The types
    // of a body whose end is never reached, due to a sequence of an outer loop,
    // do not count at all.
    Block &block = body->region->front();
    bool fails = alwaysFails(block, &block);
    if (fails || (!fillTypes(carried.types, yielded) &&
                  !joinYielded(carried.types, yielded))) {
      // Sizes may be unknown only because the first body read elements of
      // unknown rank: start again with their rank.
      if (!fails && carried.hints.empty()) {
        carried.hints = findHints(carried.types, inits);
        if (!carried.hints.empty()) {
          carried.types.clear();
          carried.changes = 0;
          joinInits(carried.types, inits);
          continue;
        }
      }
      // Sequences without a known type are always empty.
      for (auto [index, type, init] : llvm::enumerate(carried.types, inits))
        types.push_back(type ? type : getFirstType(carried.hints, index, init));
      return body;
    }
    weakenTypes(carried.types, inits, ++carried.changes);
    carriedTypes[&graph] = carried;
  }
}

// The type of a scan output, which stacks the yielded tensors.
static FailureOr<Type> getScanType(Location loc, unsigned index, Type yielded) {
  if (isa<AnyType>(yielded))
    return yielded;
  auto tensor = dyn_cast<TensorType>(yielded);
  if (!tensor)
    return emitError(loc) << "expected output #" << index
                          << " of attribute 'body' to be a tensor, but got "
                          << yielded;
  if (!tensor.hasRank())
    return Type(tensor);
  SmallVector<int64_t> shape = {ShapedType::kDynamic};
  llvm::append_range(shape, tensor.getShape());
  return Type(RankedTensorType::get(shape, tensor.getElementType()));
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

static LogicalResult checkOperands(Location loc, ArrayRef<Value> operands) {
  Builder builder(loc.getContext());
  if (failed(checkElementType(loc, "operand #0", operands[0],
                              builder.getI64Type())) ||
      failed(checkElementType(loc, "operand #1", operands[1],
                              builder.getI1Type())))
    return failure();
  for (auto [index, operand] : llvm::enumerate(operands))
    if (index >= kNumControls && !operand)
      return emitError(loc)
             << "expected operand #" << index << ", but it is not given";
  return success();
}

// Gives carried sequences that are initially empty, or become empty, the joined
// type.
static void retypeCarried(Operation *loop, ArrayRef<Type> types) {
  Operation *yield = loop->getRegion(0).front().getTerminator();
  for (auto [index, type] : llvm::enumerate(types)) {
    retypeEmptySequence(loop->getOpOperand(kNumControls + index), type);
    retypeEmptySequence(yield->getOpOperand(1 + index), type);
  }
}

FailureOr<SmallVector<Value>> GraphBuilder::buildLoop(const PlacedNode &given) {
  PlacedNode placed = given;
  if (placed.operands.size() < kNumControls)
    placed.operands.resize(kNumControls);
  if (failed(checkOperands(placed.loc, placed.operands)))
    return failure();
  ValueRange inits = ValueRange(placed.operands).drop_front(kNumControls);
  FailureOr<const Graph *> graph = getGraph(
      placed, "body", placed.operands.size(), /*minOutputs=*/1 + inits.size());
  if (failed(graph))
    return failure();
  SmallVector<Type> carried;
  FailureOr<Subgraph> body = buildLoopBody(placed, **graph, inits, carried);
  if (failed(body) ||
      failed(checkElementType(placed.loc, "output #0 of attribute 'body'",
                              body->yield->getOperand(0), builder.getI1Type())))
    return failure();

  SmallVector<Type> types(carried);
  for (unsigned index = 1 + inits.size(); index < (*graph)->outputs.size();
       ++index) {
    FailureOr<Type> type = getScanType(
        placed.loc, index, body->yield->getOperand(index).getType());
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  Results results = finishControlFlow(placed, types, *body);
  if (succeeded(results))
    retypeCarried(results->front().getDefiningOp(), carried);
  return results;
}
