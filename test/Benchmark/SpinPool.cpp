//===- SpinPool.cpp - two threads, or one ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One counter says that there is work, another that it is done.
//
//===----------------------------------------------------------------------===//

#include "SpinPool.h"

#include <sched.h>

using namespace bench;

/// Rounds of spinning before the core is offered to others: far more than the
/// gap between two calls that are timed.
static constexpr int kRounds = 100000;

static cpu_set_t getProcessCores() {
  static const cpu_set_t cores = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof(set), &set);
    return set;
  }();
  return cores;
}

int bench::getNumCores() {
  cpu_set_t cores = getProcessCores();
  return CPU_COUNT(&cores);
}

void bench::pinThread(int core) {
  cpu_set_t cores = getProcessCores();
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (!CPU_ISSET(i, &cores) || core-- > 0)
      continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(i, &one);
    sched_setaffinity(0, sizeof(one), &one);
    return;
  }
}

void bench::unpinThread() {
  cpu_set_t cores = getProcessCores();
  sched_setaffinity(0, sizeof(cores), &cores);
}

static void waitUntil(const std::atomic<uint64_t> &counter, uint64_t value) {
  for (int round = 0; counter.load(std::memory_order_acquire) != value;
       ++round) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
    if (round == kRounds) {
      sched_yield();
      round = 0;
    }
  }
}

SpinPool::SpinPool(int numThreads) {
  if (numThreads > 1)
    worker = std::thread([this] { work(); });
}

SpinPool::~SpinPool() {
  if (!worker.joinable())
    return;
  job.function = nullptr;
  posted.fetch_add(1, std::memory_order_release);
  worker.join();
}

void SpinPool::work() {
  pinThread(1);
  for (uint64_t number = 1;; ++number) {
    waitUntil(posted, number);
    if (!job.function)
      return;
    job.function(job.data, job.begin, job.end);
    finished.store(number, std::memory_order_release);
  }
}

void SpinPool::run(Function function, const void *data, int64_t count) {
  if (!worker.joinable() || count < 2)
    return function(data, 0, count);
  job = {function, data, count / 2, count};
  uint64_t number = posted.load(std::memory_order_relaxed) + 1;
  posted.store(number, std::memory_order_release);
  function(data, 0, count / 2);
  waitUntil(finished, number);
}
