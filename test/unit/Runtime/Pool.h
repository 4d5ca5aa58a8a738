//===- Pool.h - threads that are not libomp's -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pool that an embedder passes to a context; counts requests.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_POOL_H
#define ONNXOPS_TEST_UNIT_RUNTIME_POOL_H

#include <cstdint>
#include <thread>
#include <vector>

namespace mlir::onnxops::test {

/// An embedder's pool. Runs the last range first, on the caller's thread or on
/// one thread each.
struct Pool {
  bool isThreaded = false;
  int64_t calls = 0, ranges = 0;

  static void parallelFor(void *pool, int64_t ranges,
                          void (*task)(void *state, int64_t range),
                          void *state) {
    auto *self = static_cast<Pool *>(pool);
    ++self->calls;
    self->ranges += ranges;
    std::vector<std::thread> threads;
    for (int64_t range = ranges - 1; range >= 0; --range) {
      if (self->isThreaded)
        threads.emplace_back(task, state, range);
      else
        task(state, range);
    }
    for (std::thread &thread : threads)
      thread.join();
  }
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_POOL_H
