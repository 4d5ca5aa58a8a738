//===- CountStores.cpp - count the bytes that a call stores ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs while each copy and linalg op is still a single op. For measurements
// only; other code does not count.
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

// Adds the bytes of `memory` to the count, after `op`.
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

// Whether a memref is internal: tensors of models have no elements of index
// type, and addresses are not tensor data.
static bool isInternal(MemRefType type) {
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
      if (!isInternal(store.getMemRefType()))
        countElement(op, store.getMemRefType());
      return success();
    }
    if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
      for (OpOperand &init : linalg.getDpsInitsMutable())
        // Inits that are tensors have no memory yet.
        if (isa<BaseMemRefType>(init.get().getType()) &&
            failed(countBytes(op, init.get())))
          return failure();
    return success();
  }
};

} // namespace
