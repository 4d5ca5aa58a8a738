//===- RuntimeCalls.h - calls of the run-time library -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds calls of what onnxops/ABI/GeneratedCode.h declares, with the
// arrays and strings that they take, and memref descriptors of what they
// return.
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

/// A tensor or view as the run-time library takes it: all LLVM values.
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

  /// The declaration of a run-time function. Repeated calls must agree.
  LLVM::LLVMFuncOp declare(StringRef name, Type result, TypeRange arguments);

  /// A constant global that holds `text` and a NUL, one for each text.
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
  /// A number, an index or an i64 as an i64.
  Value toI64(OpBuilder &builder, Location loc, OpFoldResult number);

  /// Room for `count` i64 that lasts as long as the function; slots with
  /// different numbers do not overlap. Made once, in the entry block.
  Value scratch(OpBuilder &builder, int64_t slot, int64_t count);
  /// Stores numbers into a scratch slot and returns its address.
  Value storeArray(OpBuilder &builder, Location loc, int64_t slot,
                   ArrayRef<OpFoldResult> numbers);

  /// Takes a memref apart. `elementType` is ONNX's number.
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

/// The number of dimensions that callers see in a memref of storage type.
int64_t getLogicalRank(MemRefType type, int64_t elementType);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_RUNTIMECALLS_H
