//===- Loop.cpp - Loop and the types of what it carries -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A carried value is the operand at first and then what the body yielded, so
// its type is a join of both, and what the body yields depends on it: the body
// is built with the operands' types, then with weaker ones until it yields
// nothing weaker. The types that a model declares for it are not needed for
// that: they often know less, and need not hold.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "GraphBuilder.h"
#include "NodeBuilders.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// After so many changes types are weakened at once, first to unknown sizes,
// then to unknown rank, as any further change could be one of very many.
static constexpr unsigned kMaxExactChanges = 8;
static constexpr unsigned kMaxRankedChanges = 9;

// The operands before the carried values: trip count and condition. The body
// has as many arguments before them, and one result.
static constexpr unsigned kNumControls = 2;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static TensorType forgetShape(TensorType type, bool keepsRank) {
  if (!keepsRank || !type.hasRank())
    return UnrankedTensorType::get(type.getElementType());
  return RankedTensorType::get(
      SmallVector<int64_t>(type.getRank(), ShapedType::kDynamic),
      type.getElementType());
}

static Type forgetShape(Type type, bool keepsRank) {
  if (auto sequence = dyn_cast<SequenceType>(type))
    return SequenceType::get(forgetShape(sequence.getTensorType(), keepsRank));
  return forgetShape(cast<TensorType>(type), keepsRank);
}

static void weakenTypes(MutableArrayRef<Type> types, ValueRange inits,
                        unsigned changes) {
  if (changes < kMaxExactChanges)
    return;
  bool keepsRank = changes < kMaxRankedChanges;
  for (auto [type, init] : llvm::zip_equal(types, inits))
    if (type || !keepsRank)
      type = forgetShape(type ? type : init.getType(), keepsRank);
}

// Joins what is carried so far, or nothing, with one more value.
static Type joinCarried(Type carried, Value value) {
  if (isEmptySequence(value))
    return carried;
  return carried ? joinTypes(carried, value.getType()) : value.getType();
}

// Joins the types with those of the operands, to begin with.
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

// Takes over what the body yields where nothing was known. Returns whether
// there is anything new.
static bool fillTypes(MutableArrayRef<Type> types, ValueRange yielded) {
  bool isChanged = false;
  for (auto [type, value] : llvm::zip_equal(types, yielded))
    if (!type && !isEmptySequence(value)) {
      type = value.getType();
      isChanged = true;
    }
  return isChanged;
}

// Joins the types with those of what the body yields. Returns whether any
// changes.
static bool joinCarried(MutableArrayRef<Type> types, ValueRange yielded) {
  bool isChanged = false;
  for (auto [type, value] : llvm::zip_equal(types, yielded)) {
    Type joined = joinCarried(type, value);
    isChanged |= joined != type;
    type = joined;
  }
  return isChanged;
}

// For each sequence that begins empty, and of whose elements sizes are unknown
// in the end, one of their rank; none if there is no such sequence.
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

// What a body gets while nothing is known: the operand's type, or a hint.
static Type getFirstType(ArrayRef<Type> hints, unsigned index, Value init) {
  return !hints.empty() && hints[index] ? hints[index] : init.getType();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

// What the body gets for the iteration number or the condition: a scalar, or a
// vector of one element where it declares one. onnx's checker and other
// runtimes take either.
static Type getControlType(Type declared, Type element) {
  auto type = dyn_cast_or_null<RankedTensorType>(declared);
  bool isVector = type && type.getRank() == 1 &&
                  (type.isDynamicDim(0) || type.getDimSize(0) == 1);
  SmallVector<int64_t> shape(isVector ? 1 : 0, 1);
  return RankedTensorType::get(shape, element);
}

FailureOr<GraphBuilder::Subgraph>
GraphBuilder::tryLoopBody(const PlacedNode &placed, const Graph &graph,
                          ValueRange inits, const CarriedTypes &carried) {
  SmallVector<Type> arguments = {
      getControlType(getDeclaredType(graph.inputs[0]), builder.getI64Type()),
      getControlType(getDeclaredType(graph.inputs[1]), builder.getI1Type())};
  SmallVector<Operation *> empties(kNumControls, nullptr);
  for (auto [index, type, init] : llvm::enumerate(carried.types, inits)) {
    arguments.push_back(type ? type : getFirstType(carried.hints, index, init));
    empties.push_back(type ? nullptr : init.getDefiningOp());
  }
  return buildSubgraph(placed, "body", graph, arguments, empties);
}

// Returns the body and in `types` those of the carried values.
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
    // What a body takes out of an empty sequence is of unknown rank. So what
    // others become of it counts only when it is known what it will hold, and
    // nothing does that a body yields which never gets there, by a sequence of
    // an outer loop.
    Block &block = body->region->front();
    bool fails = alwaysFails(block, &block);
    if (fails || (!fillTypes(carried.types, yielded) &&
                  !joinCarried(carried.types, yielded))) {
      // Sizes may be unknown only since the first body took elements of unknown
      // rank: a model that declares the rank would know them.
      if (!fails && carried.hints.empty()) {
        carried.hints = findHints(carried.types, inits);
        if (!carried.hints.empty()) {
          carried.types.clear();
          carried.changes = 0;
          joinInits(carried.types, inits);
          continue;
        }
      }
      // What nothing else is known of stays empty all the time.
      for (auto [index, type, init] : llvm::enumerate(carried.types, inits))
        types.push_back(type ? type : getFirstType(carried.hints, index, init));
      return body;
    }
    weakenTypes(carried.types, inits, ++carried.changes);
    carriedTypes[&graph] = carried;
  }
}

// A scan output stacks what the iterations yield.
static FailureOr<Type> getScanType(Location loc, unsigned index, Type yielded) {
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

// Where a carried sequence begins empty, or becomes so, it has the type that it
// has in all.
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
