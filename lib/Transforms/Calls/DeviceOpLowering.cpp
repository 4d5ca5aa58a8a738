//===- DeviceOpLowering.cpp - what a host asks of a device ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All memory of such a call is the device's. Kernels are launched by the
// runtime, which has the code of their module as data; constants are there
// once; the few elements that the host needs to know, such as sizes, are read
// and written one by one.
//
//===----------------------------------------------------------------------===//

#include "../ElementBytes.h"
#include "RuntimeOpLowering.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "onnxops/Runtime/GeneratedCode.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

static int32_t getFormat(gpu::ObjectAttr object) {
  if (isa<spirv::TargetEnvAttr>(object.getTarget()))
    return ONNXOPS_CODE_SPIRV;
  return isa<ROCDL::ROCDLTargetAttr>(object.getTarget()) ? ONNXOPS_CODE_AMD
                                                         : ONNXOPS_CODE_PTX;
}

// A global of type OnnxopsDeviceCode.
LLVM::GlobalOp RuntimeModule::getDeviceCode(gpu::BinaryOp binary,
                                            int64_t blockSize) {
  LLVM::GlobalOp &global = deviceCodes[binary.getName()];
  if (global)
    return global;
  auto object = cast<gpu::ObjectAttr>(binary.getObjects()[0]);
  StringRef bytes = object.getObject().getValue();
  MLIRContext *context = binary.getContext();
  Type pointer = LLVM::LLVMPointerType::get(context);
  Type i32 = IntegerType::get(context, 32), i64 = IntegerType::get(context, 64);
  LLVM::GlobalOp data = getString(bytes);
  // SPIR-V is words.
  data.setAlignment(alignof(uint32_t));
  auto type = LLVM::LLVMStructType::getLiteral(
      context, {i32, i32, i64, pointer, i64, i64});
  global = createGlobal(type, Attribute(), "onnxops.device_code");
  OpBuilder builder(context);
  builder.createBlock(&global.getInitializerRegion());
  Location loc = binary.getLoc();
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(bytes));
  auto number = [&](Type type, int64_t value) -> Value {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  };
  Value fields[] = {number(i32, getFormat(object)),
                    number(i32, blockSize),
                    number(i64, bytes.size()),
                    LLVM::AddressOfOp::create(builder, loc, data),
                    number(i64, hash.low64),
                    number(i64, hash.high64)};
  Value code = LLVM::PoisonOp::create(builder, loc, type);
  for (auto [position, field] : llvm::enumerate(fields))
    code = LLVM::InsertValueOp::create(builder, loc, code, field, position);
  LLVM::ReturnOp::create(builder, loc, code);
  return global;
}

// The address of the code that a kernel is in.
Value RuntimeOpLowering::getCode(OpBuilder &builder, Location loc,
                                 SymbolRefAttr kernel, int64_t blockSize) {
  auto binary = SymbolTable::lookupNearestSymbolFrom<gpu::BinaryOp>(
      calls.function, kernel.getRootReference());
  return calls.addressOf(builder, loc,
                         calls.module.getDeviceCode(binary, blockSize));
}

Value RuntimeOpLowering::outputByKernel(OpBuilder &builder,
                                        OutputSequenceOp op) {
  Location loc = op.getLoc();
  return calls.call(
      builder, loc, "onnxopsRtOutputSequenceBy", calls.i32,
      {calls.constant(builder, loc, op.getIndex()), op.getSequence(),
       getCode(builder, loc, *op.getKernel(), *op.getBlockSize()),
       calls.string(builder, loc, op.getKernel()->getLeafReference())});
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, gpu::LaunchFuncOp op) {
  Location loc = op.getLoc();
  // The table and its length, or what the pass that fills it has made of them.
  Value table = op.getKernelOperand(0), words;
  if (auto cast = table.getDefiningOp<UnrealizedConversionCastOp>()) {
    MemRefDescriptor descriptor(cast.getInputs().front());
    table = descriptor.alignedPtr(builder, loc);
    words = descriptor.size(builder, loc, 0);
  } else {
    words = op.getKernelOperand(1);
  }
  Value status =
      calls.call(builder, loc, "onnxopsRtLaunch", calls.i32,
                 {getCode(builder, loc, op.getKernelAttr(),
                          *getConstantIntValue(op.getBlockSizeX())),
                  calls.string(builder, loc, op.getKernelName()), table, words,
                  calls.toI64(builder, loc, op.getGridSizeX())});
  replaceByStatus(op, status);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// The global that an op reads an element of, null for other ops.
static memref::GetGlobalOp getConstantRead(Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  return load ? load.getMemRef().getDefiningOp<memref::GetGlobalOp>()
              : memref::GetGlobalOp();
}

bool RuntimeOpLowering::isHostConstant(Operation *op) {
  if (isa<memref::GetGlobalOp>(op))
    return llvm::all_of(op->getUsers(), getConstantRead);
  return getConstantRead(op) != nullptr;
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

// Of the type and all bytes.
static llvm::XXH128_hash_t hashConstant(Attribute value) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << cast<TypedAttr>(value).getType();
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    os << llvm::toStringRef(llvm::ArrayRef(
        reinterpret_cast<const uint8_t *>(dense.getRawData().data()),
        dense.getRawData().size()));
  else if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    os << StringRef(resource.getData().data(), resource.getData().size());
  else
    os << value;
  return llvm::xxh3_128bits(llvm::arrayRefFromStringRef(text));
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::GetGlobalOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      calls.function, op.getNameAttr());
  llvm::XXH128_hash_t hash = hashConstant(global.getInitialValueAttr());
  auto host = memref::GetGlobalOp::create(builder, loc, type, op.getName());
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, host);
  Value pointer = LLVM::IntToPtrOp::create(builder, loc, calls.pointer,
                                           calls.toI64(builder, loc, address));
  int64_t bytes = type.getNumElements() * getElementBytes(op, type);
  Value data = calls.call(builder, loc, "onnxopsRtConstant", calls.pointer,
                          {pointer, calls.constant(builder, loc, bytes),
                           calls.constant(builder, loc, hash.low64),
                           calls.constant(builder, loc, hash.high64)});
  replaceByMemory(op, data,
                  getSizes(builder, loc, type, /*dynamic=*/ValueRange()));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// The address of an element.
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

