//===- InferShapes.cpp - refines types through a module -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types are refined in place and only become more precise, so that the module
// is valid after every step, and the iteration terminates. Users that do not
// accept the new type of an operand get the old one from a cast.
//
//===----------------------------------------------------------------------===//

#include "RegionTypes.h"
#include "SizeOrigins.h"
#include "UnreachableBlocks.h"
#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/SymbolUsers.h"
#include "llvm/ADT/SCCIterator.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_INFERSHAPES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Values that share a type
//===----------------------------------------------------------------------===//

namespace {

// Sources that control flow forwards to targets: yielded values to results,
// initial values to block arguments, returned values to call results. All of
// them have the same type.
struct SharedType {
  SmallVector<OpOperand *> sources;
  SetVector<Value> targets;
};

} // namespace

// The join of the types of all sources, null if there is none. Targets among
// the sources, such as unchanged loop-carried values, add nothing; nor do empty
// sequences.
static Type joinSources(const SharedType &shared) {
  Type joined, empty;
  for (OpOperand *source : shared.sources) {
    Value value = lookThroughCasts(source->get());
    if (shared.targets.contains(value))
      continue;
    if (isEmptySequence(value)) {
      empty = value.getType();
      continue;
    }
    joined = joined ? joinTypes(joined, value.getType()) : value.getType();
    if (!joined)
      return Type();
  }
  return joined ? joined : empty;
}

// The sets of sources and targets that share a type within a region branch op.
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
      : module(module), opset(getOpset(module)), symbolUsers(module) {}

  LogicalResult run();

private:
  LogicalResult refineUntilStable(Operation *root, bool skipsRoot = false);
  LogicalResult refineOp(Operation *op);
  LogicalResult refineOnnxOperator(Operation *op);
  void refineLoop(Operation *loop);
  void refineOnnxRegions(Operation *op);
  void refineSelect(arith::SelectOp op);
  void refineFunctionResults(func::FuncOp function);
  bool refineSharedType(const SharedType &shared, Type current, Type refined);
  void refineValue(Value value, Type type);
  void bypassCast(Operation *cast);
  void scheduleCalleesFirst();

  ModuleOp module;
  int64_t opset;
  const SymbolUsers symbolUsers;
  /// Functions to visit, the next one last.
  SetVector<func::FuncOp> pending;
  /// Casts created by the pass; those that lose all users are erased.
  SmallVector<Operation *> casts;
  bool changed = false;
};

} // namespace

// Gives a value a more precise type.
void ShapeInference::refineValue(Value value, Type type) {
  if (type == value.getType())
    return;
  changed = true;
  if (Operation *cast = refineInPlace(value, type))
    casts.push_back(cast);
}

// Gives sources and targets a more precise type in place of `current`.
bool ShapeInference::refineSharedType(const SharedType &shared, Type current,
                                      Type refined) {
  if (!refined || refined == current || !isRefinementOf(refined, current))
    return false;
  for (Value target : shared.targets)
    refineValue(target, refined);
  for (OpOperand *source : shared.sources) {
    Value value = lookThroughCasts(source->get());
    if (value.getType() != refined) {
      OpBuilder builder(source->getOwner());
      value = buildCast(builder, value.getLoc(), value, refined);
      casts.push_back(value.getDefiningOp());
    }
    source->set(value);
  }
  changed = true;
  return true;
}

// Replaces a cast to a less precise type by its source, where users accept it.
void ShapeInference::bypassCast(Operation *cast) {
  Value source = lookThroughCasts(cast->getResult(0));
  if (source == cast->getResult(0))
    return;
  cast->getResult(0).replaceUsesWithIf(source, [&](OpOperand &use) {
    bool accepts = acceptsRefinement(use, source.getType());
    changed |= accepts;
    return accepts;
  });
}

// Gives the values that a loop carries more precise types.
void ShapeInference::refineLoop(Operation *loop) {
  const size_t known = casts.size();
  const bool before = changed;
  Operation *copy = inferLoop(loop, [&](Operation *attempt) {
    casts.truncate(known); // Those of an earlier attempt are erased.
    return refineUntilStable(attempt, /*skipsRoot=*/true);
  });
  changed = before || copy;
  if (!copy) {
    casts.truncate(known);
    return;
  }
  llvm::erase_if(casts,
                 [&](Operation *cast) { return loop->isAncestor(cast); });
  loop->getRegion(0).takeBody(copy->getRegion(0));
  copy->erase();
}

