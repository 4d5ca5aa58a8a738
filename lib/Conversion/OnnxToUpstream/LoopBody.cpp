//===- LoopBody.cpp - lower the body of a Loop ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Infers the types of loop-carried values, and inlines the body into scf loops.
//
//===----------------------------------------------------------------------===//

#include "LoopBody.h"

#include "Lowerings.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

// The standard's name of the first value that a body yields.
static constexpr StringLiteral kCondition = "cond_out";

LoopBody::~LoopBody() {
  if (copy)
    copy->erase();
}

//===----------------------------------------------------------------------===//
// One attempt
//===----------------------------------------------------------------------===//

LogicalResult LoopBody::verify(Node &node) {
  auto yielded = getYielded(node, node.op, 0, 2 + initial.size());
  if (failed(yielded))
    return failure();
  if (yielded->size() != 1 + node.op->getNumResults() ||
      node.op->getNumResults() < initial.size())
    return node.fail("expected the body to yield a condition and ",
                     node.op->getNumResults(),
                     " values, of which it carries on ", initial.size(),
                     ", but got ", yielded->size(), " values");
  return success();
}

// Sets the argument of a carried value to the assumed type, and casts it to the
// declared type, with a check, in the body.
LogicalResult LoopBody::bindCarried(Node &node, unsigned index) {
  BlockArgument argument = block().getArgument(2 + index);
  Type declared = argument.getType();
  SmallVector<OpOperand *> uses = collectUses(argument);
  OpBuilder::InsertionGuard guard(node.builder);
  node.builder.setInsertionPointToStart(&block());
  Type known = carried[index];
  if (!known) {
    // The sequence is empty so far: insertions determine its type.
    known = initial[index].getType();
    argument.setType(known);
    Value empty = buildEmptySequence(node.builder, node.loc,
                                     cast<SequenceType>(known).getTensorType());
    replaceUses(node.builder, uses, empty, declared);
    return success();
  }
  argument.setType(known);
  FailureOr<Value> refined = node.castToDeclared(
      argument, declared,
      "argument #" + Twine(argument.getArgNumber()) + " of the body");
  if (failed(refined))
    return failure();
  replaceUses(node.builder, uses, *refined, declared);
  return success();
}

// Sets the type of the argument for the iteration number or the condition.
static LogicalResult bindScalar(Node &node, BlockArgument argument,
                                Type element) {
  if (isa<AnyType>(argument.getType()))
    return node.refuse("cannot be lowered: the type of argument #",
                       argument.getArgNumber(), " of the body is unknown");
  RankedTensorType type = getLoopControlType(argument.getType(), element);
  if (!areCompatibleTypes(argument.getType(), type))
    return node.fail("expected argument #", argument.getArgNumber(),
                     " of the body to have type ", type, ", but got ",
                     argument.getType());
  refineInPlace(argument, type);
  return success();
}

LogicalResult LoopBody::bindArguments(Node &node) {
  Builder builder(node.op->getContext());
  if (failed(bindScalar(node, block().getArgument(0), builder.getI64Type())) ||
      failed(bindScalar(node, block().getArgument(1), builder.getI1Type())))
    return failure();
  for (unsigned index = 0; index < carried.size(); ++index)
    if (failed(bindCarried(node, index)))
      return failure();
  return success();
}

LogicalResult LoopBody::lowerOnce(Node &node) {
  if (copy)
    copy->erase();
  copy = node.builder.clone(*node.op);
  if (failed(bindArguments(node)))
    return failure();
  return lowerBlock(block(), node.mode);
}

// The type of a carried value after an iteration that was lowered under the
// assumption `known`, which is null if nothing is known. Null on contradiction.
static Type joinIteration(Type known, Value initial, Value yielded,
                          BlockArgument argument) {
  Type joined = yielded == argument ? known : joinCarried(known, yielded);
  return known || joined ? joined : initial.getType();
}

