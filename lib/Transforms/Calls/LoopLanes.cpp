//===- LoopLanes.cpp - what one loop can do for many inputs ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lanes are followed from what is wanted to what it is computed from, all at
// once, as far as the inputs.
//
//===----------------------------------------------------------------------===//

#include "LoopLanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// From here on values count as different: what is computed for one input is
// never that deep.
static constexpr unsigned kDepth = 12;

//===----------------------------------------------------------------------===//
// What may differ between lanes
//===----------------------------------------------------------------------===//

namespace {
/// What code reads of an input: its address, or the size of a dimension.
struct InputRead {
  ArgumentOp input;
  std::optional<int64_t> dimension;
};
} // namespace

static std::optional<InputRead> matchInputRead(Value value) {
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

// The bytes that an address is behind another, if they are known and the op's
// result is it.
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
  // How long a sum is before a lane tells no lanes apart.
  for (Value operand : op->getOperands().drop_front(getChained(op) ? 1 : 0))
    hash = llvm::hash_combine(hash, hashAt(operand, depth + 1));
  return hash;
}

llvm::hash_code mlir::onnxops::hashLane(Value value) {
  return hashAt(value, 0);
}

//===----------------------------------------------------------------------===//
// What lanes are made of
//===----------------------------------------------------------------------===//

// Whether the loop can use the value as it is.
bool LoopLanes::isKnown(Value value) const {
  Operation *op = value.getDefiningOp();
  return !op || op->getBlock() != position->getBlock() ||
         op->isBeforeInBlock(position);
}

unsigned LoopLanes::create(ArrayRef<Value> values, Lanes::Kind kind) {
  unsigned index = all.size();
  byLast[values.back()].push_back(index);
  byPrevious[values[count - 2]].push_back(index);
  all.push_back({llvm::to_vector(values), kind, {}, {}, {}, {}});
  return index;
}

std::optional<unsigned> LoopLanes::find(ArrayRef<Value> values) const {
  for (unsigned index : byLast.lookup(values.back()))
    if (ArrayRef<Value>(all[index].values) == values)
      return index;
  return std::nullopt;
}

std::optional<unsigned> LoopLanes::addBefore(ArrayRef<Value> values) {
  for (unsigned source : byPrevious.lookup(values.back())) {
    if (all[source].kind != Lanes::Computed || !isKnown(values.front()) ||
        ArrayRef<Value>(all[source].values).drop_back() != values.drop_front())
      continue;
    unsigned index = create(values, Lanes::Before);
    all[index].operands = {source};
    return index;
  }
  return std::nullopt;
}

// Adds lanes of which `match` gives a number each.
std::optional<unsigned> LoopLanes::addNumbered(
    ArrayRef<Value> values, Lanes::Kind kind,
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

std::optional<unsigned> LoopLanes::addInputs(ArrayRef<Value> values) {
  std::optional<InputRead> first = matchInputRead(values.front());
  if (!first)
    return std::nullopt;
  std::optional<unsigned> index =
      addNumbered(values, Lanes::Input, [&](Value value) {
        std::optional<InputRead> read = matchInputRead(value);
        return read && read->dimension == first->dimension
                   ? std::optional<int64_t>(read->input.getIndex())
                   : std::nullopt;
      });
  if (index)
    all[*index].dimension = first->dimension;
  return index;
}

std::optional<unsigned> LoopLanes::addOffsets(ArrayRef<Value> values) {
  if (!matchOffset(values.front()))
    return std::nullopt;
  Value base = values.front().getDefiningOp()->getOperand(0);
  std::optional<unsigned> same = add(SmallVector<Value>(count, base));
  if (!same)
    return std::nullopt;
  std::optional<unsigned> index =
      addNumbered(values, Lanes::Offset, [&](Value value) {
        std::optional<int64_t> offset = matchOffset(value);
        return offset && value.getDefiningOp()->getOperand(0) == base
                   ? offset
                   : std::nullopt;
      });
  if (index)
    all[*index].operands = {*same};
  return index;
}

// Adds the operands of ops that do the same, side by side.
std::optional<SmallVector<unsigned>>
LoopLanes::addOperands(ArrayRef<Operation *> ops) {
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

std::optional<unsigned> LoopLanes::addComputed(ArrayRef<Value> values) {
  for (Value value : values)
    if (Operation *op = value.getDefiningOp();
        !op || !isPure(op) || op->getNumResults() != 1)
      return std::nullopt;
  // Known before its operands are: a sum has itself among them.
  unsigned index = create(values, Lanes::Computed);
  std::optional<SmallVector<unsigned>> operands =
      addOperands(llvm::map_to_vector(
          values, [](Value value) { return value.getDefiningOp(); }));
  if (!operands)
    return std::nullopt;
  all[index].operands = std::move(*operands);
  return index;
}

std::optional<unsigned> LoopLanes::add(ArrayRef<Value> values) {
  if (std::optional<unsigned> index = find(values))
    return index;
  if (llvm::all_equal(values) && isKnown(values.front()))
    return create(values, Lanes::Same);
  if (std::optional<unsigned> index = addBefore(values))
    return index;
  if (std::optional<unsigned> index =
          addNumbered(values, Lanes::Numbers, matchNumber))
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
// What is wanted
//===----------------------------------------------------------------------===//

LogicalResult LoopLanes::addEffect(ArrayRef<Operation *> ops) {
  assert(ops.size() == count && "expected one op for each iteration");
  std::optional<SmallVector<unsigned>> operands = addOperands(ops);
  if (!operands)
    return failure();
  effects.push_back({llvm::to_vector(ops), std::move(*operands)});
  return success();
}

LogicalResult LoopLanes::addChain(ArrayRef<Value> values) {
  assert(values.size() == count && "expected one value for each iteration");
  if (!add(values))
    return failure();
  // Nothing is gained where other code needs what the loop computes.
  SmallPtrSet<Operation *, 32> inLoop;
  for (const Lanes &lanes : all)
    for (Value value : lanes.values)
      inLoop.insert(value.getDefiningOp());
  for (const Lanes &lanes : all)
    if (lanes.kind == Lanes::Before)
      for (Value value : lanes.values)
        for (Operation *user : value.getUsers())
          if (!inLoop.contains(user) && value != lanes.values.front())
            return failure();
  return success();
}
