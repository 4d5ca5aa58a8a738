//===- DeviceElementLowering.cpp - host accesses to device memory ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a call on a device, the host computes sizes and positions. Each read of
// device memory waits for all pending work, so reads are batched and hoisted to
// the start of the call, and constants are not read from the device at all.
//
//===----------------------------------------------------------------------===//

#include "RuntimeOpLowering.h"
#include "onnxops/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

// Computes the address of an element.
Value RuntimeOpLowering::getElement(OpBuilder &builder, Location loc,
                                    Value memref, ValueRange indices) {
  auto type = cast<MemRefType>(memref.getType());
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value position = metadata.getOffset();
  for (auto [index, stride] : llvm::zip_equal(indices, metadata.getStrides()))
    position = builder.createOrFold<arith::AddIOp>(
        loc, position, builder.createOrFold<arith::MulIOp>(loc, index, stride));
  Value bytes = arith::ConstantIndexOp::create(
      builder, loc, getElementBytes(calls.function, type));
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value address = arith::AddIOp::create(
      builder, loc, base, arith::MulIOp::create(builder, loc, position, bytes));
  return LLVM::IntToPtrOp::create(builder, loc, calls.pointer,
                                  calls.toI64(builder, loc, address));
}

// Loads the element that the run-time library has written to `buffer`.
Value RuntimeOpLowering::loadElement(OpBuilder &builder, Location loc,
                                     Type type, Value buffer) {
  Type stored = type.isIndex()      ? calls.i64
                : type.isInteger(1) ? builder.getI8Type()
                                    : type;
  Value value = LLVM::LoadOp::create(builder, loc, stored, buffer);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::LoadOp op) {
  Location loc = op.getLoc();
  int64_t bytes = getElementBytes(op, op.getMemRefType());
  Value buffer = calls.scratch(builder, 0, 1);
  Value status = calls.call(
      builder, loc, "onnxopsRtRead", calls.i32,
      {buffer, getElement(builder, loc, op.getMemRef(), op.getIndices()),
       calls.constant(builder, loc, bytes)});
  // After the check, which is inserted before the op.
  builder.setInsertionPointAfter(op);
  op.replaceAllUsesWith(loadElement(builder, loc, op.getType(), buffer));
  replaceByStatus(op, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::StoreOp op) {
  Location loc = op.getLoc();
  Value value = op.getValueToStore();
  int64_t bytes = getElementBytes(op, op.getMemRefType());
  Value buffer = calls.scratch(builder, 0, 1);
  if (value.getType().isIndex())
    value = calls.toI64(builder, loc, value);
  else if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  LLVM::StoreOp::create(builder, loc, value, buffer);
  Value status =
      calls.call(builder, loc, "onnxopsRtWrite", calls.i32,
                 {getElement(builder, loc, op.getMemRef(), op.getIndices()),
                  buffer, calls.constant(builder, loc, bytes)});
  replaceByStatus(op, status);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// The global from which an op loads an element; null for other ops.
static memref::GetGlobalOp getConstantRead(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load ? load.getMemRef().getDefiningOp<memref::GetGlobalOp>()
              : memref::GetGlobalOp();
}

bool RuntimeOpLowering::isOfHost(Operation *op) {
  if (isa<memref::GetGlobalOp>(op))
    return llvm::all_of(op->getUsers(), getConstantRead);
  auto load = dyn_cast<memref::LoadOp>(op);
  return load && (getConstantRead(load) ||
                  load.getMemRef().getDefiningOp<memref::AllocaOp>());
}

void RuntimeOpLowering::separateHostConstants() {
  llvm::MapVector<memref::GetGlobalOp, SmallVector<memref::LoadOp>> reads;
  calls.function.walk([&](memref::LoadOp load) {
    if (memref::GetGlobalOp global = getConstantRead(load))
      reads[global].push_back(load);
  });
  for (auto &[global, loads] : reads) {
    OpBuilder builder(global);
    Operation *host = builder.clone(*global);
    for (memref::LoadOp load : loads)
      load.getMemrefMutable().assign(host->getResult(0));
  }
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

// Whether an op loads an element of an input at a constant, in-bounds position:
// it can be read at the start of the call.
static bool isInputRead(memref::LoadOp op) {
  auto argument = op.getMemRef().getDefiningOp<ArgumentOp>();
  return argument && argument->getBlock() == op->getBlock() &&
         op.getMemRefType().hasStaticShape() &&
         llvm::all_of(
             llvm::zip_equal(op.getIndices(), op.getMemRefType().getShape()),
             [](auto pair) {
               std::optional<int64_t> index =
                   getConstantIntValue(std::get<0>(pair));
               return index && *index >= 0 && *index < std::get<1>(pair);
             });
}

// Whether the host copies a whole input: one that fits the stack frame and has
// an element read at a position that is known only later.
static bool isArrayRead(ArgumentOp argument) {
  constexpr int64_t most = 4096;
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getElementType().isInteger(1))
    return false;
  bool isReadLater = llvm::any_of(argument->getUsers(), [](Operation *user) {
    auto load = dyn_cast<memref::LoadOp>(user);
    return load && !isInputRead(load);
  });
  return isReadLater &&
         type.getNumElements() * getElementBytes(argument, type) <= most;
}

void RuntimeOpLowering::lowerInputReads() {
  Block &entry = calls.function.front();
  ArgumentOp last;
  SetVector<Operation *> arrays;
  for (auto argument : entry.getOps<ArgumentOp>()) {
    last = argument;
    if (isArrayRead(argument))
      arrays.insert(argument);
  }
  SmallVector<memref::LoadOp> loads;
  for (auto load : entry.getOps<memref::LoadOp>())
    if (isInputRead(load) && last->isBeforeInBlock(load) &&
        !arrays.contains(load.getMemRef().getDefiningOp()))
      loads.push_back(load);
  readElements(loads, last);
  for (Operation *array : arrays)
    readArray(cast<ArgumentOp>(array), last->getNextNode());
}

// Reads all elements with one wait, after `last`.
void RuntimeOpLowering::readElements(ArrayRef<memref::LoadOp> loads,
                                     Operation *last) {
  if (loads.size() < 2)
    return;
  memref::LoadOp first = loads.front();
  first->moveAfter(last);
  OpBuilder builder(first);
  Location loc = first.getLoc();
  SmallVector<OpFoldResult> words;
  for (memref::LoadOp load : loads) {
    SmallVector<Value> indices;
    for (Value index : load.getIndices())
      indices.push_back(arith::ConstantIndexOp::create(
          builder, loc, *getConstantIntValue(index)));
    Value element = getElement(builder, loc, load.getMemRef(), indices);
    words.push_back(
        LLVM::PtrToIntOp::create(builder, loc, calls.i64, element).getResult());
    words.push_back(
        builder.getI64IntegerAttr(getElementBytes(load, load.getMemRefType())));
  }
  Value buffer = calls.storeArray(builder, loc, 0, words);
  Value status =
      calls.call(builder, loc, "onnxopsRtReadWords", calls.i32,
                 {buffer, calls.constant(builder, loc, int64_t(loads.size()))});
  builder.setInsertionPointAfter(first);
  for (auto [position, read] : llvm::enumerate(loads)) {
    memref::LoadOp load = read;
    Value word = LLVM::GEPOp::create(
        builder, loc, calls.pointer, calls.i64, buffer,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(2 * position)});
    load.replaceAllUsesWith(loadElement(builder, loc, load.getType(), word));
  }
  // Last, since the builder may be positioned at one of them.
  for (memref::LoadOp load : loads.drop_front())
    load.erase();
  replaceByStatus(first, status);
}

// Reads a whole input with one wait, before `next`.
void RuntimeOpLowering::readArray(ArgumentOp argument, Operation *next) {
  Location loc = argument.getLoc();
  OpBuilder builder(next);
  auto type = cast<MemRefType>(argument.getType());
  Value host = memref::AllocaOp::create(builder, loc, type);
  for (Operation *user : llvm::make_early_inc_range(argument->getUsers()))
    if (auto load = dyn_cast<memref::LoadOp>(user))
      load.getMemrefMutable().assign(host);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, host);
  Value buffer = LLVM::IntToPtrOp::create(builder, loc, calls.pointer,
                                          calls.toI64(builder, loc, address));
  SmallVector<Value> first(type.getRank(),
                           arith::ConstantIndexOp::create(builder, loc, 0));
  int64_t bytes = type.getNumElements() * getElementBytes(argument, type);
  Value status =
      calls.call(builder, loc, "onnxopsRtRead", calls.i32,
                 {buffer, getElement(builder, loc, argument.getResult(), first),
                  calls.constant(builder, loc, bytes)});
  exits.branchIfNonzero(next, status);
}
