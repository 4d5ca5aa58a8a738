//===- ControlFlowOps.cpp - interpreted ops of func and scf ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls, branches, loops and checks.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

static void setAll(Machine &machine, ValueRange values, ArrayRef<Slot> slots) {
  for (auto [value, slot] : llvm::zip_equal(values, slots))
    machine.set(value, slot);
}

static LogicalResult runCall(Machine &machine, func::CallOp op) {
  SmallVector<Slot> results;
  if (failed(machine.call(op, op.getCallee(), machine.get(op.getOperands()),
                          results)))
    return failure();
  setAll(machine, op.getResults(), results);
  return success();
}

static LogicalResult runIf(Machine &machine, scf::IfOp op) {
  bool condition = machine.getNumber(op.getCondition());
  Block *block = condition ? op.thenBlock() : op.elseBlock();
  if (!block)
    return success();
  if (failed(machine.runBody(*block)))
    return failure();
  setAll(machine, op.getResults(),
         machine.get(block->getTerminator()->getOperands()));
  return success();
}

static LogicalResult runFor(Machine &machine, scf::ForOp op) {
  int64_t index = machine.getNumber(op.getLowerBound());
  int64_t end = machine.getNumber(op.getUpperBound());
  int64_t step = machine.getNumber(op.getStep());
  if (step <= 0)
    return op.emitOpError("expected a step above 0, but got ") << step;
  SmallVector<Slot> carried = machine.get(op.getInitArgs());
  for (; index < end; index += step) {
    machine.set(op.getInductionVar(), {index, nullptr});
    setAll(machine, op.getRegionIterArgs(), carried);
    if (failed(machine.runBody(*op.getBody())))
      return failure();
    carried = machine.get(op.getYieldedValues());
  }
  setAll(machine, op.getResults(), carried);
  return success();
}

static LogicalResult runAssert(Machine &machine, cf::AssertOp op) {
  if (machine.getNumber(op.getArg()))
    return success();
  return machine.failCheck(op, op.getMsg());
}

void interpreter::addControlFlowOps(Machine &machine) {
  machine.add(runAssert);
  machine.add(runCall);
  machine.add(runIf);
  machine.add(runFor);
}
