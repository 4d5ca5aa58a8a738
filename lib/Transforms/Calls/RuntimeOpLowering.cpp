//===- RuntimeOpLowering.cpp - ops of entry points and memory to calls ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lowers the entry of a call, its arguments and outputs, and its allocations.
//
//===----------------------------------------------------------------------===//

#include "RuntimeOpLowering.h"

#include "InputTest.h"

#include "MemRefParts.h"
#include "onnxops/ABI/Runtime.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/ElementBytes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

// Generated code reads the table by these offsets.
static_assert(sizeof(OnnxopsValue) == 56, "the table's slots have 56 bytes");
static constexpr int64_t kSlotBytes = sizeof(OnnxopsValue);
static constexpr int64_t kDataOffset = offsetof(OnnxopsValue, data);
static constexpr int64_t kSizesOffset = offsetof(OnnxopsValue, sizes);

void RuntimeOpLowering::lower(Operation *op) {
  OpBuilder builder(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case<EnterOp, ArgumentOp, RtArgumentAddressOp, RtArgumentSizeOp,
            RtSizesAgreeOp, RtSizesSumOp, RtStringsOp, OutputOp,
            OutputSequenceOp, CountBytesOp, RtParallelForOp, RtSequenceCreateOp,
            RtSequencePushOp, RtSequencePushChunksOp, RtSequenceInsertOp,
            RtSequenceEraseOp, RtSequenceLengthOp, RtSequenceAtOp, ExchangeOp,
            GatherOffsetsOp, RankOp, memref::AllocOp, memref::DeallocOp,
            gpu::LaunchFuncOp, memref::GetGlobalOp, memref::LoadOp,
            memref::StoreOp>([&](auto typed) { lowerOp(builder, typed); });
}

void RuntimeOpLowering::replaceByStatus(Operation *op, Value status) {
  exits.branchIfNonzero(op, status);
  op->erase();
}

void RuntimeOpLowering::replaceByIndex(Operation *op, Value number) {
  OpBuilder builder(op);
  Value index = arith::IndexCastOp::create(builder, op->getLoc(),
                                           builder.getIndexType(), number);
  op->replaceAllUsesWith(ValueRange(index));
  op->erase();
}

void RuntimeOpLowering::replaceByPointer(Operation *op, Value data) {
  exits.branchIfNull(op, data);
  op->replaceAllUsesWith(ValueRange(data));
  op->erase();
}

void RuntimeOpLowering::replaceByMemory(Operation *op, Value data,
                                        ArrayRef<OpFoldResult> sizes) {
  OpBuilder builder(op);
  replaceByParts(builder, calls, op->getResult(0),
                 {data, llvm::to_vector(sizes), /*strides=*/{}});
  exits.branchIfNull(op, data);
  op->erase();
}

SmallVector<OpFoldResult> RuntimeOpLowering::getSizes(OpBuilder &builder,
                                                      Location loc,
                                                      MemRefType type,
                                                      ValueRange dynamic) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    sizes.push_back(calls.toI64(builder, loc, dynamic.front()));
    dynamic = dynamic.drop_front();
  }
  return sizes;
}

