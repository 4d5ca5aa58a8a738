//===- LoopOfLanes.cpp - writes the loop that computes lanes --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The loop is made of branches: checks within it leave the function.
//
//===----------------------------------------------------------------------===//

#include "LoopLanes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of each iteration: in the code if it is a progression, from a
// table of constants otherwise.
Value LoopLanes::writeNumber(OpBuilder &builder, ArrayRef<int64_t> numbers) {
  Location loc = position->getLoc();
  auto wrap = [](uint64_t lhs, uint64_t rhs) { return int64_t(lhs - rhs); };
  int64_t step = wrap(numbers[1], numbers[0]);
  bool isProgression = true;
  for (size_t i = 1; i < count; ++i)
    isProgression &= wrap(numbers[i], numbers[i - 1]) == step;
  auto constant = [&](int64_t number) {
    return arith::ConstantIntOp::create(builder, loc, number, 64);
  };
  if (isProgression) {
    Value number = iteration;
    if (step != 1)
      number = arith::MulIOp::create(builder, loc, number, constant(step));
    if (numbers[0] != 0)
      number =
          arith::AddIOp::create(builder, loc, number, constant(numbers[0]));
    return number;
  }
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value table =
      LLVM::AddressOfOp::create(builder, loc, module.createNumbers(numbers));
  Value address =
      LLVM::GEPOp::create(builder, loc, pointer, builder.getI64Type(), table,
                          ArrayRef<LLVM::GEPArg>{iteration});
  return LLVM::LoadOp::create(builder, loc, builder.getI64Type(), address);
}

// Within the loop: the value of `lanes` in an iteration.
Value LoopLanes::writeLanes(OpBuilder &builder, Lanes &lanes) {
  Location loc = position->getLoc();
  Value number;
  if (!lanes.numbers.empty())
    number = writeNumber(builder, lanes.numbers);
  Type type = lanes.values.front().getType();
  switch (lanes.kind) {
  case Lanes::Same:
    return lanes.values.front();
  case Lanes::Numbers:
    if (type.isIndex())
      return arith::IndexCastOp::create(builder, loc, type, number);
    if (type.isInteger(64))
      return number;
    return arith::TruncIOp::create(builder, loc, type, number);
  case Lanes::Input:
    number = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        number);
    if (lanes.dimension)
      return RtArgumentSizeOp::create(builder, loc, number, *lanes.dimension);
    return RtArgumentAddressOp::create(builder, loc, number);
  case Lanes::Offset:
    return LLVM::GEPOp::create(builder, loc, type, builder.getI8Type(),
                               write(builder, lanes.operands.front()),
                               ArrayRef<LLVM::GEPArg>{number});
  case Lanes::Computed:
    return writeOp(builder, lanes.values.front().getDefiningOp(),
                   lanes.operands)
        ->getResult(0);
  case Lanes::Before:
    break; // written first
  }
  llvm_unreachable("expected lanes of a known kind");
}

Value LoopLanes::write(OpBuilder &builder, unsigned index) {
  if (!all[index].written)
    all[index].written = writeLanes(builder, all[index]);
  return all[index].written;
}

Operation *LoopLanes::writeOp(OpBuilder &builder, Operation *op,
                              ArrayRef<unsigned> operands) {
  SmallVector<Value> values = llvm::map_to_vector(
      operands, [&](unsigned index) { return write(builder, index); });
  Operation *copy = builder.clone(*op);
  copy->setOperands(values);
  return copy;
}

void LoopLanes::write(llvm::DenseSet<Operation *> &erased) {
  Location loc = position->getLoc();
  SmallVector<unsigned> carried;
  SmallVector<Value> values;
  for (auto [index, lanes] : llvm::enumerate(all))
    if (lanes.kind == Lanes::Before) {
      carried.push_back(index);
      values.push_back(lanes.values.front());
    }

  Block *before = position->getBlock();
  Block *rest = before->splitBlock(position);
  auto *header = new Block(), *body = new Block();
  header->insertBefore(rest);
  body->insertBefore(rest);

  OpBuilder builder = OpBuilder::atBlockEnd(before);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 64);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 64);
  Value end = arith::ConstantIntOp::create(builder, loc, count, 64);
  iteration = header->addArgument(builder.getI64Type(), loc);
  for (Value value : values)
    header->addArgument(value.getType(), loc);
  values.insert(values.begin(), zero);
  cf::BranchOp::create(builder, loc, header, values);

  builder.setInsertionPointToStart(header);
  Value goesOn = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       iteration, end);
  cf::CondBranchOp::create(builder, loc, goesOn, body, rest);

  builder.setInsertionPointToStart(body);
  for (auto [i, index] : llvm::enumerate(carried))
    all[index].written = header->getArgument(1 + i);
  for (const Effect &effect : effects)
    writeOp(builder, effect.ops.front(), effect.operands);
  SmallVector<Value> next = {
      arith::AddIOp::create(builder, loc, iteration, one)};
  for (unsigned index : carried)
    next.push_back(write(builder, all[index].operands.front()));
  cf::BranchOp::create(builder, loc, header, next);

  // Behind the loop the last lane is what the next iteration would have.
  for (auto [i, index] : llvm::enumerate(carried)) {
    Value last = all[all[index].operands.front()].values.back();
    last.replaceUsesWithIf(header->getArgument(1 + i), [&](OpOperand &use) {
      Block *user = use.getOwner()->getBlock();
      return user != before && user != body;
    });
  }
  eraseUnused(erased);
}

void LoopLanes::eraseUnused(llvm::DenseSet<Operation *> &erased) {
  llvm::SetVector<Operation *> unused;
  for (const Lanes &lanes : all)
    for (Value value : lanes.values)
      if (Operation *op = value.getDefiningOp())
        unused.insert(op);
  for (const Effect &effect : effects)
    for (Operation *op : effect.ops) {
      erased.insert(op);
      op->erase();
    }
  while (!unused.empty()) {
    Operation *op = unused.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *needed = operand.getDefiningOp())
        unused.insert(needed);
    erased.insert(op);
    op->erase();
  }
}
