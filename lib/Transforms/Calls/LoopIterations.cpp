//===- LoopIterations.cpp - iterations found in straight-line code --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Series are followed from the effects and sums of the loop back to the inputs,
// all iterations at once.
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum depth of a computation; deeper ones count as different. The code for
// one input is never that deep.
static constexpr unsigned kDepth = 12;

//===----------------------------------------------------------------------===//
// Differences between iterations
//===----------------------------------------------------------------------===//

std::optional<InputRead> mlir::onnxops::matchInputRead(Value value) {
  if (auto op = value.getDefiningOp<memref::ExtractAlignedPointerAsIndexOp>())
    if (auto input = op.getSource().getDefiningOp<ArgumentOp>())
      return InputRead{input, std::nullopt};
  if (auto op = value.getDefiningOp<memref::DimOp>())
    if (auto input = op.getSource().getDefiningOp<ArgumentOp>())
      if (std::optional<int64_t> dimension = op.getConstantIndex())
        return InputRead{input, dimension};
  return std::nullopt;
}

static std::optional<int64_t> matchNumber(Value value) {
  APInt number;
  if (!value.getType().isIntOrIndex() ||
      !matchPattern(value, m_ConstantInt(&number)) || number.getBitWidth() > 64)
    return std::nullopt;
  return number.getSExtValue();
}

// The constant byte offset of an address that a GEP computes.
static std::optional<int64_t> matchOffset(Value value) {
  auto op = value.getDefiningOp<LLVM::GEPOp>();
  if (!op || !op.getElemType().isInteger(8) || !op.getDynamicIndices().empty())
    return std::nullopt;
  return op.getRawConstantIndices().front();
}

static bool areLike(Operation *lhs, Operation *rhs) {
  return lhs->getName() == rhs->getName() &&
         lhs->getAttrDictionary() == rhs->getAttrDictionary() &&
         lhs->getOperandTypes() == rhs->getOperandTypes() &&
         lhs->getResultTypes() == rhs->getResultTypes();
}

Operation *mlir::onnxops::getChained(Operation *op) {
  if (!isa<arith::AddIOp, arith::OrIOp>(op))
    return nullptr;
  Operation *before = op->getOperand(0).getDefiningOp();
  bool isChained = before && before->getBlock() == op->getBlock() &&
                   before->getName() == op->getName();
  return isChained ? before : nullptr;
}

static llvm::hash_code hashAt(Value value, unsigned depth) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return hash_value(value);
  if (matchNumber(value))
    return llvm::hash_combine(StringRef("number"), value.getType());
  if (std::optional<InputRead> read = matchInputRead(value))
    return llvm::hash_combine(StringRef("input"), read->dimension.value_or(-1));
  if (matchOffset(value))
    return llvm::hash_combine(StringRef("offset"), op->getOperand(0));
  llvm::hash_code hash =
      llvm::hash_combine(op->getName(), op->getAttrDictionary());
  if (depth == kDepth || !isPure(op))
    return hash;
  // The length of a sum up to here does not distinguish iterations.
  for (Value operand : op->getOperands().drop_front(getChained(op) ? 1 : 0))
    hash = llvm::hash_combine(hash, hashAt(operand, depth + 1));
  return hash;
}

llvm::hash_code mlir::onnxops::hashComputation(Value value) {
  return hashAt(value, 0);
}

//===----------------------------------------------------------------------===//
// Series
//===----------------------------------------------------------------------===//

// Whether the value is defined before the loop.
bool LoopIterations::isKnown(Value value) const {
  Operation *op = value.getDefiningOp();
  return !op || op->getBlock() != position->getBlock() ||
         op->isBeforeInBlock(position);
}

unsigned LoopIterations::create(ArrayRef<Value> values, Series::Kind kind) {
  unsigned index = all.size();
  byLast[values.back()].push_back(index);
  byPrevious[values[count - 2]].push_back(index);
  all.push_back({llvm::to_vector(values), kind, {}, {}, {}, {}});
  return index;
}

std::optional<unsigned> LoopIterations::find(ArrayRef<Value> values) const {
  for (unsigned index : byLast.lookup(values.back()))
    if (ArrayRef<Value>(all[index].values) == values)
      return index;
  return std::nullopt;
}

std::optional<unsigned> LoopIterations::addBefore(ArrayRef<Value> values) {
  for (unsigned source : byPrevious.lookup(values.back())) {
    if (all[source].kind != Series::Computed || !isKnown(values.front()) ||
        ArrayRef<Value>(all[source].values).drop_back() != values.drop_front())
      continue;
    unsigned index = create(values, Series::Before);
    all[index].operands = {source};
    return index;
  }
  return std::nullopt;
}

