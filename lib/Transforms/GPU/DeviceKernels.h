//===- DeviceKernels.h - kernels of a module, launches ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's counterpart of KernelLibrary: kernels stand in one gpu.module,
// one for all work that differs in nothing but the words of its table, and the
// host launches them on a table that it has filled.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H

#include "DeviceWriter.h"
#include "onnxops/Copies/KernelLibrary.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::onnxops {

class DeviceKernels {
public:
  using WriteBody = llvm::function_ref<void(DeviceWriter &writer)>;

  DeviceKernels(ModuleOp module, DeviceCode code);

  /// A call that shares `units` units of work among its threads, without words
  /// but what launches need.
  static KernelCall begin(CodeWriter &writer, StringRef kind, Number units);

  /// For code of the host.
  PrivateFunctions &getFunctions() { return tables.getFunctions(); }

  /// Launches the kernel of the call's key, written by `body` if it is the
  /// first one, for the units with which the call was begun. No thread starts
  /// where there are none.
  void launch(CodeWriter &writer, const KernelCall &call, Number units,
              WriteBody body);

  /// The kernel of the call's key, for the run-time library to launch.
  SymbolRefAttr getSymbol(const KernelCall &call, WriteBody body);

private:
  gpu::GPUFuncOp get(const KernelCall &call, WriteBody body);
  SmallVector<Value> passTable(CodeWriter &writer, Value pointer,
                               int64_t words);

  ModuleOp module;
  DeviceCode code;
  KernelLibrary tables;
  LLVMTypeConverter types;
  gpu::GPUModuleOp kernels;
  llvm::StringMap<gpu::GPUFuncOp> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H
