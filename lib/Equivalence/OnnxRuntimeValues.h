//===- OnnxRuntimeValues.h - values of ONNX Runtime -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts tensors and sequences to and from those of ONNX Runtime.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEVALUES_H
#define ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEVALUES_H

#include "OnnxRuntimeAPI.h"
#include "onnxops/Data/TensorData.h"

#include <memory>
#include <utility>

namespace mlir::onnxops::ort {

/// The library and its environment. Never closed: it leaves threads behind.
class Library {
public:
  /// Fails if `path`, or what the system finds if that is empty, is not a
  /// library of ONNX Runtime.
  static llvm::Expected<std::shared_ptr<Library>> open(llvm::StringRef path);
  ~Library() {
    if (memory)
      api->releaseMemoryInfo(memory);
    if (env)
      api->releaseEnv(env);
  }

  /// The message of a status, which is released.
  llvm::Error take(Status *status) const {
    if (!status)
      return llvm::Error::success();
    std::string message = api->getErrorMessage(status);
    api->releaseStatus(status);
    return llvm::createStringError(message);
  }

  const API *api = nullptr; // the members are null only while it is opened
  std::string version;
  Env *env = nullptr;
  MemoryInfo *memory = nullptr;
  Allocator *allocator = nullptr;
};

/// A value that is released.
class OwnedValue {
public:
  explicit OwnedValue(const API *api) : api(api) {}
  OwnedValue(OwnedValue &&other)
      : api(other.api), value(std::exchange(other.value, nullptr)) {}
  OwnedValue &operator=(OwnedValue &&other) = delete;
  ~OwnedValue() {
    if (value)
      api->releaseValue(value);
  }

  Value *get() const { return value; }
  Value **slot() { return &value; }

private:
  const API *api;
  Value *value = nullptr;
};

/// A value that refers to the elements of `given`, which must outlive it.
llvm::Expected<OwnedValue> makeValue(const Library &library,
                                     const HostValue &given);

/// A copy of a value. Fails if it is neither a tensor nor a sequence.
llvm::Expected<HostValue> copyValue(const Library &library, Value *value);

} // namespace mlir::onnxops::ort

#endif // ONNXOPS_LIB_EQUIVALENCE_ONNXRUNTIMEVALUES_H
