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
  job = {};
  posted.fetch_add(1, std::memory_order_release);
  worker.join();
}

void SpinPool::Job::run(int64_t from, int64_t to) const {
  if (function)
    return function(data, from, to);
  for (int64_t range = from; range < to; ++range)
    task(data, range);
}

void SpinPool::work() {
  pinThread(1);
  for (uint64_t number = 1;; ++number) {
    waitUntil(posted, number);
    if (!job.function && !job.task)
      return;
    job.run(job.begin, job.end);
    finished.store(number, std::memory_order_release);
  }
}

void SpinPool::run(const Job &whole) {
  int64_t half = whole.end / 2;
  if (!worker.joinable() || half == 0)
    return whole.run(0, whole.end);
  job = whole;
  job.begin = half;
  uint64_t number = posted.load(std::memory_order_relaxed) + 1;
  posted.store(number, std::memory_order_release);
  whole.run(0, half);
  waitUntil(finished, number);
}

void SpinPool::run(Function function, const void *data, int64_t count) {
  run({function, nullptr, const_cast<void *>(data), 0, count});
}

void SpinPool::run(Task task, void *state, int64_t ranges) {
  run({nullptr, task, state, 0, ranges});
}
