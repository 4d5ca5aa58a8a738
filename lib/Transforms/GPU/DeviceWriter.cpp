//===- DeviceWriter.cpp - code of kernels on devices ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One short function for each operation.
//
//===----------------------------------------------------------------------===//

#include "DeviceWriter.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::onnxops;

std::optional<int64_t> mlir::onnxops::getDeviceBytes(Type type) {
  if (type.isIndex())
    return 8;
  if (type.isInteger(1))
    return 1;
  if (auto vector = dyn_cast<VectorType>(type))
    return *getDeviceBytes(vector.getElementType()) * vector.getNumElements();
  if (!type.isIntOrFloat())
    return std::nullopt;
  unsigned bits = type.getIntOrFloatBitWidth();
  return bits % 8 == 0 && llvm::isPowerOf2_32(bits) && bits <= 64
             ? std::optional<int64_t>(bits / 8)
             : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

void DeviceWriter::withIndices(unsigned bits,
                               llvm::function_ref<void(unsigned)> body) {
  Type outer = std::exchange(index, builder.getIntegerType(bits));
  body(bits);
  index = outer;
}

// Maximum number of iterations, or of bytes, for 32-bit indices.
static constexpr int64_t kMostNarrow = int64_t(1) << 30;

std::optional<bool> DeviceWriter::isNarrow(std::optional<int64_t> count) {
  if (!count)
    return std::nullopt;
  return *count <= kMostNarrow;
}

void DeviceWriter::withIndicesFor(Value count, std::optional<bool> isNarrow,
                                  llvm::function_ref<void(unsigned)> body) {
  if (isNarrow)
    return withIndices(*isNarrow ? 32 : 64, body);
  ifThen(
      less(count, number64(kMostNarrow + 1)), [&] { withIndices(32, body); },
      [&] { withIndices(64, body); });
}

void DeviceWriter::withUnitsFor(Value bits, int64_t widest, int64_t narrowest,
                                llvm::function_ref<void(int64_t)> body) {
  if (widest <= narrowest)
    return body(widest);
  // Sizes in between are rare, and would be more code.
  int64_t next = std::max<int64_t>(widest > 4 ? 4 : 1, narrowest);
  Value rest = arith::AndIOp::create(builder, loc, bits, number64(widest - 1));
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                     rest, number64(0));
  ifThen(
      fits, [&] { body(widest); },
      [&] { withUnitsFor(bits, next, narrowest, body); });
}

Value DeviceWriter::readArgument(Value position) {
  // Explicit, since the data layout of some targets aligns i64 to less.
  constexpr unsigned alignment = 8;
  if (code == DeviceCode::SPIRV)
    return memref::LoadOp::create(
        builder, loc, argumentArray,
        ValueRange(arith::IndexCastOp::create(
            builder, loc, builder.getIndexType(), position)),
        /*nontemporal=*/false, llvm::MaybeAlign(alignment));
  Value address =
      LLVM::GEPOp::create(builder, loc, argumentArray.getType(), getI64(),
                          argumentArray, ArrayRef<LLVM::GEPArg>{position});
  return LLVM::LoadOp::create(builder, loc, getI64(), address, alignment);
}

Value DeviceWriter::argument(int64_t position) {
  Value &known = arguments[position];
  if (!known) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(argumentArray.getParentBlock());
    known = readArgument(number64(position));
  }
  return known;
}

Value DeviceWriter::argument(Value position) { return readArgument(position); }

Value DeviceWriter::number(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getIntegerAttr(index, value));
}

Value DeviceWriter::number64(int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value DeviceWriter::toIndex(Value number) {
  return number.getType() == index
             ? number
             : arith::TruncIOp::create(builder, loc, index, number).getResult();
}

Value DeviceWriter::toI64(Value index) {
  return index.getType().isInteger(64)
             ? index
             : arith::ExtSIOp::create(builder, loc, getI64(), index)
                   .getResult();
}

Value DeviceWriter::add(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
}

Value DeviceWriter::sub(Value lhs, Value rhs) {
  return builder.createOrFold<arith::SubIOp>(loc, lhs, rhs);
}

Value DeviceWriter::mul(Value lhs, Value rhs) {
  return builder.createOrFold<arith::MulIOp>(loc, lhs, rhs);
}

Value DeviceWriter::div(Value lhs, Value rhs) {
  return builder.createOrFold<arith::DivUIOp>(loc, lhs, rhs);
}

Value DeviceWriter::rem(Value lhs, Value rhs) {
  return builder.createOrFold<arith::RemUIOp>(loc, lhs, rhs);
}

Value DeviceWriter::less(Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, lhs,
                               rhs);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Type DeviceWriter::getUnitType(int64_t bytes) {
  if (bytes == 16)
    return VectorType::get(4, builder.getI32Type());
  return builder.getIntegerType(8 * bytes);
}

Value DeviceWriter::repeat(Value unit, int64_t bytes) {
  Type type = getUnitType(bytes);
  if (unit.getType() == type)
    return unit;
  unsigned bits = unit.getType().getIntOrFloatBitWidth();
  if (type.isInteger()) {
    // A 1 at each position of the unit.
    APInt ones = APInt::getSplat(8 * bytes, APInt(bits, 1));
    return mul(arith::ExtUIOp::create(builder, loc, type, unit),
               arith::ConstantOp::create(builder, loc,
                                         builder.getIntegerAttr(type, ones)));
  }
  Value low, high;
  if (bits == 64) {
    Type i32 = builder.getI32Type();
    Value rest = arith::ShRUIOp::create(builder, loc, unit, number64(32));
    low = arith::TruncIOp::create(builder, loc, i32, unit);
    high = arith::TruncIOp::create(builder, loc, i32, rest);
  } else {
    low = high = repeat(unit, 4);
  }
  return vector::FromElementsOp::create(builder, loc, cast<VectorType>(type),
                                        ValueRange{low, high, low, high});
}

static spirv::PointerType getSPIRVPointer(Type type) {
  return spirv::PointerType::get(type,
                                 spirv::StorageClass::PhysicalStorageBuffer);
}

Value DeviceWriter::loadPlain(Type type, Value address) {
  int64_t bytes = *getDeviceBytes(type);
  if (code == DeviceCode::SPIRV) {
    Value pointer = spirv::ConvertUToPtrOp::create(
        builder, loc, getSPIRVPointer(type), address);
    return spirv::LoadOp::create(
        builder, loc, type, pointer,
        spirv::MemoryAccessAttr::get(builder.getContext(),
                                     spirv::MemoryAccess::Aligned),
        builder.getI32IntegerAttr(bytes));
  }
  // The address space of global memory, for NVIDIA and AMD alike.
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 1),
      address);
  return LLVM::LoadOp::create(builder, loc, type, pointer, bytes);
}

