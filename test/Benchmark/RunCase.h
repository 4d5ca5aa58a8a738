//===- RunCase.h - one case, compared and timed -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Puts a case, its kernels, the compiler and the peers together.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_RUNCASE_H
#define ONNXOPS_BENCHMARK_RUNCASE_H

#include "Case.h"
#include "Memory.h"

#include "llvm/Support/Error.h"

#include <map>

namespace bench {

class Peers;

struct RunOptions {
  bool isTimed = true;    ///< or only compared
  bool allFloors = false; ///< kernels of narrower vectors too
  int maxThreads = 2;
  Peers *peers = nullptr; ///< not owned; null for none
};

/// What one case took, in nanoseconds; nothing where it was not run. Keys are
/// "floor", "memcpy", "static", "dynamic" and the names of peers, each with
/// " 1t" or " 2t" behind it.
struct Result {
  Case c;
  std::map<std::string, double> ns;
  std::map<std::string, std::string> fastestKernel; ///< by "1t", "2t"
  bool isThreaded = false; ///< whether our code was compiled for two threads

  /// The time of a key, 0 where there is none.
  double get(const std::string &key) const;

  /// What others are measured by: the fastest kernel. With two threads, one of
  /// them may stay idle.
  double getFloor(int threads) const;
};

/// Runs every piece of code there is for the case and compares what it wrote;
/// then times them. Fails on the first output that is wrong, naming the code.
llvm::Expected<Result> runCase(const Case &c, const RunOptions &options,
                               Arena &input, Arena &output);

/// Whether two threads can gain anything: not for less than 64 KB of output,
/// with a pool that spins.
bool paysForThreads(const Case &c);

/// How much the arenas of a case must hold.
int64_t getArenaBytes(const Case &c);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_RUNCASE_H