// Adds a series with a number for each value, as given by `match`.
std::optional<unsigned> LoopIterations::addNumbered(
    ArrayRef<Value> values, Series::Kind kind,
    llvm::function_ref<std::optional<int64_t>(Value)> match) {
  SmallVector<int64_t> numbers;
  for (Value value : values) {
    std::optional<int64_t> number = match(value);
    if (!number || value.getType() != values.front().getType())
      return std::nullopt;
    numbers.push_back(*number);
  }
  unsigned index = create(values, kind);
  all[index].numbers = std::move(numbers);
  return index;
}

std::optional<unsigned> LoopIterations::addInputs(ArrayRef<Value> values) {
  std::optional<InputRead> first = matchInputRead(values.front());
  if (!first)
    return std::nullopt;
  std::optional<unsigned> index =
      addNumbered(values, Series::Input, [&](Value value) {
        std::optional<InputRead> read = matchInputRead(value);
        return read && read->dimension == first->dimension
                   ? std::optional<int64_t>(read->input.getIndex())
                   : std::nullopt;
      });
  if (index)
    all[*index].dimension = first->dimension;
  return index;
}

std::optional<unsigned> LoopIterations::addOffsets(ArrayRef<Value> values) {
  if (!matchOffset(values.front()))
    return std::nullopt;
  Value base = values.front().getDefiningOp()->getOperand(0);
  std::optional<unsigned> same = add(SmallVector<Value>(count, base));
  if (!same)
    return std::nullopt;
  std::optional<unsigned> index =
      addNumbered(values, Series::Offset, [&](Value value) {
        std::optional<int64_t> offset = matchOffset(value);
        return offset && value.getDefiningOp()->getOperand(0) == base
                   ? offset
                   : std::nullopt;
      });
  if (index)
    all[*index].operands = {*same};
  return index;
}

// Adds the operands of uniform ops as series.
std::optional<SmallVector<unsigned>>
LoopIterations::addOperands(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (!op || !areLike(op, ops.front()) || op->getNumRegions() != 0 ||
        op->getBlock() != position->getBlock())
      return std::nullopt;
  SmallVector<unsigned> operands;
  for (unsigned i = 0, e = ops.front()->getNumOperands(); i < e; ++i) {
    std::optional<unsigned> operand = add(llvm::map_to_vector(
        ops, [&](Operation *op) { return op->getOperand(i); }));
    if (!operand)
      return std::nullopt;
    operands.push_back(*operand);
  }
  return operands;
}

std::optional<unsigned> LoopIterations::addComputed(ArrayRef<Value> values) {
  for (Value value : values)
    if (Operation *op = value.getDefiningOp();
        !op || !isPure(op) || op->getNumResults() != 1)
      return std::nullopt;
  // Created before its operands: a sum is among its own operands.
  unsigned index = create(values, Series::Computed);
  std::optional<SmallVector<unsigned>> operands =
      addOperands(llvm::map_to_vector(
          values, [](Value value) { return value.getDefiningOp(); }));
  if (!operands)
    return std::nullopt;
  all[index].operands = std::move(*operands);
  return index;
}

std::optional<unsigned> LoopIterations::add(ArrayRef<Value> values) {
  if (std::optional<unsigned> index = find(values))
    return index;
  if (llvm::all_equal(values) && isKnown(values.front()))
    return create(values, Series::Same);
  if (std::optional<unsigned> index = addBefore(values))
    return index;
  if (std::optional<unsigned> index =
          addNumbered(values, Series::Numbers, matchNumber))
    return index;
  if (std::optional<unsigned> index = addInputs(values))
    return index;
  if (std::optional<unsigned> index = addOffsets(values))
    return index;
  if (depth == kDepth)
    return std::nullopt;
  ++depth;
  std::optional<unsigned> index = addComputed(values);
  --depth;
  return index;
}

//===----------------------------------------------------------------------===//
// Effects and sums
//===----------------------------------------------------------------------===//

LogicalResult LoopIterations::addEffect(ArrayRef<Operation *> ops) {
  assert(ops.size() == count && "expected one op for each iteration");
  std::optional<SmallVector<unsigned>> operands = addOperands(ops);
  if (!operands)
    return failure();
  effects.push_back({llvm::to_vector(ops), std::move(*operands)});
  return success();
}

LogicalResult LoopIterations::addChain(ArrayRef<Value> values) {
  assert(values.size() == count && "expected one value for each iteration");
  if (!add(values))
    return failure();
  // Nothing is gained if other code needs intermediate values.
  SmallPtrSet<Operation *, 32> inLoop;
  for (const Series &series : all)
    for (Value value : series.values)
      inLoop.insert(value.getDefiningOp());
  for (const Series &series : all)
    if (series.kind == Series::Before)
      for (Value value : series.values)
        for (Operation *user : value.getUsers())
          if (!inLoop.contains(user) && value != series.values.front())
            return failure();
  return success();
}
