//===- DeviceKernels.h - kernels of a module, launches ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The counterpart of KernelLibrary for devices: all kernels are in one
// gpu.module, launches that differ only in arguments share a kernel, and the
// host stores the arguments to an array before it launches a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H

#include "DeviceWriter.h"
#include "onnxops/Copies/KernelLibrary.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::onnxops {

/// The number of words of a kernel's arguments, if the driver passes them as a
/// parameter: see PassArgumentsByValue.
constexpr llvm::StringLiteral kParameterWordsAttr = "onnxops.parameter_words";

class DeviceKernels {
public:
  using WriteBody = llvm::function_ref<void(DeviceWriter &writer)>;

  DeviceKernels(ModuleOp module, DeviceCode code);

  /// A call whose threads share `units` units of work, with only the arguments
  /// that every launch needs.
  static KernelCall begin(CodeWriter &writer, StringRef kind, Number units);

  /// Private functions of the host's code.
  PrivateFunctions &getFunctions() { return library.getFunctions(); }

  /// Launches the kernel of the call's key, written by `body` on first use, for
  /// the `units` given to begin(). Without units no thread starts.
  void launch(CodeWriter &writer, const KernelCall &call, Number units,
              WriteBody body);

  /// The kernel of the call's key, for the run-time library to launch.
  SymbolRefAttr getSymbol(const KernelCall &call, WriteBody body);

private:
  bool isByValue(const KernelCall &call) const;
  gpu::GPUFuncOp create(StringRef kind, bool isByValue, int64_t words);
  gpu::GPUFuncOp get(const KernelCall &call, bool isByValue, WriteBody body);
  SmallVector<Value> wrapArguments(CodeWriter &writer, ArgumentArray array);

  ModuleOp module;
  DeviceCode code;
  KernelLibrary library;
  LLVMTypeConverter types;
  gpu::GPUModuleOp kernels;
  llvm::StringMap<gpu::GPUFuncOp> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICEKERNELS_H
