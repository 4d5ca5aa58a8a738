//===- LinalgOps.cpp - interpreted ops of linalg --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One way for all of them: every op of linalg has indexing maps and a body, the
// named ones too.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

// The sizes of the loops, on which all operands agree.
static FailureOr<SmallVector<int64_t, 4>> getLoopSizes(Machine &machine,
                                                       linalg::LinalgOp op) {
  SmallVector<int64_t, 4> sizes(op.getNumLoops(), -1);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    const View &view = machine.getView(operand.get());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [result, size] : llvm::zip_equal(map.getResults(), view.sizes)) {
      auto dim = dyn_cast<AffineDimExpr>(result);
      if (!dim)
        continue;
      int64_t &known = sizes[dim.getPosition()];
      if (known >= 0 && known != size)
        return op.emitOpError("expected operand ")
               << operand.getOperandNumber() << " to have size " << known
               << " along loop " << dim.getPosition() << ", but got " << size;
      known = size;
    }
  }
  if (llvm::is_contained(sizes, -1))
    return op.emitOpError("expected an operand for the size of each loop");
  return sizes;
}

static SmallVector<int64_t, 4> applyMap(AffineMap map,
                                        ArrayRef<int64_t> iteration) {
  SmallVector<int64_t, 4> indices;
  for (AffineExpr result : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(result)) {
      indices.push_back(iteration[dim.getPosition()]);
      continue;
    }
    AffineMap single = AffineMap::get(map.getNumDims(), 0, result);
    indices.push_back(single.compose(iteration)[0]);
  }
  return indices;
}

// Gives the body the element of each operand that it looks at: one that it does
// not look at need not be written.
static LogicalResult loadArguments(Machine &machine, linalg::LinalgOp op,
                                   ArrayRef<AffineMap> maps,
                                   ArrayRef<int64_t> iteration) {
  for (auto [operand, map, argument] :
       llvm::zip(op->getOperands(), maps, op.getBlock()->getArguments())) {
    if (argument.use_empty())
      continue;
    if (!isa<MemRefType>(operand.getType())) {
      machine.set(argument, machine.get(operand));
      continue;
    }
    FailureOr<int64_t> number = machine.memory.load(
        op, machine.getView(operand), applyMap(map, iteration));
    if (failed(number))
      return failure();
    machine.setNumber(argument, *number);
  }
  return success();
}

static LogicalResult runIteration(Machine &machine, linalg::LinalgOp op,
                                  ArrayRef<AffineMap> maps,
                                  ArrayRef<int64_t> iteration) {
  Block &body = *op.getBlock();
  if (failed(loadArguments(machine, op, maps, iteration)) ||
      failed(machine.runBody(body)))
    return failure();
  for (auto [operand, yielded] : llvm::zip_equal(
           op.getDpsInitsMutable(), body.getTerminator()->getOperands()))
    if (failed(machine.memory.store(
            op, machine.getView(operand.get()),
            applyMap(maps[operand.getOperandNumber()], iteration),
            machine.getNumber(yielded))))
      return failure();
  return success();
}

static LogicalResult runLinalg(Machine &machine, Operation *operation) {
  auto op = cast<linalg::LinalgOp>(operation);
  if (!op.hasPureBufferSemantics())
    return op.emitOpError("expected memrefs, but got tensors");
  FailureOr<SmallVector<int64_t, 4>> sizes = getLoopSizes(machine, op);
  if (failed(sizes))
    return failure();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  return forEachIndex(*sizes, [&](ArrayRef<int64_t> iteration) {
    llvm::SaveAndRestore<ArrayRef<int64_t>> scope(machine.iteration, iteration);
    return runIteration(machine, op, maps, iteration);
  });
}

static LogicalResult runIndex(Machine &machine, linalg::IndexOp op) {
  machine.setNumber(op, machine.iteration[op.getDim()]);
  return success();
}

Machine::Handler interpreter::getLinalgHandler(Operation *op) {
  return isa<linalg::LinalgOp>(op) ? runLinalg : Machine::Handler();
}

void interpreter::addLinalgOps(Machine &machine) { machine.add(runIndex); }