Value RuntimeOpLowering::loadFrom(OpBuilder &builder, Location loc, Type type,
                                  Value base, int64_t offset) {
  Value address = base;
  if (offset != 0)
    address = LLVM::GEPOp::create(
        builder, loc, calls.pointer, builder.getI8Type(), base,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  return LLVM::LoadOp::create(builder, loc, type, address);
}

//===----------------------------------------------------------------------===//
// Entry, arguments, outputs
//===----------------------------------------------------------------------===//

void RuntimeOpLowering::lowerOp(OpBuilder &builder, EnterOp op) {
  Location loc = op.getLoc();
  Value signature = calls.addressOf(
      builder, loc, calls.module.createNumbers(op.getSignature()));
  Value names = calls.string(builder, loc, op.getNames());
  SmallVector<Value> arguments = {calls.function.getArgument(0),
                                  calls.function.getArgument(1), signature,
                                  names};
  StringRef callee = "onnxopsRtEnter";
  if (!options.device.empty()) {
    callee = "onnxopsRtEnterDevice";
    arguments.push_back(calls.string(builder, loc, options.device));
  } else if (std::optional<uint64_t> ranks = op.getRanks()) {
    callee = "onnxopsRtEnterShards";
    arguments.push_back(calls.constant(builder, loc, *ranks));
  } else if (Value outputs =
                 options.testInputs ? writeInputTest(calls, op) : Value()) {
    callee = "onnxopsRtEnterTested";
    arguments.push_back(outputs);
    builder.setInsertionPoint(op);
  }
  Value status = calls.call(builder, loc, callee, calls.i32, arguments);
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, ArgumentOp op) {
  Location loc = op.getLoc();
  Value table = op->getParentOfType<func::FuncOp>().getArgument(0);
  int64_t slot = op.getIndex() * kSlotBytes;
  Value data = loadFrom(builder, loc, calls.pointer, table, slot + kDataOffset);
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!type) {
    op.replaceAllUsesWith(data);
    op.erase();
    return;
  }
  Value tableSizes;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(builder.getIndexAttr(size));
      continue;
    }
    if (!tableSizes)
      tableSizes =
          loadFrom(builder, loc, calls.pointer, table, slot + kSizesOffset);
    sizes.push_back(
        loadFrom(builder, loc, calls.i64, tableSizes, dim * sizeof(int64_t)));
  }
  replaceByParts(builder, calls, op.getResult(), {data, sizes, /*strides=*/{}});
  op.erase();
}

