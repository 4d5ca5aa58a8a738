//===- SequenceMap.cpp - lower SequenceMap to scf.for ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The body runs once for each element; in each iteration, a sequence for each
// result grows by one tensor.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static Value buildLength(Node &node, Value sequence) {
  auto type = RankedTensorType::get({}, node.builder.getI64Type());
  Value length =
      NewestSequenceLengthOp::create(node.builder, node.loc, type, sequence);
  return node.toIndex(node.builder.createOrFold<tensor::ExtractOp>(
      node.loc, length, ValueRange()));
}

// The length of the mapped sequence; all others are checked to have the same.
static FailureOr<Value> buildCommonLength(Node &node) {
  Value mapped = node.operand(0);
  if (mapped && isa<AnyType>(mapped.getType()))
    return node.refuse(
        "cannot be lowered: the type of 'input_sequence' is unknown");
  if (!mapped || !isa<SequenceType>(mapped.getType()))
    return node.fail("expected 'input_sequence' to be a sequence");
  Value length = buildLength(node, mapped);
  for (unsigned index = 1; index < node.op->getNumOperands(); ++index) {
    Value value = node.operand(index);
    if (!value)
      return node.fail("expected additional_inputs[", index - 1,
                       "], but got none");
    if (!isa<SequenceType>(value.getType()))
      continue;
    Value other = buildLength(node, value);
    node.require(node.compare(arith::CmpIPredicate::eq, other, length),
                 "expected additional_inputs[" + Twine(index - 1) +
                     "] to have {0} elements, as input_sequence has, but got "
                     "{1}",
                 {length, other});
  }
  return length;
}

// Replaces an argument of the body: by an element, or by the same tensor in
// each iteration.
static LogicalResult bindArgument(Node &node, BlockArgument argument,
                                  Value operand, Value position) {
  Type declared = argument.getType();
  std::string what =
      ("argument #" + Twine(argument.getArgNumber()) + " of the body").str();
  FailureOr<Value> value;
  if (auto sequence = dyn_cast<SequenceType>(operand.getType())) {
    TensorType element = sequence.getTensorType();
    if (isa<AnyType>(declared))
      return node.refuse("cannot be lowered: the type of ", what,
                         " is unknown");
    if (!areCompatibleTypes(declared, element))
      return node.fail("expected ", what, " to have type ", element,
                       ", but got ", declared);
    // A more precise declared type is checked when the element is read.
    value = Value(NewestSequenceAtOp::create(node.builder, node.loc,
                                             meetTypes(declared, element),
                                             operand, position));
  } else {
    value = node.castToDeclared(operand, declared, what);
  }
  if (failed(value))
    return failure();
  replaceUses(node.builder, collectUses(argument), *value, declared);
  return success();
}

// Lowers the body in place, with the position as its only argument.
static LogicalResult lowerBody(Node &node) {
  Block &body = node.op->getRegion(0).front();
  OpBuilder::InsertionGuard guard(node.builder);
  node.builder.setInsertionPointToStart(&body);
  unsigned count = body.getNumArguments();
  Value index = body.addArgument(node.builder.getIndexType(), node.loc);
  auto type = RankedTensorType::get({}, node.builder.getI64Type());
  Value number = arith::IndexCastOp::create(node.builder, node.loc,
                                            node.builder.getI64Type(), index);
  Value position =
      tensor::FromElementsOp::create(node.builder, node.loc, type, number);
  for (unsigned i = 0; i < count; ++i)
    if (failed(
            bindArgument(node, body.getArgument(i), node.operand(i), position)))
      return failure();
  body.eraseArguments(0, count);
  return lowerBlock(body, node.mode);
}

static LogicalResult lowerSequenceMap(Node &node) {
  Operation *op = node.op;
  if (op->getNumOperands() == 0)
    return node.fail("expected operand 'input_sequence', but got none");
  auto yielded = getYielded(node, op, 0, op->getNumOperands());
  if (failed(yielded))
    return failure();
  if (yielded->size() != op->getNumResults())
    return node.fail("expected the body to yield ", op->getNumResults(),
                     " values, but got ", yielded->size());
  FailureOr<Value> length = buildCommonLength(node);
  if (failed(length) || failed(lowerBody(node)))
    return failure();

  Block &body = op->getRegion(0).front();
  SmallVector<Value> tensors, first;
  for (auto [index, value] : llvm::enumerate(body.back().getOperands())) {
    tensors.push_back(lookThroughCasts(value));
    if (isa<AnyType>(tensors.back().getType()))
      return node.refuse("cannot be lowered: the type of result #", index,
                         " of the body is unknown");
    auto type = dyn_cast<TensorType>(tensors.back().getType());
    if (!type)
      return node.fail("expected the body to yield a tensor as result #", index,
                       ", but got ", tensors.back().getType());
    first.push_back(buildEmptySequence(node.builder, node.loc, type));
  }
  auto loop = scf::ForOp::create(
      node.builder, node.loc, node.constant(0), *length, node.constant(1),
      first,
      [&](OpBuilder &builder, Location loc, Value index, ValueRange carried) {
        body.getArgument(0).replaceAllUsesWith(index);
        Block *to = builder.getInsertionBlock();
        to->getOperations().splice(to->end(), body.getOperations(),
                                   body.begin(), body.back().getIterator());
        SmallVector<Value> next;
        for (auto [sequence, tensor] : llvm::zip_equal(carried, tensors))
          next.push_back(NewestSequenceInsertOp::create(
              builder, loc, sequence.getType(), sequence, tensor,
              /*position=*/Value()));
        scf::YieldOp::create(builder, loc, next);
      });
  return node.replace(loop.getResults());
}

void mlir::onnxops::addSequenceMapLowerings(Lowerings &lowerings) {
  lowerings["SequenceMap"] = lowerSequenceMap;
}
