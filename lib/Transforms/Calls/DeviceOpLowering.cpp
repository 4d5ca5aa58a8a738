//===- DeviceOpLowering.cpp - launches and constants on a device ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All memory of a call on a device is the device's. The run-time library
// launches kernels, from the code of their module as data; each constant is
// uploaded once.
//
//===----------------------------------------------------------------------===//

#include "RuntimeOpLowering.h"
#include "onnxops/Support/ElementBytes.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Dialect/SPIRV/IR/TargetAndABI.h"
#include "onnxops/ABI/GeneratedCode.h"
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
  // SPIR-V consists of 32-bit words.
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

// The address of the code that contains a kernel.
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
  // The argument array and its length, or the memref that wraps them.
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

// Hashes the type and all bytes.
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
