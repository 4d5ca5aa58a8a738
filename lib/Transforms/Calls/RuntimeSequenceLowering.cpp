//===- RuntimeSequenceLowering.cpp - run-time ops of sequences to calls ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A handle is a pointer that only the run-time library dereferences.
//
//===----------------------------------------------------------------------===//

#include "RuntimeOpLowering.h"

#include "MemRefParts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::onnxops;

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequenceCreateOp op) {
  Location loc = op.getLoc();
  Value sequence =
      calls.call(builder, loc, "onnxopsRtSequenceCreate", calls.pointer,
                 {calls.constant(builder, loc, op.getElementType(), 32),
                  calls.toI64(builder, loc, op.getCapacity())});
  replaceByPointer(op, sequence);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequencePushOp op) {
  Location loc = op.getLoc();
  RuntimeView view =
      calls.viewOf(builder, loc, op.getTensor(), op.getElementType());
  Value status = calls.call(builder, loc, "onnxopsRtSequencePush", calls.i32,
                            {op.getSequence(), view.data,
                             calls.constant(builder, loc, view.rank),
                             view.sizes, view.strides});
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequencePushChunksOp op) {
  Location loc = op.getLoc();
  RuntimeView view =
      calls.viewOf(builder, loc, op.getTensor(), op.getElementType());
  Value status = calls.call(
      builder, loc, "onnxopsRtSequencePushChunks", calls.i32,
      {op.getSequence(), view.data, calls.constant(builder, loc, view.rank),
       view.sizes, view.strides, calls.constant(builder, loc, op.getAxis()),
       calls.toI64(builder, loc, op.getSize()),
       calls.constant(builder, loc, op.getSqueezed(), 32)});
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequenceInsertOp op) {
  Location loc = op.getLoc();
  RuntimeView view =
      calls.viewOf(builder, loc, op.getTensor(), op.getElementType());
  Value result = calls.call(
      builder, loc, "onnxopsRtSequenceInsert", calls.pointer,
      {op.getSequence(), calls.toI64(builder, loc, op.getPosition()), view.data,
       calls.constant(builder, loc, view.rank), view.sizes, view.strides});
  replaceByPointer(op, result);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequenceEraseOp op) {
  Location loc = op.getLoc();
  Value result = calls.call(
      builder, loc, "onnxopsRtSequenceErase", calls.pointer,
      {op.getSequence(), calls.toI64(builder, loc, op.getPosition())});
  replaceByPointer(op, result);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequenceLengthOp op) {
  Location loc = op.getLoc();
  LLVM::LLVMFuncOp callee =
      calls.module.declare("onnxopsSequenceLength", calls.i64, calls.pointer);
  Value length =
      LLVM::CallOp::create(builder, loc, callee, op.getSequence()).getResult();
  op.replaceAllUsesWith(builder.createOrFold<arith::IndexCastOp>(
      loc, builder.getIndexType(), length));
  op.erase();
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSequenceAtOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  int64_t rank = getLogicalRank(type, op.getElementType());
  SmallVector<OpFoldResult> expected;
  for (int64_t size : type.getShape().take_front(rank))
    expected.push_back(
        builder.getIndexAttr(ShapedType::isDynamic(size) ? -1 : size));
  Value sizesArray = calls.scratch(builder, 1, rank);
  Value stridesArray = calls.scratch(builder, 2, rank);
  Value dataSlot = calls.scratch(builder, 3, 1);
  Value status =
      calls.call(builder, loc, "onnxopsRtSequenceAt", calls.i32,
                 {op.getSequence(), calls.toI64(builder, loc, op.getPosition()),
                  calls.constant(builder, loc, rank),
                  calls.storeArray(builder, loc, 0, expected),
                  calls.string(builder, loc, op.getWhere()), dataSlot,
                  sizesArray, stridesArray});
  exits.branchIfNonzero(op, status);
  builder.setInsertionPoint(op);
  Value data = LLVM::LoadOp::create(builder, loc, calls.pointer, dataSlot);
  SmallVector<OpFoldResult> sizes, strides;
  for (int64_t dim = 0; dim < rank; ++dim) {
    int64_t offset = dim * sizeof(int64_t);
    sizes.push_back(loadFrom(builder, loc, calls.i64, sizesArray, offset));
    Value stride = loadFrom(builder, loc, calls.i64, stridesArray, offset);
    if (rank != type.getRank())
      stride = LLVM::MulOp::create(builder, loc, stride,
                                   calls.constant(builder, loc, 2));
    strides.push_back(stride);
  }
  if (rank != type.getRank()) {
    sizes.push_back(builder.getIndexAttr(2));
    strides.push_back(builder.getIndexAttr(1));
  }
  replaceByParts(builder, calls, op.getTensor(), {data, sizes, strides});
  op.erase();
}
