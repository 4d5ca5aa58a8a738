//===- SpinPool.h - two threads, or one -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The least that running a range on two pinned threads can cost. The second one
// spins, so a pool lives only as long as it is measured.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_SPINPOOL_H
#define ONNXOPS_BENCHMARK_SPINPOOL_H

#include <atomic>
#include <cstdint>
#include <thread>

namespace bench {

/// Pins the calling thread to one core, counted from 0 among those that the
/// process may use. Does nothing where there are fewer.
void pinThread(int core);

/// Lets the calling thread run on any core that the process may use.
void unpinThread();

/// How many cores the process may use.
int getNumCores();

class SpinPool {
public:
  using Function = void (*)(const void *data, int64_t begin, int64_t end);

  /// 1 or 2 threads; the caller is the first.
  explicit SpinPool(int numThreads);
  ~SpinPool();
  SpinPool(const SpinPool &) = delete;
  SpinPool &operator=(const SpinPool &) = delete;

  /// Runs [0, count) in equal halves, and returns when both are done.
  void run(Function function, const void *data, int64_t count);

  /// Runs a task on each of [0, ranges) in the same way.
  using Task = void (*)(void *state, int64_t range);
  void run(Task task, void *state, int64_t ranges);

private:
  struct Job {
    void run(int64_t from, int64_t to) const;

    Function function; ///< or null, then `task`
    Task task;
    void *data;
    int64_t begin, end;
  };

  void work();
  void run(const Job &whole);

  // The worker fetches the job together with the counter that announces it.
  alignas(64) std::atomic<uint64_t> posted{0};
  Job job = {};
  alignas(64) std::atomic<uint64_t> finished{0};
  std::thread worker;
};

} // namespace bench

#endif // ONNXOPS_BENCHMARK_SPINPOOL_H