// Determines whether the assumption `holds`; weakens it if not.
LogicalResult LoopBody::readYielded(Node &node, bool &holds) {
  OperandRange yielded = block().back().getOperands();
  Type first = lookThroughCasts(yielded.front()).getType();
  if (isa<AnyType>(first))
    return node.refuse("cannot be lowered: the type of ", kCondition,
                       ", which the body yields, is unknown");
  auto condition = dyn_cast<RankedTensorType>(first);
  if (!condition || !condition.getElementType().isInteger(1) ||
      !llvm::all_of(condition.getShape(), [](int64_t size) {
        return size == 1 || ShapedType::isDynamic(size);
      }))
    return node.fail("expected the body to yield ", kCondition,
                     ", one boolean, first, but got ", first);
  holds = true;
  for (auto [index, type] : llvm::enumerate(carried)) {
    Value value = lookThroughCasts(yielded[1 + index]);
    Type joined = joinIteration(type, initial[index], value,
                                block().getArgument(2 + index));
    if (!joined)
      return node.fail("expected the body to yield a value like v_initial[",
                       index, "], which has type ", initial[index].getType(),
                       ", but got ", value.getType());
    if (isa<UnrankedTensorType>(joined))
      return node.refuse("cannot be lowered: v_initial[", index,
                         "] does not keep its rank, or it is unknown: ",
                         initial[index].getType(), " becomes ",
                         value.getType());
    for (Type other : {initial[index].getType(), value.getType()})
      if (!hasCast(other, joined))
        return node.refuse("cannot be lowered: no cast of v_initial[", index,
                           "] from ", other, " to ", joined);
    holds &= joined == type;
    type = joined;
  }
  scanned.clear();
  for (Value value : yielded.drop_front(1 + carried.size())) {
    auto type = dyn_cast<RankedTensorType>(lookThroughCasts(value).getType());
    if (!type)
      return node.refuse(
          "cannot be lowered: expected scan output #", scanned.size(),
          " to be a tensor of known rank, but got ", value.getType());
    scanned.push_back(type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// All attempts
//===----------------------------------------------------------------------===//

// Makes all sizes of carried values dynamic. False if all were.
bool LoopBody::widen() {
  SmallVector<Type> before = carried;
  for (auto [type, value] : llvm::zip_equal(carried, initial))
    type = forgetShape(type ? type : value.getType(), /*keepsRank=*/true);
  return carried != before;
}

LogicalResult LoopBody::lower(Node &node, ValueRange values) {
  initial = SmallVector<Value>(values);
  if (failed(verify(node)))
    return failure();
  for (Value value : initial)
    carried.push_back(joinCarried(Type(), value));
  // Code that is invalid for the sizes of the first iteration may only be
  // reached in a later one, with other sizes: report errors only if they remain
  // when no size is assumed.
  SmallVector<Diagnostic> errors;
  while (true) {
    bool holds = false;
    SmallVector<Diagnostic> newErrors;
    {
      ThreadDiagnosticHandler handler(
          node.op->getContext(), [&](Diagnostic &diagnostic) {
            newErrors.push_back(std::move(diagnostic));
          });
      if (succeeded(lowerOnce(node)) && succeeded(readYielded(node, holds))) {
        if (holds)
          return success();
        continue;
      }
    }
    if (errors.empty())
      errors = std::move(newErrors);
    if (widen())
      continue;
    for (Diagnostic &error : errors)
      node.op->getContext()->getDiagEngine().emit(std::move(error));
    return failure();
  }
}

//===----------------------------------------------------------------------===//
// The lowered body
//===----------------------------------------------------------------------===//

bool LoopBody::keepsCondition() {
  Value yielded = lookThroughCasts(block().back().getOperand(0));
  return yielded == block().getArgument(1) ||
         getKnownScalar(yielded).value_or(0) != 0;
}

bool LoopBody::usesCondition() {
  return !llvm::all_of(block().getArgument(1).getUses(), [&](OpOperand &use) {
    return use.getOwner() == &block().back() && use.getOperandNumber() == 0;
  });
}

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 &&
         tensor.getElementType().isSignlessIntOrFloat();
}

Value LoopBody::pack(OpBuilder &builder, Value value) {
  if (!isScalar(value.getType()))
    return value;
  return builder.createOrFold<tensor::ExtractOp>(value.getLoc(), value,
                                                 ValueRange());
}

Value LoopBody::unpack(OpBuilder &builder, Value value, Type type) {
  if (!isScalar(type))
    return value;
  return tensor::FromElementsOp::create(builder, value.getLoc(),
                                        cast<RankedTensorType>(type), value);
}

SmallVector<Value> LoopBody::moveTo(Node &node, Value iteration,
                                    Value condition, ValueRange values) {
  OpBuilder &builder = node.builder;
  Location loc = node.loc;
  Block &from = block();
  auto bind = [&](unsigned index, Value value) {
    from.getArgument(index).replaceAllUsesWith(value);
  };
  auto makeTensor = [&](unsigned index, Value element) {
    auto type = cast<RankedTensorType>(from.getArgument(index).getType());
    bind(index, tensor::FromElementsOp::create(builder, loc, type, element));
  };
  makeTensor(0, arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                           iteration));
  makeTensor(1, condition);
  for (auto [index, value] : llvm::enumerate(values))
    bind(2 + index, unpack(builder, value, carried[index]));

  Operation *yield = &from.back();
  Block *to = builder.getInsertionBlock();
  to->getOperations().splice(builder.getInsertionPoint(), from.getOperations(),
                             from.begin(), yield->getIterator());
  SmallVector<Value> yielded;
  for (auto [index, value] : llvm::enumerate(yield->getOperands())) {
    value = lookThroughCasts(value);
    if (index == 0) {
      // Cannot fail: static sizes have been verified.
      yielded.push_back(*node.elementOf(value, kCondition));
    } else if (index <= carried.size()) {
      yielded.push_back(
          pack(builder, buildCast(builder, loc, value, carried[index - 1])));
    } else {
      yielded.push_back(value);
    }
  }
  copy->erase();
  copy = nullptr;
  return yielded;
}
