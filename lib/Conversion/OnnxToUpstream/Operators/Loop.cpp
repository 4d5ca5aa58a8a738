//===- Loop.cpp - lower Loop to scf.for and scf.while ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop whose body keeps its condition becomes an scf.for, any other an
// scf.while. Scan outputs are sequences that grow by one tensor in each
// iteration and are stacked at the end.
//
//===----------------------------------------------------------------------===//

#include "../LoopBody.h"
#include "../Lowerings.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

class LoopLowering {
public:
  explicit LoopLowering(Node &node) : node(node) {}

  LogicalResult run();

private:
  LogicalResult readOperands();
  LogicalResult findTripCount();
  SmallVector<Value> buildInitial();
  SmallVector<Value> buildIteration(Value iteration, Value condition,
                                    ValueRange carried);
  SmallVector<Value> buildFor(ValueRange initial);
  SmallVector<Value> buildWhile(ValueRange initial);
  SmallVector<Value> buildResults(ValueRange last);
  Value buildStack(Value sequence, RankedTensorType element);

  Node &node;
  LoopBody body;
  /// M as a non-negative index, and cond; null if absent.
  Value tripCount, condition;
  SmallVector<Value> initial;
  /// The number of iterations, if it is known at compile time.
  std::optional<int64_t> iterations;
};

} // namespace

LogicalResult LoopLowering::readOperands() {
  Operation *op = node.op;
  if (op->getNumOperands() < 2 || op->getNumRegions() != 1)
    return node.fail("expected 2 operands or more and 1 region, but got ",
                     op->getNumOperands(), " and ", op->getNumRegions());
  if (node.operand(0)) {
    FailureOr<Value> count = node.element(0, "M");
    if (failed(count))
      return failure();
    if (!count->getType().isInteger(64))
      return node.fail("expected 'M' to be an i64, but got ", count->getType());
    tripCount = node.builder.createOrFold<arith::MaxSIOp>(
        node.loc, node.toIndex(*count), node.constant(0));
  }
  if (node.operand(1)) {
    FailureOr<Value> given = node.element(1, "cond");
    if (failed(given))
      return failure();
    if (!given->getType().isInteger(1))
      return node.fail("expected 'cond' to be a boolean, but got ",
                       given->getType());
    condition = *given;
  }
  for (unsigned index = 2; index < op->getNumOperands(); ++index) {
    Value value = node.operand(index);
    if (!value)
      return node.fail("expected v_initial[", index - 2, "], but got none");
    initial.push_back(value);
  }
  return success();
}

// For an scf.for: sets `tripCount` to the number of iterations.
LogicalResult LoopLowering::findTripCount() {
  constexpr StringLiteral endless =
      "expected a trip count or a condition that can become false";
  if (!tripCount) {
    if (!condition)
      return node.fail(endless);
    // A condition that is initially true stays true.
    Value stops = node.builder.createOrFold<arith::XOrIOp>(
        node.loc, condition,
        arith::ConstantIntOp::create(node.builder, node.loc, 1, 1));
    if (failed(node.verify(stops, endless, {})))
      return failure();
    tripCount = node.constant(0);
  } else if (condition) {
    tripCount = node.select(condition, tripCount, node.constant(0));
  }
  iterations = getConstantIntValue(tripCount);
  return success();
}

// The initial values of the loop: carried values, then an empty sequence for
// each scan output.
SmallVector<Value> LoopLowering::buildInitial() {
  SmallVector<Value> values;
  for (auto [value, type] : llvm::zip_equal(initial, body.getCarriedTypes()))
    values.push_back(body.pack(node.builder,
                               buildCast(node.builder, node.loc, value, type)));
  for (TensorType type : body.getScannedTypes())
    values.push_back(buildEmptySequence(node.builder, node.loc, type));
  return values;
}

// Moves the body to the node's insertion point. Returns the condition, followed
// by the next carried values.
SmallVector<Value> LoopLowering::buildIteration(Value iteration,
                                                Value condition,
                                                ValueRange carried) {
  size_t count = initial.size();
  SmallVector<Value> yielded =
      body.moveTo(node, iteration, condition, carried.take_front(count));
  for (auto [index, sequence] : llvm::enumerate(carried.drop_front(count))) {
    Value &scanned = yielded[1 + count + index];
    scanned = NewestSequenceInsertOp::create(
        node.builder, node.loc, sequence.getType(), sequence, scanned,
        /*position=*/Value());
  }
  return yielded;
}

