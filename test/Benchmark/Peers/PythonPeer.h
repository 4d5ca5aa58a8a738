//===- PythonPeer.h - numpy and torch as peers ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A process of Python that runs a case so many times when it is told to, and
// says how long that took.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_PEERS_PYTHONPEER_H
#define ONNXOPS_BENCHMARK_PEERS_PYTHONPEER_H

#include "../Case.h"
#include "../Memory.h"

#include <cstdio>
#include <memory>
#include <sys/types.h>

namespace bench {

class PythonPeer {
public:
  /// Starts `script` with the name of a library. Null where Python or the
  /// library is not there.
  static std::unique_ptr<PythonPeer> start(const std::string &script,
                                           const std::string &library,
                                           int threads, const Arena &input,
                                           const Arena &output);
  ~PythonPeer();

  /// Whether the library has a way to do the case; it is what run() does then,
  /// with the operands in the arena of the inputs and the outputs in the other.
  bool prepare(const Case &c);

  /// Runs so many times; seconds.
  double run(int64_t times);

  /// Frees the memory of the last case.
  void forget();

private:
  PythonPeer() = default;
  std::string ask(const std::string &line);

  pid_t process = -1;
  char *input = nullptr;
  FILE *requests = nullptr, *answers = nullptr;
};

} // namespace bench

#endif // ONNXOPS_BENCHMARK_PEERS_PYTHONPEER_H
