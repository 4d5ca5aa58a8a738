//===- IterationLoop.cpp - the code of a rolled loop ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the loop of LoopIterations as branches: checks in it leave the
// function.
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::onnxops;

// Sizes and addresses are read through the pointers of a table: LLVM would
// vectorize that with gathers, which take longer than loads.
static LLVM::LoopAnnotationAttr getAnnotation(MLIRContext *context) {
  auto vectorize = LLVM::LoopVectorizeAttr::get(
      context, /*disable=*/BoolAttr::get(context, true), {}, {}, {}, {}, {},
      {});
  return LLVM::LoopAnnotationAttr::get(context, {}, vectorize, {}, {}, {}, {},
                                       {}, {}, {}, {}, {}, {}, {}, {}, {});
}

// The number for the current iteration: computed if the numbers are a
// progression, loaded from an array of constants otherwise.
Value LoopIterations::writeNumber(OpBuilder &builder,
                                  ArrayRef<int64_t> numbers) {
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

// The value of a series in the current iteration.
Value LoopIterations::writeSeries(OpBuilder &builder, Series &series) {
  Location loc = position->getLoc();
  Value number;
  if (!series.numbers.empty())
    number = writeNumber(builder, series.numbers);
  Type type = series.values.front().getType();
  switch (series.kind) {
  case Series::Same:
    return series.values.front();
  case Series::Numbers:
    if (type.isIndex())
      return arith::IndexCastOp::create(builder, loc, type, number);
    if (type.isInteger(64))
      return number;
    return arith::TruncIOp::create(builder, loc, type, number);
  case Series::Input:
    number = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        number);
    if (series.dimension)
      return RtArgumentSizeOp::create(builder, loc, number, *series.dimension);
    return RtArgumentAddressOp::create(builder, loc, number);
  case Series::Offset:
    return LLVM::GEPOp::create(builder, loc, type, builder.getI8Type(),
                               write(builder, series.operands.front()),
                               ArrayRef<LLVM::GEPArg>{number});
  case Series::Computed:
    return writeOp(builder, series.values.front().getDefiningOp(),
                   series.operands)
        ->getResult(0);
  case Series::Before:
    break; // already written as a block argument
  }
  llvm_unreachable("expected a series of a known kind");
}

Value LoopIterations::write(OpBuilder &builder, unsigned index) {
  if (!all[index].written)
    all[index].written = writeSeries(builder, all[index]);
  return all[index].written;
}

Operation *LoopIterations::writeOp(OpBuilder &builder, Operation *op,
                                   ArrayRef<unsigned> operands) {
  SmallVector<Value> values = llvm::map_to_vector(
      operands, [&](unsigned index) { return write(builder, index); });
  Operation *copy = builder.clone(*op);
  copy->setOperands(values);
  return copy;
}

void LoopIterations::write(llvm::DenseSet<Operation *> &erased) {
  Location loc = position->getLoc();
  SmallVector<unsigned> carried;
  SmallVector<Value> values;
  for (auto [index, series] : llvm::enumerate(all))
    if (series.kind == Series::Before) {
      carried.push_back(index);
      values.push_back(series.values.front());
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
  writeKnownSums(builder, carried, values);
  if (Value agree = writeAgreement(builder))
    cf::CondBranchOp::create(builder, loc, agree, rest, ValueRange(), header,
                             values);
  else
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
  auto latch = cf::BranchOp::create(builder, loc, header, next);
  latch->setAttr("loop_annotation", getAnnotation(loc.getContext()));

  // After the loop, the header's arguments hold the last iteration's values.
  for (auto [i, index] : llvm::enumerate(carried)) {
    Value last = all[all[index].operands.front()].values.back();
    last.replaceUsesWithIf(header->getArgument(1 + i), [&](OpOperand &use) {
      Block *user = use.getOwner()->getBlock();
      return user != before && user != body;
    });
  }
  eraseUnused(erased);
}

void LoopIterations::eraseUnused(llvm::DenseSet<Operation *> &erased) {
  llvm::SetVector<Operation *> unused;
  for (const Series &series : all)
    for (Value value : series.values)
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
