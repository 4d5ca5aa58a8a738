//===- CountStores.cpp - count the bytes that a call stores ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts where copies and linalg ops still are one op each. Used for
// measurements only; code that runs for its results does not count.
//
//===----------------------------------------------------------------------===//

#include "../ElementBytes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/BufferPasses.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_COUNTSTORES
#include "onnxops/Transforms/BufferPasses.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Adds the bytes of all of `memory` behind `op`.
static void countBytes(Operation *op, Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  OpBuilder builder(op->getBlock(), std::next(op->getIterator()));
  Location loc = op->getLoc();
  Value bytes =
      arith::ConstantIndexOp::create(builder, loc, getElementBytes(op, type));
  for (OpFoldResult size : memref::getMixedSizes(builder, loc, memory))
    bytes = builder.createOrFold<arith::MulIOp>(
        loc, bytes, getValueOrCreateConstantIndexOp(builder, loc, size));
  CountBytesOp::create(builder, loc, bytes);
}

// Tensors of models have no elements of index type, tables of our own do.
static bool isTable(MemRefType type) { return type.getElementType().isIndex(); }

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
    getOperation().walk([](Operation *op) {
      if (auto copy = dyn_cast<memref::CopyOp>(op))
        countBytes(op, copy.getTarget());
      else if (auto store = dyn_cast<memref::StoreOp>(op);
               store && !isTable(store.getMemRefType()))
        countElement(op, store.getMemRefType());
      else if (auto linalg = dyn_cast<linalg::LinalgOp>(op))
        for (OpOperand &init : linalg.getDpsInitsMutable())
          countBytes(op, init.get());
    });
  }
};

} // namespace
