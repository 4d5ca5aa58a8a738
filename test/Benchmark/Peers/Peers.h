//===- Peers.h - other libraries on the same cases --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All peers that are on this machine. None is required.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_PEERS_PEERS_H
#define ONNXOPS_BENCHMARK_PEERS_PEERS_H

#include "../Measure.h"
#include "OnnxRuntime.h"
#include "PythonPeer.h"

namespace bench {

class Peers {
public:
  /// Paths of libonnxruntime.so.1 and of peers.py; empty for none. All work in
  /// these arenas.
  Peers(const std::string &onnxRuntime, const std::string &script,
        const Arena &input, const Arena &output);
  ~Peers();

  /// One variant for each peer that can do the case, good until forget().
  std::vector<Variant> prepare(const Case &c, int threads, char *input,
                               char *output);

  /// Frees what prepare() made.
  void forget();

private:
  struct Process {
    std::string name;
    int threads;
    std::unique_ptr<PythonPeer> python;
  };
  std::unique_ptr<OnnxRuntime> onnxRuntime;
  std::vector<std::unique_ptr<OrtSession>> sessions;
  std::vector<Process> processes;
};

} // namespace bench

#endif // ONNXOPS_BENCHMARK_PEERS_PEERS_H
