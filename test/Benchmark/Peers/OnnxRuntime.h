//===- OnnxRuntime.h - ONNX Runtime as a peer -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads the library at run time and calls it in this process, on the memory
// that our code is called on.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_PEERS_ONNXRUNTIME_H
#define ONNXOPS_BENCHMARK_PEERS_ONNXRUNTIME_H

#include "../Case.h"

#include "llvm/Support/Error.h"

#include <memory>

namespace bench {

struct OrtApi;

/// A case that ONNX Runtime has read and optimised.
class OrtSession {
public:
  ~OrtSession();

  /// Calls once, into the memory that was given; chunks of a split go to memory
  /// of the runtime's own. Ends the process on an error.
  void run();

private:
  friend class OnnxRuntime;
  explicit OrtSession(const OrtApi &api) : api(api) {}

  const OrtApi &api;
  void *session = nullptr;
  std::vector<std::string> inputNames;
  std::vector<const char *> inputs;
  std::vector<void *> inputValues;
  void *outputValue = nullptr; ///< null for a sequence
};

class OnnxRuntime {
public:
  /// Opens libonnxruntime.so.1 by its path. Fails with the reason.
  static llvm::Expected<std::unique_ptr<OnnxRuntime>>
  load(const std::string &path);
  ~OnnxRuntime();

  /// Makes a session with 1 or 2 threads: the caller, pinned to the first core
  /// afterwards, and one on the second. Reads operands from `input`, see
  /// makeMovement.
  llvm::Expected<std::unique_ptr<OrtSession>>
  prepare(const Case &c, int threads, char *input, char *output);

private:
  OnnxRuntime() = default;
  llvm::Error createSession(OrtSession &session, const std::string &model,
                            int threads);
  llvm::Error createValues(OrtSession &session, const Case &c, char *input,
                           char *output);

  std::unique_ptr<OrtApi> api;
  void *environment = nullptr;
  void *memoryInfo = nullptr;
};

} // namespace bench

#endif // ONNXOPS_BENCHMARK_PEERS_ONNXRUNTIME_H
