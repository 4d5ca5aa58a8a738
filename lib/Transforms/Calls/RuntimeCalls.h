//===- RuntimeCalls.h - calls of the run-time library -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds calls of the functions in onnxops/ABI/GeneratedCode.h, the arrays and
// strings of their arguments, and memref descriptors of their results.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMECALLS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMECALLS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {

/// A tensor or view as an argument of the run-time library: all LLVM values.
struct RuntimeView {
  Value data;
  int64_t rank;  ///< without the dimension that complex128 storage adds
  Value sizes;   ///< pointer to `rank` i64
  Value strides; ///< pointer to `rank` i64, in elements of the library's type
};

/// Shared by all functions of a module.
class RuntimeModule {
public:
  explicit RuntimeModule(ModuleOp module);

  /// The declaration of a run-time function. Repeated calls must agree on the
  /// type.
  LLVM::LLVMFuncOp declare(StringRef name, Type result, TypeRange arguments);

  /// A constant global of `text` and a NUL, one for each text.
  LLVM::GlobalOp getString(StringRef text);

  /// A constant global of type OnnxopsDeviceCode, one for each binary. Its
  /// kernels run in blocks of `blockSize` threads.
  LLVM::GlobalOp getDeviceCode(gpu::BinaryOp binary, int64_t blockSize);

  /// A constant global of numbers.
  LLVM::GlobalOp createNumbers(ArrayRef<int64_t> numbers);

  LLVMTypeConverter converter;

private:
  void insert(Operation *symbol);
  LLVM::GlobalOp createGlobal(Type type, Attribute value, StringRef name);

  SymbolTable symbols;
  llvm::StringMap<LLVM::GlobalOp> strings, deviceCodes;
};

/// Builds calls within one function.
class RuntimeCalls {
public:
  RuntimeCalls(RuntimeModule &module, func::FuncOp function, Value context);

  /// Calls a run-time function whose first argument is the context. Returns
  /// its result, null for one that returns nothing.
  Value call(OpBuilder &builder, Location loc, StringRef name, Type result,
             ValueRange arguments);

  Value constant(OpBuilder &builder, Location loc, int64_t value,
                 unsigned width = 64);
  Value addressOf(OpBuilder &builder, Location loc, LLVM::GlobalOp global);
  Value string(OpBuilder &builder, Location loc, StringRef text);
  /// Converts a constant, an index or an i64 to an i64.
  Value toI64(OpBuilder &builder, Location loc, OpFoldResult number);

  /// A stack buffer of `count` i64; slots with different numbers do not
  /// overlap. Allocated once, in the entry block.
  Value scratch(OpBuilder &builder, int64_t slot, int64_t count);
  /// Stores numbers into a scratch slot and returns its address.
  Value storeArray(OpBuilder &builder, Location loc, int64_t slot,
                   ArrayRef<OpFoldResult> numbers);

  /// Extracts the view of a memref. `elementType` is ONNX's number.
  RuntimeView viewOf(OpBuilder &builder, Location loc, Value memref,
                     int64_t elementType);

  RuntimeModule &module;
  func::FuncOp function;
  Value context;
  Type pointer, i64, i32;

private:
  struct Scratch {
    LLVM::AllocaOp alloca;
    int64_t count;
  };
  llvm::DenseMap<int64_t, Scratch> scratches;
};

/// The rank of the tensor that a memref of storage type holds.
int64_t getLogicalRank(MemRefType type, int64_t elementType);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMECALLS_H
