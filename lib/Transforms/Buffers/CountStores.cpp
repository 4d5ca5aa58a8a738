//===- CountStores.cpp - count the bytes that a call stores ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts where copies and linalg ops still are one op each. Used for
// measurements only; code that runs for its results does not count.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/ElementBytes.h"
#include "onnxops/Transforms/Buffers/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_COUNTSTORES
#include "onnxops/Transforms/Buffers/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Adds the bytes of all of `memory` behind `op`.
static LogicalResult countBytes(Operation *op, Value memory) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  if (!type || isa<BaseMemRefType>(type.getElementType()))
    return op->emitOpError("expected a ranked memref of tensor data, but got ")
           << memory.getType();
  OpBuilder builder(op->getBlock(), std::next(op->getIterator()));
  Location loc = op->getLoc();
  Value bytes =
      arith::ConstantIndexOp::create(builder, loc, getElementBytes(op, type));
  for (OpFoldResult size : memref::getMixedSizes(builder, loc, memory))
    bytes = builder.createOrFold<arith::MulIOp>(
        loc, bytes, getValueOrCreateConstantIndexOp(builder, loc, size));
  CountBytesOp::create(builder, loc, bytes);
  return success();
}

// Tensors of models have no elements of index type, tables of our own do; nor
// are addresses of memory tensor data.
static bool isTable(MemRefType type) {
  return isa<IndexType, BaseMemRefType>(type.getElementType());
}

// Adds the bytes of one element stored by `op`.
static void countElement(Operation *op, MemRefType type) {
  OpBuilder builder(op);
  int64_t bytes = getElementBytes(op, type);
  CountBytesOp::create(
      builder, op->getLoc(),
      arith::ConstantIndexOp::create(builder, op->getLoc(), bytes));
}

namespace {

struct CountStores : onnxops::impl::CountStoresBase<CountStores> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk(
        [](Operation *op) { return WalkResult(count(op)); });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

private:
  static LogicalResult count(Operation *op) {
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      return countBytes(op, copy.getTarget());
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!isTable(store.getMemRefType()))
        countElement(op, store.getMemRefType());
      return success();
    }
    if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
      for (OpOperand &init : linalg.getDpsInitsMutable())
        // Tensors have no memory yet.
        if (isa<BaseMemRefType>(init.get().getType()) &&
            failed(countBytes(op, init.get())))
          return failure();
    return success();
  }
};

} // namespace