SmallVector<Value> LoopLowering::buildFor(ValueRange first) {
  OpBuilder &builder = node.builder;
  auto loop = scf::ForOp::create(
      builder, node.loc, node.constant(0), tripCount, node.constant(1), first,
      [&](OpBuilder &, Location, Value iteration, ValueRange carried) {
        // The body runs only if the condition holds.
        Value holds = arith::ConstantIntOp::create(builder, node.loc, 1, 1);
        SmallVector<Value> next = buildIteration(iteration, holds, carried);
        scf::YieldOp::create(builder, node.loc, ArrayRef(next).drop_front());
      });
  return SmallVector<Value>(loop.getResults());
}

SmallVector<Value> LoopLowering::buildWhile(ValueRange first) {
  OpBuilder &builder = node.builder;
  Location loc = node.loc;
  Value holds = arith::ConstantIntOp::create(builder, loc, 1, 1);
  SmallVector<Value> values{node.constant(0), condition ? condition : holds};
  llvm::append_range(values, first);
  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(values).getTypes(), values,
      [&](OpBuilder &, Location, ValueRange arguments) {
        // If `cond` is absent, the condition that the body yields is ignored.
        Value goesOn = condition ? arguments[1] : holds;
        if (tripCount)
          goesOn = node.both(
              node.compare(Predicate::slt, arguments[0], tripCount), goesOn);
        scf::ConditionOp::create(builder, loc, goesOn, arguments);
      },
      [&](OpBuilder &, Location, ValueRange arguments) {
        SmallVector<Value> next =
            buildIteration(arguments[0], arguments[1], arguments.drop_front(2));
        next.insert(next.begin(), node.add(arguments[0], node.constant(1)));
        scf::YieldOp::create(builder, loc, next);
      });
  return SmallVector<Value>(loop.getResults().drop_front(2));
}

// Stacks the elements of a scan output's sequence. Without elements, the result
// has no rows, and its dynamic sizes are 0.
Value LoopLowering::buildStack(Value sequence, RankedTensorType element) {
  OpBuilder &builder = node.builder;
  Location loc = node.loc;
  SmallVector<int64_t> shape(element.getShape());
  shape.insert(shape.begin(), iterations.value_or(ShapedType::kDynamic));
  RankedTensorType type = element.clone(shape);
  auto buildFull = [&](OpBuilder &, Location) -> Value {
    return NewestConcatFromSequenceOp::create(builder, loc, type, sequence,
                                              /*axis=*/0, /*new_axis=*/1);
  };
  auto buildNone = [&](OpBuilder &, Location) -> Value {
    shape.front() = 0;
    for (int64_t &size : shape)
      size = ShapedType::isDynamic(size) ? 0 : size;
    Value none =
        tensor::EmptyOp::create(builder, loc, shape, element.getElementType());
    return buildCast(builder, loc, none, type);
  };
  if (iterations)
    return *iterations > 0 ? buildFull(builder, loc) : buildNone(builder, loc);
  Value length = node.toIndex(builder.createOrFold<tensor::ExtractOp>(
      loc,
      NewestSequenceLengthOp::create(
          builder, loc, RankedTensorType::get({}, builder.getI64Type()),
          sequence),
      ValueRange()));
  auto yield = [&](auto build) {
    return [&, build](OpBuilder &, Location) {
      scf::YieldOp::create(builder, loc, build(builder, loc));
    };
  };
  return scf::IfOp::create(
             builder, loc,
             node.compare(Predicate::sgt, length, node.constant(0)),
             yield(buildFull), yield(buildNone))
      .getResult(0);
}

SmallVector<Value> LoopLowering::buildResults(ValueRange last) {
  SmallVector<Value> results;
  size_t count = initial.size();
  for (auto [value, type] :
       llvm::zip_equal(last.take_front(count), body.getCarriedTypes()))
    results.push_back(LoopBody::unpack(node.builder, value, type));
  for (auto [index, type] : llvm::enumerate(body.getScannedTypes())) {
    bool isUsed = !node.op->getResult(count + index).use_empty();
    results.push_back(
        isUsed ? buildStack(last[count + index], cast<RankedTensorType>(type))
               : Value());
  }
  return results;
}

LogicalResult LoopLowering::run() {
  if (failed(readOperands()) || failed(body.lower(node, initial)))
    return failure();
  bool counts = body.keepsCondition() || (!condition && !body.usesCondition());
  if (!tripCount && !condition)
    counts = true; // endless
  if (counts && failed(findTripCount()))
    return failure();
  SmallVector<Value> first = buildInitial();
  SmallVector<Value> last = counts ? buildFor(first) : buildWhile(first);
  return node.replace(buildResults(last));
}

static LogicalResult lowerLoop(Node &node) { return LoopLowering(node).run(); }

void mlir::onnxops::addLoopLowerings(Lowerings &lowerings) {
  lowerings["Loop"] = lowerLoop;
}
