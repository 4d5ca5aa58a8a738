//===- RegionTypes.cpp - types of If and Loop in ONNX form ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of carried values are a fixpoint: an assumption is tried on a copy
// of the loop, and weakened to what an iteration yields under it.
//
//===----------------------------------------------------------------------===//

#include "RegionTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

// Ranks and sizes are given up one after the other, which takes few attempts.
static constexpr int kMaxAttempts = 4;

// Loops in loops in loops multiply the attempts.
static constexpr int kMaxDepth = 3;

bool mlir::onnxops::isOperator(Operation *op, StringRef opType) {
  return op && isOnnxOperator(op) && op->getName().stripDialect() == opType;
}

// The ops of a region that yields `count` values; null if it does not.
static Block *getBody(Region &region, unsigned arguments, unsigned count) {
  if (!region.hasOneBlock() || region.front().empty())
    return nullptr;
  Block &body = region.front();
  bool isValid = body.getNumArguments() == arguments &&
                 isOnnxOp(&body.back()) && body.back().getNumResults() == 0 &&
                 body.back().getNumOperands() == count;
  return isValid ? &body : nullptr;
}

static Value getYielded(Block &body, unsigned index) {
  return lookThroughCasts(body.back().getOperand(index));
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::onnxops::inferIf(Operation *op) {
  if (!isOperator(op, "If") || op->getNumOperands() != 1 ||
      op->getNumRegions() != 2)
    return {};
  Block *branches[2];
  for (unsigned index : {0, 1}) {
    branches[index] =
        getBody(op->getRegion(index), /*arguments=*/0, op->getNumResults());
    if (!branches[index])
      return {};
  }
  std::optional<int64_t> condition = getKnownScalar(op->getOperand(0));
  SmallVector<Type> types;
  for (unsigned index = 0; index < op->getNumResults(); ++index) {
    Value first = getYielded(*branches[0], index);
    Value second = getYielded(*branches[1], index);
    types.push_back(condition ? (*condition ? first : second).getType()
                              : joinValues(first, second));
  }
  return types;
}

//===----------------------------------------------------------------------===//
// Loop
//===----------------------------------------------------------------------===//

// The body of a loop: the iteration number, the condition and carried values
// come in, and all but the first go out, with the elements of scan outputs.
static Block *getLoopBody(Operation *op) {
  if (!isOperator(op, "Loop") || op->getNumOperands() < 2 ||
      op->getNumRegions() != 1 ||
      op->getNumResults() < op->getNumOperands() - 2)
    return nullptr;
  return getBody(op->getRegion(0), op->getNumOperands(),
                 1 + op->getNumResults());
}

// Makes the argument a value of type `carried`; an empty sequence if that is
// null.
static LogicalResult bindArgument(BlockArgument argument, Type carried,
                                  Value initial) {
  if (carried) {
    if (!areCompatibleTypes(argument.getType(), carried))
      return failure();
    refineInPlace(argument, meetTypes(argument.getType(), carried));
    return success();
  }
  auto type = cast<SequenceType>(initial.getType());
  std::optional<int64_t> element =
      getOnnxOfElementType(type.getTensorType().getElementType());
  if (!element)
    return failure();
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  Value empty =
      NewestSequenceEmptyOp::create(builder, argument.getLoc(), type, *element);
  replaceUses(builder, collectUses(argument), empty, argument.getType());
  return success();
}

namespace {

/// The types of carried values, null for sequences that are empty so far.
using Carried = SmallVector<Type>;

} // namespace

// The types after an iteration under the assumption `carried`. Fails on a
// contradiction.
static FailureOr<Carried> iterate(Operation *copy, ValueRange initial,
                                  const Carried &carried, InferBody infer) {
  Block &body = copy->getRegion(0).front();
  for (auto [argument, type, value] :
       llvm::zip_equal(body.getArguments().drop_front(2), carried, initial))
    if (failed(bindArgument(argument, type, value)))
      return failure();
  {
    // What is invalid under an assumption may not be reached.
    ScopedDiagnosticHandler silence(copy->getContext(),
                                    [](Diagnostic &) { return success(); });
    if (failed(infer(copy)))
      return failure();
  }
  Carried next;
  for (auto [index, type] : llvm::enumerate(carried)) {
    Value value = getYielded(body, 1 + index);
    next.push_back(
        value == body.getArgument(2 + index) ? type : joinCarried(type, value));
    if (type && !next.back())
      return failure();
  }
  return next;
}

// Whether an assumption says more than the types of the arguments.
static bool isMorePrecise(const Carried &carried, Block &body) {
  auto says = [](Type type, BlockArgument argument) {
    Type declared = argument.getType();
    if (!type) {
      auto sequence = dyn_cast<SequenceType>(declared);
      return sequence && !sequence.getTensorType().hasStaticShape();
    }
    return type != declared && isRefinementOf(type, declared);
  };
  return llvm::any_of(
      llvm::zip_equal(carried, body.getArguments().drop_front(2)),
      [&](auto pair) { return std::apply(says, pair); });
}

static int getDepth(Operation *op) {
  int depth = 0;
  for (Operation *outer = op->getParentOp(); outer;
       outer = outer->getParentOp())
    depth += isOperator(outer, "Loop");
  return depth;
}

Operation *mlir::onnxops::inferLoop(Operation *loop, InferBody infer) {
  Block *body = getLoopBody(loop);
  if (!body || getDepth(loop) >= kMaxDepth)
    return nullptr;
  SmallVector<Value> initial;
  Carried carried;
  for (Value value : loop->getOperands().drop_front(2)) {
    initial.push_back(lookThroughCasts(value));
    if (!isa<TensorType, SequenceType>(value.getType()))
      return nullptr;
    carried.push_back(joinCarried(Type(), initial.back()));
  }
  for (int attempt = 0; attempt < kMaxAttempts; ++attempt) {
    if (!isMorePrecise(carried, *body))
      return nullptr;
    Operation *copy = OpBuilder(loop).clone(*loop);
    FailureOr<Carried> next = iterate(copy, initial, carried, infer);
    if (succeeded(next) && *next == carried &&
        !llvm::is_contained(carried, Type()))
      return copy;
    copy->erase();
    if (failed(next) || *next == carried)
      return nullptr;
    carried = *next;
  }
  return nullptr;
}

SmallVector<Type> mlir::onnxops::inferLoopResults(Operation *op) {
  Block *body = getLoopBody(op);
  if (!body)
    return {};
  SmallVector<Type> types;
  unsigned carried = op->getNumOperands() - 2;
  for (unsigned index = 0; index < op->getNumResults(); ++index) {
    Value yielded = getYielded(*body, 1 + index);
    if (index < carried) {
      // A body that never runs hands on the initial value.
      Value initial = lookThroughCasts(op->getOperand(2 + index));
      Type type = joinCarried(Type(), initial);
      types.push_back(yielded == body->getArgument(2 + index)
                          ? type
                          : joinCarried(type, yielded));
      continue;
    }
    auto row = dyn_cast<RankedTensorType>(yielded.getType());
    if (!row) {
      types.emplace_back();
      continue;
    }
    SmallVector<int64_t> shape = {ShapedType::kDynamic};
    llvm::append_range(shape, row.getShape());
    types.push_back(row.clone(shape));
  }
  return types;
}