void DeviceWriter::storePlain(Value value, Value address) {
  int64_t bytes = *getDeviceBytes(value.getType());
  if (code == DeviceCode::SPIRV) {
    Value pointer = spirv::ConvertUToPtrOp::create(
        builder, loc, getSPIRVPointer(value.getType()), address);
    spirv::StoreOp::create(
        builder, loc, pointer, value,
        spirv::MemoryAccessAttr::get(builder.getContext(),
                                     spirv::MemoryAccess::Aligned),
        builder.getI32IntegerAttr(bytes));
    return;
  }
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext(), 1),
      address);
  LLVM::StoreOp::create(builder, loc, value, pointer, bytes);
}

// The type of an element in memory.
static Type getStoredType(Type type) {
  MLIRContext *context = type.getContext();
  if (type.isInteger(1))
    return IntegerType::get(context, 8);
  if (type.isIndex())
    return IntegerType::get(context, 64);
  if (type.isBF16())
    return IntegerType::get(context, 16);
  return type;
}

Value DeviceWriter::fromStored(Type type, Value value) {
  if (type.isInteger(1)) {
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(builder.getI8Type(), 0));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 zero);
  }
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, value);
  if (type.isBF16())
    return arith::BitcastOp::create(builder, loc, type, value);
  return value;
}

Value DeviceWriter::toStored(Value value) {
  Type type = value.getType(), stored = getStoredType(type);
  if (type.isInteger(1))
    return arith::ExtUIOp::create(builder, loc, stored, value);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, stored, value);
  if (type.isBF16())
    return arith::BitcastOp::create(builder, loc, stored, value);
  return value;
}

Value DeviceWriter::load(Type type, Value address) {
  return fromStored(type, loadPlain(getStoredType(type), address));
}

void DeviceWriter::store(Value value, Value address) {
  storePlain(toStored(value), address);
}

SmallVector<Value> DeviceWriter::loadLanes(Type type, Value address,
                                           int64_t lanes) {
  Value all = loadPlain(VectorType::get(lanes, getStoredType(type)), address);
  SmallVector<Value> values;
  for (int64_t lane = 0; lane < lanes; ++lane)
    values.push_back(
        fromStored(type, vector::ExtractOp::create(builder, loc, all, lane)));
  return values;
}

void DeviceWriter::storeLanes(ArrayRef<Value> values, Value address) {
  if (values.size() == 1)
    return store(values.front(), address);
  SmallVector<Value> stored =
      llvm::map_to_vector(values, [&](Value value) { return toStored(value); });
  auto type = VectorType::get(values.size(), stored.front().getType());
  storePlain(vector::FromElementsOp::create(builder, loc, type, stored),
             address);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// A grid may have fewer threads than numbers: each takes several.
void DeviceWriter::forThread(Value count,
                             llvm::function_ref<void(Value)> body) {
  auto toOwn = [&](Value number) -> Value {
    return arith::IndexCastOp::create(builder, loc, index, number);
  };
  Value block = toOwn(
      gpu::BlockIdOp::create(builder, loc, gpu::Dimension::x).getResult());
  Value thread = toOwn(
      gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x).getResult());
  Value first = add(mul(block, number(kBlockSize)), thread);
  auto loop = scf::ForOp::create(builder, loc, first, count,
                                 toIndex(argument(kThreadsArgument)));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void DeviceWriter::forEach(Value count, llvm::function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(builder, loc, number64(0), count, number64(1));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  body(loop.getInductionVar());
}

void DeviceWriter::ifThen(Value condition, llvm::function_ref<void()> then,
                          llvm::function_ref<void()> otherwise) {
  auto branch =
      scf::IfOp::create(builder, loc, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  then();
  builder.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

Value DeviceWriter::findFirst(Value begin, Value end,
                              llvm::function_ref<Value(Value)> holds) {
  // The remaining range is [lowest, end).
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange{getI64(), getI64()}, ValueRange{begin, end},
      [&](OpBuilder &, Location, ValueRange left) {
        scf::ConditionOp::create(builder, loc, less(left[0], left[1]), left);
      },
      [&](OpBuilder &, Location, ValueRange left) {
        Value middle = div(add(left[0], left[1]), number64(2));
        Value isFound = holds(middle);
        Value lowest = arith::SelectOp::create(builder, loc, isFound, left[0],
                                               add(middle, number64(1)));
        Value next =
            arith::SelectOp::create(builder, loc, isFound, middle, left[1]);
        scf::YieldOp::create(builder, loc, ValueRange{lowest, next});
      });
  return loop.getResult(0);
}
