//===- InferShapes.cpp - refines types through a module -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types are refined in place and only ever become more precise, so that every
// step leaves a valid module and sweeps come to an end. Who cannot do with the
// new type of an operand gets the old one from a tensor.cast. Sequences have no
// cast: one keeps its type where a user would need it.
//
//===----------------------------------------------------------------------===//

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_INFERSHAPES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// What a value is known to be
//===----------------------------------------------------------------------===//

// An op of ours whose type follows from its operands, null for any other.
static InferTypeOpInterface getInferred(Operation *op) {
  if (!op || !isa_and_nonnull<OnnxOpsDialect>(op->getDialect()))
    return {};
  return dyn_cast<InferTypeOpInterface>(op);
}

// What inference and declaration say together, null if they contradict.
static Type inferResultType(InferTypeOpInterface op) {
  SmallVector<Type> types;
  if (failed(op.inferReturnTypes(
          op->getContext(), /*location=*/std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return Type();
  Type declared = op->getResult(0).getType();
  if (!areCompatibleTypes(declared, types.front()))
    return Type();
  return meetTypes(declared, types.front());
}

// The value before casts that only made its type less precise.
static Value lookThroughCasts(Value value) {
  while (auto cast = value.getDefiningOp<tensor::CastOp>()) {
    if (!isRefinementOf(cast.getSource().getType(), cast.getType()))
      break;
    value = cast.getSource();
  }
  return value;
}

// The type that a value has or, if it is a sequence that a user has kept from
// being refined, could have.
static Type getKnownType(Value value) {
  if (isa<SequenceType>(value.getType()))
    if (InferTypeOpInterface op = getInferred(value.getDefiningOp()))
      if (Type type = inferResultType(op))
        return type;
  return value.getType();
}

// Whether the user is content with any more precise type of the operand.
static bool acceptsRefinement(OpOperand &use) {
  Operation *user = use.getOwner();
  return !user->isRegistered() || isa<OnnxOpsDialect>(user->getDialect()) ||
         isa<tensor::CastOp, tensor::DimOp, tensor::RankOp, tensor::ExtractOp>(
             user);
}

//===----------------------------------------------------------------------===//
// Values that share a type
//===----------------------------------------------------------------------===//

namespace {

// Control flow hands each source on to some target: yields to results, initial
// values to block arguments, what a function returns to its calls. All of them
// have one type.
struct SharedType {
  SmallVector<OpOperand *> sources;
  SetVector<Value> targets;
};

} // namespace

// What all sources are known to be, null if nothing. A target that is handed on
// to targets again, as an unchanged loop-carried value is, adds nothing.
static Type joinSources(const SharedType &shared) {
  Type joined;
  for (OpOperand *source : shared.sources) {
    Value value = lookThroughCasts(source->get());
    if (shared.targets.contains(value))
      continue;
    Type type = getKnownType(value);
    if (!joined || joined == type)
      joined = type;
    else if (isa<TensorType>(type))
      joined =
          joinTensorTypes(cast<TensorType>(joined), cast<TensorType>(type));
    else
      return Type();
  }
  return joined;
}

// The sets of sources and targets of one type within a region branch op.
static SmallVector<SharedType> collectSharedTypes(RegionBranchOpInterface op) {
  RegionBranchSuccessorMapping targetsOf;
  RegionBranchInverseSuccessorMapping sourcesOf;
  op.getSuccessorOperandInputMapping(targetsOf);
  op.getSuccessorInputOperandMapping(sourcesOf);
  SmallVector<Value> candidates(op->getResults());
  for (Region &region : op->getRegions())
    llvm::append_range(candidates, region.getArguments());

  SmallVector<SharedType> all;
  DenseSet<Value> seen;
  for (Value candidate : candidates) {
    if (!sourcesOf.contains(candidate) || !seen.insert(candidate).second)
      continue;
    SharedType shared;
    shared.targets.insert(candidate);
    SetVector<OpOperand *> sources;
    for (size_t next = 0; next < shared.targets.size(); ++next)
      for (OpOperand *source : sourcesOf[shared.targets[next]])
        if (sources.insert(source))
          shared.targets.insert_range(targetsOf[source]);
    seen.insert_range(shared.targets);
    shared.sources = sources.takeVector();
    all.push_back(std::move(shared));
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Refinement
//===----------------------------------------------------------------------===//

namespace {

class ShapeInference {
public:
  explicit ShapeInference(ModuleOp module)
      : module(module), symbolUsers(symbolTables, module) {}

  LogicalResult run();

private:
  LogicalResult sweepUntilStable(Operation *root);
  LogicalResult refineOp(Operation *op);
  void refineFunctionResults(func::FuncOp function);
  bool refineSharedType(const SharedType &shared, Type current, Type refined);
  void refineValue(Value value, Type type);
  void bypassCast(tensor::CastOp cast);
  void scheduleCalleesFirst();

  ModuleOp module;
  SymbolTableCollection symbolTables;
  SymbolUserMap symbolUsers;
  /// Functions whose types may be refined further, the next one last.
  SetVector<func::FuncOp> pending;
  /// Casts made here; some of them lose their last user again.
  SmallVector<tensor::CastOp> casts;
  bool changed = false;
};

} // namespace

// Gives a value a more precise type.
void ShapeInference::refineValue(Value value, Type type) {
  Type old = value.getType();
  SmallVector<OpOperand *> rigid;
  for (OpOperand &use : value.getUses())
    if (!acceptsRefinement(use))
      rigid.push_back(&use);
  if (type == old || (isa<SequenceType>(type) && !rigid.empty()))
    return;
  value.setType(type);
  changed = true;
  if (rigid.empty())
    return;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  casts.push_back(tensor::CastOp::create(builder, value.getLoc(), old, value));
  for (OpOperand *use : rigid)
    use->set(casts.back());
}

// Gives sources and targets a more precise type in place of `current`. False
// if that cannot be: a sequence's type stays if sources differ or if some user
// needs it.
bool ShapeInference::refineSharedType(const SharedType &shared, Type current,
                                      Type refined) {
  if (!refined || refined == current || !isRefinementOf(refined, current))
    return false;
  bool isSequence = isa<SequenceType>(refined);
  auto isFree = [&](Value value) {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      return acceptsRefinement(use) || llvm::is_contained(shared.sources, &use);
    });
  };
  if (isSequence) {
    for (OpOperand *source : shared.sources)
      if (!isFree(source->get()) || (getKnownType(source->get()) != refined &&
                                     !shared.targets.contains(source->get())))
        return false;
    if (!llvm::all_of(shared.targets, isFree))
      return false;
  }
  for (Value target : shared.targets) {
    if (isSequence)
      target.setType(refined);
    else
      refineValue(target, refined);
  }
  for (OpOperand *source : shared.sources) {
    Value value = lookThroughCasts(source->get());
    if (isSequence) {
      value.setType(refined);
    } else if (value.getType() != refined) {
      OpBuilder builder(source->getOwner());
      casts.push_back(
          tensor::CastOp::create(builder, value.getLoc(), refined, value));
      value = casts.back();
    }
    source->set(value);
  }
  changed = true;
  return true;
}

// Lets users see what a cast has made less precise.
void ShapeInference::bypassCast(tensor::CastOp cast) {
  Value source = lookThroughCasts(cast);
  if (source == cast.getResult())
    return;
  cast.getResult().replaceUsesWithIf(source, [&](OpOperand &use) {
    bool accepts = acceptsRefinement(use);
    changed |= accepts;
    return accepts;
  });
}

LogicalResult ShapeInference::refineOp(Operation *op) {
  if (auto castOp = dyn_cast<tensor::CastOp>(op)) {
    if (!areCompatibleTypes(castOp.getType(), castOp.getSource().getType()))
      return op->getName().verifyInvariants(op);
    bypassCast(castOp);
  } else if (InferTypeOpInterface inferred = getInferred(op)) {
    Type type = inferResultType(inferred);
    if (!type) // The verifier knows what to say.
      return op->getName().verifyInvariants(op);
    refineValue(op->getResult(0), type);
  } else if (isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::ExecuteRegionOp,
                 scf::IndexSwitchOp>(op)) {
    for (SharedType &shared :
         collectSharedTypes(cast<RegionBranchOpInterface>(op)))
      refineSharedType(shared, shared.targets.front().getType(),
                       joinSources(shared));
  }
  return success();
}

LogicalResult ShapeInference::sweepUntilStable(Operation *root) {
  do {
    changed = false;
    WalkResult walk =
        root->walk([&](Operation *op) { return WalkResult(refineOp(op)); });
    if (walk.wasInterrupted())
      return failure();
  } while (changed);
  return success();
}

// Gives a function the result types that its returns have, and its calls too.
// One that is more than called keeps its type.
void ShapeInference::refineFunctionResults(func::FuncOp function) {
  ArrayRef<Operation *> users = symbolUsers.getUsers(function);
  if (!llvm::all_of(users, llvm::IsaPred<func::CallOp>))
    return;
  auto returns = llvm::to_vector(function.getOps<func::ReturnOp>());
  if (returns.empty())
    return;
  SmallVector<Type> results(function.getResultTypes());
  for (auto [index, result] : llvm::enumerate(results)) {
    SharedType shared;
    for (func::ReturnOp op : returns)
      shared.sources.push_back(&op->getOpOperand(index));
    for (Operation *call : users)
      shared.targets.insert(call->getResult(index));
    Type refined = joinSources(shared);
    if (!refineSharedType(shared, result, refined))
      continue;
    result = refined;
    for (Operation *call : users)
      if (auto caller = call->getParentOfType<func::FuncOp>())
        pending.insert(caller);
  }
  function.setFunctionType(FunctionType::get(
      module.getContext(), function.getArgumentTypes(), results));
}

void ShapeInference::scheduleCalleesFirst() {
  SmallVector<func::FuncOp> order;
  const CallGraph graph(module);
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
    for (CallGraphNode *node : *scc)
      if (!node->isExternal())
        if (auto function = dyn_cast<func::FuncOp>(
                node->getCallableRegion()->getParentOp()))
          order.push_back(function);
  // What nobody can call is not in the graph.
  module.walk([&](func::FuncOp function) { pending.insert(function); });
  for (func::FuncOp function : llvm::reverse(order)) {
    pending.remove(function);
    pending.insert(function);
  }
}

LogicalResult ShapeInference::run() {
  scheduleCalleesFirst();
  while (!pending.empty()) {
    func::FuncOp function = pending.pop_back_val();
    if (failed(sweepUntilStable(function)))
      return failure();
    refineFunctionResults(function);
  }
  // What stands outside of any function.
  if (failed(sweepUntilStable(module)))
    return failure();
  for (tensor::CastOp cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast->erase();
  return success();
}

namespace {

struct InferShapes : onnxops::impl::InferShapesBase<InferShapes> {
  void runOnOperation() override {
    if (failed(ShapeInference(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
