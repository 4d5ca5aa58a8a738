//===- RuntimeCalls.cpp - calls of the run-time library -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operates on func and memref, before their lowering to LLVM.
//
//===----------------------------------------------------------------------===//

#include "RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/ABI/Runtime.h"
#include "onnxops/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::onnxops;

int64_t mlir::onnxops::getLogicalRank(MemRefType type, int64_t elementType) {
  bool isPair =
      elementType == ONNXOPS_COMPLEX128 && type.getElementType().isInteger(64);
  return isPair ? type.getRank() - 1 : type.getRank();
}

//===----------------------------------------------------------------------===//
// RuntimeModule
//===----------------------------------------------------------------------===//

RuntimeModule::RuntimeModule(ModuleOp module)
    : converter(module.getContext()), symbols(module) {}

LLVM::LLVMFuncOp RuntimeModule::declare(StringRef name, Type result,
                                        TypeRange arguments) {
  // An earlier run of the pass may have declared the function.
  if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return function;
  Operation *module = symbols.getOp();
  OpBuilder builder(module->getContext());
  if (!result)
    result = LLVM::LLVMVoidType::get(module->getContext());
  auto function = LLVM::LLVMFuncOp::create(
      builder, module->getLoc(), name,
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(arguments)));
  insert(function);
  return function;
}

void RuntimeModule::insert(Operation *symbol) {
  symbols.insert(symbol, symbols.getOp()->getRegion(0).front().begin());
}

LLVM::GlobalOp RuntimeModule::createGlobal(Type type, Attribute value,
                                           StringRef name) {
  Operation *module = symbols.getOp();
  OpBuilder builder(module->getContext());
  auto global = LLVM::GlobalOp::create(builder, module->getLoc(), type,
                                       /*isConstant=*/true,
                                       LLVM::Linkage::Internal, name, value);
  insert(global); // under a unique name
  return global;
}

LLVM::GlobalOp RuntimeModule::getString(StringRef text) {
  LLVM::GlobalOp &global = strings[text];
  if (!global) {
    std::string terminated = text.str();
    terminated.push_back('\0');
    Builder builder(symbols.getOp()->getContext());
    auto type =
        LLVM::LLVMArrayType::get(builder.getI8Type(), terminated.size());
    global =
        createGlobal(type, builder.getStringAttr(terminated), "onnxops.text");
  }
  return global;
}

LLVM::GlobalOp RuntimeModule::createNumbers(ArrayRef<int64_t> numbers) {
  Builder builder(symbols.getOp()->getContext());
  auto type = LLVM::LLVMArrayType::get(builder.getI64Type(), numbers.size());
  return createGlobal(type, builder.getI64TensorAttr(numbers),
                      "onnxops.numbers");
}

//===----------------------------------------------------------------------===//
// RuntimeCalls
//===----------------------------------------------------------------------===//

RuntimeCalls::RuntimeCalls(RuntimeModule &module, func::FuncOp function,
                           Value context)
    : module(module), function(function), context(context),
      pointer(LLVM::LLVMPointerType::get(function.getContext())),
      i64(IntegerType::get(function.getContext(), 64)),
      i32(IntegerType::get(function.getContext(), 32)) {}

Value RuntimeCalls::call(OpBuilder &builder, Location loc, StringRef name,
                         Type result, ValueRange arguments) {
  SmallVector<Value> operands = {context};
  llvm::append_range(operands, arguments);
  LLVM::LLVMFuncOp callee =
      module.declare(name, result, ValueRange(operands).getTypes());
  auto call = LLVM::CallOp::create(builder, loc, callee, operands);
  return result ? call.getResult() : Value();
}

Value RuntimeCalls::constant(OpBuilder &builder, Location loc, int64_t value,
                             unsigned width) {
  return LLVM::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(builder.getIntegerType(width), value));
}

Value RuntimeCalls::addressOf(OpBuilder &builder, Location loc,
                              LLVM::GlobalOp global) {
  return LLVM::AddressOfOp::create(builder, loc, global);
}

Value RuntimeCalls::string(OpBuilder &builder, Location loc, StringRef text) {
  return addressOf(builder, loc, module.getString(text));
}

Value RuntimeCalls::toI64(OpBuilder &builder, Location loc,
                          OpFoldResult number) {
  if (std::optional<int64_t> known = getConstantIntValue(number);
      known && isa<Attribute>(number))
    return constant(builder, loc, *known);
  auto value = cast<Value>(number);
  if (value.getType() == i64)
    return value;
  return builder.createOrFold<arith::IndexCastOp>(loc, i64, value);
}

Value RuntimeCalls::scratch(OpBuilder &builder, int64_t slot, int64_t count) {
  Scratch &scratch = scratches[slot];
  if (scratch.alloca && scratch.count >= count)
    return scratch.alloca;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&function.front());
  Location loc = function.getLoc();
  Value size = constant(builder, loc, std::max<int64_t>(count, 1));
  auto alloca = LLVM::AllocaOp::create(builder, loc, pointer, i64, size);
  if (scratch.alloca) {
    scratch.alloca.replaceAllUsesWith(alloca.getResult());
    scratch.alloca.erase();
  }
  scratch = {alloca, count};
  return alloca;
}

Value RuntimeCalls::storeArray(OpBuilder &builder, Location loc, int64_t slot,
                               ArrayRef<OpFoldResult> values) {
  Value array = scratch(builder, slot, values.size());
  for (auto [index, value] : llvm::enumerate(values)) {
    Value address = LLVM::GEPOp::create(
        builder, loc, pointer, i64, array,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
    LLVM::StoreOp::create(builder, loc, toI64(builder, loc, value), address);
  }
  return array;
}

// Storage holds pairs where the library has single elements of 16 bytes.
static Value halve(OpBuilder &builder, Location loc, Value value) {
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  return arith::ShRSIOp::create(builder, loc, value, one);
}

RuntimeView RuntimeCalls::viewOf(OpBuilder &builder, Location loc, Value memref,
                                 int64_t elementType) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t rank = getLogicalRank(type, elementType);
  auto metadata =
      memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  int64_t bytes = getElementBytes(function, type);
  Value scale = arith::ConstantIndexOp::create(builder, loc, bytes);
  Value offset =
      arith::MulIOp::create(builder, loc, metadata.getOffset(), scale);
  Value address = arith::AddIOp::create(builder, loc, base, offset);
  Value data = LLVM::IntToPtrOp::create(builder, loc, pointer,
                                        toI64(builder, loc, address));
  SmallVector<Value> strides(metadata.getStrides().take_front(rank));
  if (rank != type.getRank())
    for (Value &stride : strides)
      stride = halve(builder, loc, stride);
  SmallVector<OpFoldResult> sizes =
      getAsOpFoldResult(metadata.getSizes().take_front(rank));
  return {data, rank, storeArray(builder, loc, 0, sizes),
          storeArray(builder, loc, 1, getAsOpFoldResult(strides))};
}