// What the runtime has put into `room`.
Value RuntimeOpLowering::loadElement(OpBuilder &builder, Location loc,
                                     Type type, Value room) {
  Type stored = type.isIndex()      ? calls.i64
                : type.isInteger(1) ? builder.getI8Type()
                                    : type;
  Value value = LLVM::LoadOp::create(builder, loc, stored, room);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.isInteger(1))
    return arith::TruncIOp::create(builder, loc, type, value);
  return value;
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::LoadOp op) {
  Location loc = op.getLoc();
  int64_t bytes = getElementBytes(op, op.getMemRefType());
  Value room = calls.scratch(builder, 0, 1);
  Value status = calls.call(
      builder, loc, "onnxopsRtRead", calls.i32,
      {room, getElement(builder, loc, op.getMemRef(), op.getIndices()),
       calls.constant(builder, loc, bytes)});
  // Behind the check, which goes before the op.
  builder.setInsertionPointAfter(op);
  op.replaceAllUsesWith(loadElement(builder, loc, op.getType(), room));
  replaceByStatus(op, status);
}

// An element of an input, at a place that is known and there: it can be read as
// soon as the call begins.
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

void RuntimeOpLowering::lowerInputReads() {
  Block &entry = calls.function.front();
  Operation *last = nullptr;
  for (auto argument : entry.getOps<ArgumentOp>())
    last = argument;
  SmallVector<memref::LoadOp> loads;
  for (auto load : entry.getOps<memref::LoadOp>())
    if (isInputRead(load) && last->isBeforeInBlock(load))
      loads.push_back(load);
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
  Value room = calls.storeArray(builder, loc, 0, words);
  Value status =
      calls.call(builder, loc, "onnxopsRtReadWords", calls.i32,
                 {room, calls.constant(builder, loc, int64_t(loads.size()))});
  builder.setInsertionPointAfter(first);
  for (auto [position, load] : llvm::enumerate(loads)) {
    Value word = LLVM::GEPOp::create(
        builder, loc, calls.pointer, calls.i64, room,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(2 * position)});
    load.replaceAllUsesWith(loadElement(builder, loc, load.getType(), word));
  }
  // Not before: the builder may stand at one of them.
  for (memref::LoadOp load : ArrayRef(loads).drop_front())
    load.erase();
  replaceByStatus(first, status);
}

void RuntimeOpLowering::lowerOp(OpBuilder &builder, memref::StoreOp op) {
  Location loc = op.getLoc();
  Value value = op.getValueToStore();
  int64_t bytes = getElementBytes(op, op.getMemRefType());
  Value room = calls.scratch(builder, 0, 1);
  if (value.getType().isIndex())
    value = calls.toI64(builder, loc, value);
  else if (value.getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc, builder.getI8Type(), value);
  LLVM::StoreOp::create(builder, loc, value, room);
  Value status =
      calls.call(builder, loc, "onnxopsRtWrite", calls.i32,
                 {getElement(builder, loc, op.getMemRef(), op.getIndices()),
                  room, calls.constant(builder, loc, bytes)});
  replaceByStatus(op, status);
}
