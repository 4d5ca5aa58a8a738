//===- Call.h - a compiled function with its arguments ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function in machine code with its context and its table, in the memory of
// the host or of a device.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_CALL_H
#define ONNXOPS_LIB_EXECUTION_CALL_H

#include "onnxops/ABI/Limits.h"
#include "onnxops/ABI/Transport.h"
#include "onnxops/Data/CallingConvention.h"
#include "onnxops/Execution/Compiler.h"
#include "onnxops/Model/Model.h"

namespace mlir::onnxops {

struct DeviceDeleter {
  void operator()(OnnxopsDevice *device) const { onnxopsDeviceClose(device); }
};
/// Null for the host.
using DeviceHandle = std::unique_ptr<OnnxopsDevice, DeviceDeleter>;

/// A compiled function with the table of its arguments. Outputs keep their
/// memory from one call to the next.
class Call {
public:
  /// Compiles a module that lowerForCalls has lowered for `device`, null for
  /// the host, and with `kernels`, which may be null. `device` and `inputs`
  /// must outlive the call. Fails with the reason.
  static llvm::Expected<std::unique_ptr<Call>>
  prepare(ModuleOp lowered, const Model &model, ArrayRef<HostValue> inputs,
          const CompileOptions &machine, KeptKernels *kernels,
          OnnxopsDevice *device);

  /// The same with code that several calls share.
  static llvm::Expected<std::unique_ptr<Call>>
  create(std::shared_ptr<CompiledModule> compiled, const Model &model,
         ArrayRef<HostValue> inputs, OnnxopsDevice *device);
  ~Call();

  /// Calls once. Returns 0, or 1 when a check failed.
  int32_t run() { return entry(table.data(), table.size(), context.get()); }

  /// The most bytes that a call may have at one time.
  void setMemoryLimit(int64_t bytes) {
    onnxopsContextSetMemoryLimit(context.get(), bytes);
  }

  /// How the call reaches other ranks.
  void setTransport(OnnxopsTransport *transport) {
    onnxopsContextSetTransport(context.get(), transport);
  }

  StringRef getError() const { return onnxopsContextError(context.get()); }
  int64_t getBytesMoved() const {
    return onnxopsContextBytesMoved(context.get());
  }
  /// Duration of the kernels of the last call by the device's clock, 0 if there
  /// were none.
  int64_t getDeviceNanoseconds() const {
    return onnxopsContextDeviceTime(context.get());
  }

  llvm::Expected<std::vector<HostValue>> copyOutputs() const;

  /// An output of the last call, valid until the next.
  const OnnxopsValue &getOutput(size_t index) const {
    return table[numInputs + index];
  }

private:
  struct ContextDeleter {
    void operator()(OnnxopsContext *context) const {
      onnxopsContextDestroy(context);
    }
  };

  Call() = default;
  llvm::Error fillTable(const Model &model, ArrayRef<HostValue> inputs);
  llvm::Error addInput(const HostValue &value);

  OnnxopsDevice *device = nullptr;
  std::shared_ptr<CompiledModule> compiled;
  EntryFunction entry = nullptr;
  std::unique_ptr<OnnxopsContext, ContextDeleter> context;
  std::vector<SequenceHandle> sequences;
  std::vector<DeviceMemory> memories;
  std::vector<OnnxopsValue> table;
  size_t numInputs = 0;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_CALL_H