// The address of the field at `offset` bytes in the descriptor of an input.
Value RuntimeOpLowering::slotAddress(OpBuilder &builder, Location loc,
                                     Value index, int64_t offset) {
  Value bytes =
      LLVM::MulOp::create(builder, loc, calls.toI64(builder, loc, index),
                          calls.constant(builder, loc, kSlotBytes));
  Value slot = LLVM::GEPOp::create(
      builder, loc, calls.pointer, builder.getI8Type(),
      calls.function.getArgument(0), ArrayRef<LLVM::GEPArg>{bytes});
  return LLVM::GEPOp::create(
      builder, loc, calls.pointer, builder.getI8Type(), slot,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtArgumentAddressOp op) {
  Location loc = op.getLoc();
  // A pointer as an i64.
  Value address = LLVM::LoadOp::create(
      builder, loc, calls.i64,
      slotAddress(builder, loc, op.getIndex(), kDataOffset));
  replaceByIndex(op, address);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtArgumentSizeOp op) {
  Location loc = op.getLoc();
  Value sizes = LLVM::LoadOp::create(
      builder, loc, calls.pointer,
      slotAddress(builder, loc, op.getIndex(), kSizesOffset));
  replaceByIndex(op, loadFrom(builder, loc, calls.i64, sizes,
                              op.getDimension() * sizeof(int64_t)));
}

// Calls a function for the inputs and the dimension of an op.
template <typename OpTy>
static Value callForSizes(RuntimeCalls &calls, OpBuilder &builder, OpTy op,
                          StringRef function, Type type) {
  auto constant = [&](int64_t number) {
    return calls.constant(builder, op.getLoc(), number);
  };
  return calls.call(builder, op.getLoc(), function, type,
                    {constant(op.getFirst()), constant(op.getCount()),
                     constant(op.getDimension())});
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSizesAgreeOp op) {
  Value agree =
      callForSizes(calls, builder, op, "onnxopsRtSizesAgree", calls.i32);
  Value isKnown =
      arith::CmpIOp::create(builder, op.getLoc(), arith::CmpIPredicate::ne,
                            agree, calls.constant(builder, op.getLoc(), 0, 32));
  op.replaceAllUsesWith(isKnown);
  op.erase();
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtSizesSumOp op) {
  replaceByIndex(
      op, callForSizes(calls, builder, op, "onnxopsRtSizesSum", calls.i64));
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtStringsOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  auto value = cast<DenseStringElementsAttr>(op.getValueAttr());
  std::string text;
  SmallVector<int64_t> ends;
  for (StringRef string : value.getValues<StringRef>()) {
    text += string;
    ends.push_back(text.size());
  }
  Value count = calls.constant(builder, loc, ends.size());
  ends.push_back(text.size()); // no global is empty
  Value data = calls.call(
      builder, loc, "onnxopsRtStrings", calls.pointer,
      {calls.string(builder, loc, text),
       calls.addressOf(builder, loc, calls.module.createNumbers(ends)), count});
  replaceByMemory(op, data, getSizes(builder, loc, type, /*dynamic=*/{}));
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, OutputOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  SmallVector<OpFoldResult> sizes = getSizes(builder, loc, type, op.getSizes());
  int64_t rank = getLogicalRank(type, op.getElementType());
  Value array = calls.storeArray(
      builder, loc, 0, ArrayRef<OpFoldResult>(sizes).take_front(rank));
  Value data = calls.call(builder, loc, "onnxopsRtOutput", calls.pointer,
                          {calls.constant(builder, loc, op.getIndex()),
                           calls.constant(builder, loc, rank), array});
  replaceByMemory(op, data, sizes);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, OutputSequenceOp op) {
  Location loc = op.getLoc();
  if (op.getKernel())
    return replaceByStatus(op, outputByKernel(builder, op));
  Value status =
      calls.call(builder, loc, "onnxopsRtOutputSequence", calls.i32,
                 {calls.constant(builder, loc, op.getIndex()), op.getSequence(),
                  calls.constant(builder, loc, options.threads),
                  calls.constant(builder, loc, options.parallelThreshold)});
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, CountBytesOp op) {
  calls.call(builder, op.getLoc(), "onnxopsRtCountBytes", Type(),
             calls.toI64(builder, op.getLoc(), op.getBytes()));
  op.erase();
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, RtParallelForOp op) {
  Location loc = op.getLoc();
  Type types[] = {calls.pointer, calls.i64, calls.i64};
  // func-to-llvm lowers the reference to an address.
  Value kernel = func::ConstantOp::create(
      builder, loc, builder.getFunctionType(types, {}), op.getKernelAttr());
  Value address =
      UnrealizedConversionCastOp::create(builder, loc, calls.pointer, kernel)
          .getResult(0);
  SmallVector<Value> arguments = {
      address,
      op.getTable(),
      calls.constant(builder, loc, op.getWords()),
      calls.toI64(builder, loc, op.getCount()),
      calls.toI64(builder, loc, op.getGrain()),
      calls.constant(builder, loc, op.getThreads())};
  if (op.getBytes())
    arguments.push_back(calls.toI64(builder, loc, op.getBytes()));
  calls.call(builder, loc,
             op.getBytes() ? "onnxopsRtShareWork" : "onnxopsRtParallelFor",
             Type(), arguments);
  op.erase();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

// The name of a temporary in the message of a failed allocation.
static std::string describeTemporary(Location loc) {
  std::string place = describeLocation(loc);
  return place.empty() ? "a temporary tensor" : place + ": a temporary tensor";
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::AllocOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  SmallVector<OpFoldResult> sizes =
      getSizes(builder, loc, type, op.getDynamicSizes());
  int64_t bytes = getElementBytes(op, type);
  Value data = calls.call(builder, loc, "onnxopsRtAllocate", calls.pointer,
                          {calls.constant(builder, loc, bytes),
                           calls.constant(builder, loc, sizes.size()),
                           calls.storeArray(builder, loc, 0, sizes),
                           calls.string(builder, loc, describeTemporary(loc))});
  replaceByMemory(op, data, sizes);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::DeallocOp op) {
  Location loc = op.getLoc();
  Value address = memref::ExtractAlignedPointerAsIndexOp::create(
      builder, loc, op.getMemref());
  Value data = LLVM::IntToPtrOp::create(builder, loc, calls.pointer,
                                        calls.toI64(builder, loc, address));
  calls.call(builder, loc, "onnxopsRtFree", Type(), data);
  op.erase();
}