// Infers the results of control flow in ONNX form.
void ShapeInference::refineOnnxRegions(Operation *op) {
  refineLoop(op);
  SmallVector<Type> types = inferIf(op);
  if (types.empty())
    types = inferLoopResults(op);
  for (auto [result, type] : llvm::zip(op->getResults(), types))
    if (type && isRefinementOf(type, result.getType()))
      refineValue(result, type);
}

// Generic ops have no verifier, so contradictions are reported here.
LogicalResult ShapeInference::refineOnnxOperator(Operation *op) {
  SmallVector<Type> inferred = inferOnnxTypes(op, {opset});
  if (inferred.empty()) {
    refineOnnxRegions(op);
    return success();
  }
  // Results that are absent or of unknown type stay so.
  auto declared = llvm::map_to_vector(op->getResultTypes(), [](Type type) {
    return isa<NoneType, AnyType>(type) ? Type() : type;
  });
  FailureOr<SmallVector<Type>> types =
      refineTypes([&] { return op->emitOpError(); }, inferred, declared);
  if (failed(types))
    return failure();
  for (auto [result, type] : llvm::zip_equal(op->getResults(), *types))
    if (isRefinementOf(type, result.getType()))
      refineValue(result, type);
  return success();
}

// Canonicalization turns an scf.if that only yields outer values into a select.
void ShapeInference::refineSelect(arith::SelectOp op) {
  if (!op.getCondition().getType().isInteger(1) ||
      !isa<TensorType, SequenceType>(op.getType()))
    return;
  SharedType shared;
  shared.targets.insert(op.getResult());
  shared.sources = {&op.getTrueValueMutable(), &op.getFalseValueMutable()};
  refineSharedType(shared, op.getType(), joinSources(shared));
}

LogicalResult ShapeInference::refineOp(Operation *op) {
  if (Value source = getCastSource(op)) {
    if (!areCompatibleTypes(op->getResult(0).getType(), source.getType()))
      return op->getName().verifyInvariants(op);
    bypassCast(op);
  } else if (InferTypeOpInterface inferred = getInferredOp(op)) {
    Type type = inferRefinedType(inferred);
    if (!type) // The verifier emits the error.
      return op->getName().verifyInvariants(op);
    refineValue(op->getResult(0), type);
  } else if (isOnnxOperator(op)) {
    return refineOnnxOperator(op);
  } else if (isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::ExecuteRegionOp,
                 scf::IndexSwitchOp>(op)) {
    for (SharedType &shared :
         collectSharedTypes(cast<RegionBranchOpInterface>(op)))
      refineSharedType(shared, shared.targets.front().getType(),
                       joinSources(shared));
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    refineSelect(select);
  }
  return success();
}

LogicalResult ShapeInference::refineUntilStable(Operation *root,
                                                bool skipsRoot) {
  do {
    changed = false;
    WalkResult walk = root->walk([&](Operation *op) {
      bool isSkipped = skipsRoot && op == root;
      return WalkResult(isSkipped ? success() : refineOp(op));
    });
    if (walk.wasInterrupted())
      return failure();
  } while (changed);
  return success();
}

// Refines the result types of a function and its calls to those of its returns.
// A function with users other than calls keeps its type.
void ShapeInference::refineFunctionResults(func::FuncOp function) {
  ArrayRef<Operation *> users = symbolUsers.of(function);
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
  // Functions that cannot be called are not in the graph.
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
    if (failed(refineUntilStable(function)))
      return failure();
    refineFunctionResults(function);
  }
  // Ops outside of functions.
  if (failed(refineUntilStable(module)))
    return failure();
  for (Operation *cast : llvm::reverse(casts))
    if (cast->use_empty())
      cast->erase();
  return success();
}

LogicalResult mlir::onnxops::inferShapes(ModuleOp module) {
  return ShapeInference(module).run();
}

namespace {

struct InferShapes : onnxops::impl::InferShapesBase<InferShapes> {
  void getDependentDialects(DialectRegistry &registry) const override {
    InferShapesBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    onnxops::eraseUnreachableBlocks(getOperation());
    if (failed(inferShapes(getOperation())))
      signalPassFailure();
  }
};

} // namespace
