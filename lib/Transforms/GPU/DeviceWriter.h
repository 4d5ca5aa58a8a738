//===- DeviceWriter.h - code of kernels on devices --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A kernel gets one argument, a table of 64-bit words: addresses on the device,
// and numbers known when it is launched. Memory is accessed by address, which
// each kind of device has its own dialect for; the rest is arith, scf and gpu.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// What loads and stores of a kernel are written in.
enum class DeviceCode { LLVM, SPIRV };

/// Writes code of one kernel at the insertion point of `builder`. Indices are
/// signed integers of the width that is chosen for them, addresses i64.
class DeviceWriter {
public:
  /// Threads of each block.
  static constexpr int64_t kBlockSize = 256;
  /// The word that says how many threads there are. To ask the device takes a
  /// library on some.
  static constexpr int64_t kThreadsWord = 0;

  /// `table` is a memref<?xi64>, in the LLVM dialect a pointer.
  DeviceWriter(OpBuilder &builder, Location loc, Value table, DeviceCode code)
      : builder(builder), loc(loc), table(table), code(code),
        index(builder.getI64Type()) {}

  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }
  Type getI64() { return builder.getI64Type(); }

  /// Whether indices of 32 bits reach so many, and the next ones that a thread
  /// asks for.
  static std::optional<bool> isNarrow(std::optional<int64_t> count);

  /// Writes `body` with indices as wide as `count`, an i64, asks for; twice if
  /// it is not known whether that is narrow.
  void withIndicesFor(Value count, std::optional<bool> isNarrow,
                      llvm::function_ref<void()> body);

  /// Writes `body` for units of `widest` bytes and for narrower ones, down to
  /// `narrowest`; runs it for the widest that `bits`, an i64, is a multiple of.
  void withUnitsFor(Value bits, int64_t widest, int64_t narrowest,
                    llvm::function_ref<void(int64_t)> body);

  /// A word of the table, read once, at the kernel's beginning; or one at a
  /// position known at run time, read here.
  Value word(int64_t position);
  Value word(Value position);

  /// A constant index, and one of 64 bits.
  Value number(int64_t value);
  Value number64(int64_t value);
  /// An i64 as an index, and an index as an i64.
  Value toIndex(Value number);
  Value toI64(Value index);

  Value add(Value lhs, Value rhs);
  Value sub(Value lhs, Value rhs);
  Value mul(Value lhs, Value rhs);
  /// Of numbers that are not negative, by one above zero.
  Value div(Value lhs, Value rhs);
  Value rem(Value lhs, Value rhs);
  Value less(Value lhs, Value rhs);

  /// The element of that type at an address that is a multiple of its size. An
  /// i1 is a byte in memory, an index eight.
  Value load(Type type, Value address);
  void store(Value value, Value address);
  /// Several of them, side by side, by one access of 16 bytes at most. The
  /// address is a multiple of its size.
  SmallVector<Value> loadLanes(Type type, Value address, int64_t lanes);
  void storeLanes(ArrayRef<Value> values, Value address);

  /// `body` sees each number below `count` that is this thread's.
  void forThread(Value count, llvm::function_ref<void(Value)> body);
  /// `body` sees each i64 from 0 to below `count`, in order.
  void forEach(Value count, llvm::function_ref<void(Value)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise);

  /// The least i64 below `count` for which `holds` is true, `count` if there is
  /// none. Where it holds it also holds for all that are greater.
  Value findFirst(Value count, llvm::function_ref<Value(Value)> holds);

  /// The type of what moves so many bytes, 1, 2, 4, 8 or 16.
  Type getUnitType(int64_t bytes);
  /// The unit of so many bytes that holds a smaller one over and over, or the
  /// same one.
  Value repeat(Value unit, int64_t bytes);

private:
  void withIndices(unsigned bits, llvm::function_ref<void()> body);
  Value readWord(Value position);
  Value fromStored(Type type, Value value);
  Value toStored(Value value);
  Value loadPlain(Type type, Value address);
  void storePlain(Value value, Value address);

  OpBuilder &builder;
  Location loc;
  Value table;
  DeviceCode code;
  Type index;
  llvm::DenseMap<int64_t, Value> words;
};

/// The bytes of an element as devices store it; none for what they do not.
std::optional<int64_t> getDeviceBytes(Type type);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEWRITER_H
