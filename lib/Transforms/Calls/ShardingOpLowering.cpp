//===- ShardingOpLowering.cpp - ops of several ranks to calls -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the table of an exchange, whose layout is in
// onnxops/ABI/ShardedCode.h.
//
//===----------------------------------------------------------------------===//

#include "RuntimeOpLowering.h"

#include "onnxops/ABI/ShardedCode.h"
#include "onnxops/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::onnxops;

// The address of the first element.
static Value getAddress(OpBuilder &builder, Location loc, Value memref,
                        Value offset, int64_t elementBytes) {
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value scale = arith::ConstantIndexOp::create(builder, loc, elementBytes);
  Value bytes = arith::MulIOp::create(builder, loc, offset, scale);
  return arith::AddIOp::create(builder, loc, base, bytes);
}

// The address of a contiguous memref.
static Value getAddress(OpBuilder &builder, Location loc, Value memref) {
  return memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
}

// Adds the words of a tensor, of which `offsets` are those of its axes.
void RuntimeOpLowering::addTensor(OpBuilder &builder, Location loc,
                                  Value memref, ArrayRef<int64_t> axes,
                                  ValueRange offsets,
                                  SmallVectorImpl<OpFoldResult> &words) {
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  int64_t bytes =
      getElementBytes(calls.function, cast<MemRefType>(memref.getType()));
  words.push_back(
      getAddress(builder, loc, memref, metadata.getOffset(), bytes));
  for (auto [dim, axis] : llvm::enumerate(axes)) {
    words.push_back(metadata.getSizes()[dim]);
    words.push_back(metadata.getStrides()[dim]);
    words.push_back(builder.getIndexAttr(axis));
    if (axis < 0) {
      words.push_back(builder.getIndexAttr(0));
      continue;
    }
    words.push_back(getAddress(builder, loc, offsets.front()));
    offsets = offsets.drop_front();
  }
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, ExchangeOp op) {
  Location loc = op.getLoc();
  auto init = cast<MemRefType>(op.getInit().getType());
  int64_t sources = op.getSources().size();
  SmallVector<OpFoldResult> words(ONNXOPS_EXCHANGE_WORDS);
  auto set = [&](int64_t word, int64_t number) {
    words[word] = builder.getIndexAttr(number);
  };
  set(ONNXOPS_EXCHANGE_AXES, op.getGrid().size());
  set(ONNXOPS_EXCHANGE_DIMENSIONS, init.getRank());
  set(ONNXOPS_EXCHANGE_DIMENSION, op.getDimension());
  set(ONNXOPS_EXCHANGE_ELEMENT_BYTES, getElementBytes(op, init));
  set(ONNXOPS_EXCHANGE_SOURCES, sources);
  set(ONNXOPS_EXCHANGE_SEGMENTS, op.getSegments().size() / 4);
  for (int64_t size : op.getGrid())
    words.push_back(builder.getIndexAttr(size));

  auto isSharded = [](int64_t axis) { return axis >= 0; };
  ValueRange offsets = op.getOffsets();
  addTensor(builder, loc, op.getInit(), op.getAxesOf(sources),
            offsets.take_back(llvm::count_if(op.getAxesOf(sources), isSharded)),
            words);
  for (auto [index, source] : llvm::enumerate(op.getSources())) {
    ArrayRef<int64_t> axes = op.getAxesOf(index);
    addTensor(builder, loc, source, axes, offsets, words);
    offsets = offsets.drop_front(llvm::count_if(axes, isSharded));
  }

  // One segment begins where the one before it ends.
  Value end = calls.constant(builder, loc, 0);
  ValueRange numbers = op.getNumbers();
  for (size_t i = 0; i < op.getSegments().size(); i += 4) {
    SmallVector<Value> segment;
    for (int64_t number : op.getSegments().slice(i, 4)) {
      if (!ShapedType::isDynamic(number)) {
        segment.push_back(calls.constant(builder, loc, number));
        continue;
      }
      segment.push_back(calls.toI64(builder, loc, numbers.front()));
      numbers = numbers.drop_front();
    }
    llvm::append_range(words, segment);
    words.push_back(end);
    end = LLVM::AddOp::create(
        builder, loc, end,
        LLVM::MulOp::create(builder, loc,
                            segment[ONNXOPS_EXCHANGE_SEGMENT_LENGTH],
                            segment[ONNXOPS_EXCHANGE_SEGMENT_REPEATS]));
  }
  Value status = calls.call(builder, loc, "onnxopsRtExchange", calls.i32,
                            {calls.storeArray(builder, loc, 0, words),
                             calls.string(builder, loc, op.getWhere())});
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, GatherOffsetsOp op) {
  Location loc = op.getLoc();
  Value grid =
      calls.addressOf(builder, loc, calls.module.createNumbers(op.getGrid()));
  Value memory = LLVM::IntToPtrOp::create(
      builder, loc, calls.pointer,
      calls.toI64(builder, loc, getAddress(builder, loc, op.getInit())));
  Value status = calls.call(builder, loc, "onnxopsRtGatherOffsets", calls.i32,
                            {calls.toI64(builder, loc, op.getSize()), grid,
                             calls.constant(builder, loc, op.getGrid().size()),
                             calls.constant(builder, loc, op.getAxis()), memory,
                             calls.string(builder, loc, op.getWhere())});
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RankOp op) {
  replaceByIndex(
      op, calls.call(builder, op.getLoc(), "onnxopsRtRank", calls.i64, {}));
}
