//===- DeviceWriter.h - code of kernels on devices --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel gets its arguments in an array of 64-bit words: addresses on the
// device, and numbers known at the launch. Memory is accessed by address, in a
// dialect of its own for each kind of device; the rest is arith, scf and gpu.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// What a kernel becomes. It accesses memory by ops of SPIR-V, or of the LLVM
/// dialect for the others.
enum class DeviceCode { PTX, AMD, SPIRV };

/// Writes code of one kernel at the insertion point of `builder`. Indices are
/// signed integers of 32 or 64 bits (see withIndicesFor), addresses i64.
class DeviceWriter {
public:
  /// Threads per block.
  static constexpr int64_t kBlockSize = 256;
  /// The argument that holds the number of threads: some devices need a library
  /// to query it.
  static constexpr int64_t kThreadsArgument = 0;

  /// `argumentArray` is a memref<?xi64>, or a pointer in the LLVM dialect.
  DeviceWriter(OpBuilder &builder, Location loc, Value argumentArray,
               DeviceCode code)
      : builder(builder), loc(loc), argumentArray(argumentArray), code(code),
        index(builder.getI64Type()) {}

  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }
  Type getI64() { return builder.getI64Type(); }

  /// Whether indices of 32 bits suffice for `count` iterations, including the
  /// next one that a thread computes.
  static std::optional<bool> isNarrow(std::optional<int64_t> count);

  /// Writes `body` with indices wide enough for `count`, an i64; twice, for
  /// both widths, if `isNarrow` is not known.
  void withIndicesFor(Value count, std::optional<bool> isNarrow,
                      llvm::function_ref<void(unsigned bits)> body);

  /// Writes `body` for units of `widest` bytes and for narrower ones, down to
  /// `narrowest`; runs it for the widest that `bits`, an i64, is a multiple of.
  void withUnitsFor(Value bits, int64_t widest, int64_t narrowest,
                    llvm::function_ref<void(int64_t)> body);

  /// An argument at a constant position, read once at the start of the kernel;
  /// or one at a dynamic position, read at the insertion point.
  Value argument(int64_t position);
  Value argument(Value position);

  /// A constant index, and one of 64 bits.
  Value number(int64_t value);
  Value number64(int64_t value);
  /// An i64 as an index, and an index as an i64.
  Value toIndex(Value number);
  Value toI64(Value index);

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  /// Operands are not negative, divisors positive.
  Value div(Value lhs, Value rhs);
  Value rem(Value lhs, Value rhs);
  Value less(Value lhs, Value rhs);

  /// Accesses an element of that type at an address that is a multiple of its
  /// size. In memory an i1 is one byte, an index eight.
  Value load(Type type, Value address);
  void store(Value value, Value address);
  /// Accesses several contiguous elements at once, of at most 16 bytes. The
  /// address is a multiple of the size of the access.
  SmallVector<Value> loadLanes(Type type, Value address, int64_t lanes);
  void storeLanes(ArrayRef<Value> values, Value address);

  /// Calls `body` for each number below `count` that belongs to this thread.
  void forThread(Value count, llvm::function_ref<void(Value)> body);
  /// Calls `body` for each i64 from 0 to below `count`, in order.
  void forEach(Value count, llvm::function_ref<void(Value)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise);

  /// The least i64 from `begin` to below `end` for which `holds` is true, or
  /// `end` if there is none. `holds` is monotonic: true for all greater numbers
  /// too.
  Value findFirst(Value begin, Value end,
                  llvm::function_ref<Value(Value)> holds);

  /// The type that moves 1, 2, 4, 8 or 16 bytes at once.
  Type getUnitType(int64_t bytes);
  /// The unit of that many bytes that repeats a smaller one, or the same unit.
  Value repeat(Value unit, int64_t bytes);

private:
  void withIndices(unsigned bits, llvm::function_ref<void(unsigned)> body);
  Value readArgument(Value position);
  Value fromStored(Type type, Value value);
  Value toStored(Value value);
  Value loadPlain(Type type, Value address);
  void storePlain(Value value, Value address);

  OpBuilder &builder;
  Location loc;
  Value argumentArray;
  DeviceCode code;
  Type index;
  llvm::DenseMap<int64_t, Value> arguments;
};

/// The bytes of an element in device memory; none for unsupported types.
std::optional<int64_t> getDeviceBytes(Type type);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H
