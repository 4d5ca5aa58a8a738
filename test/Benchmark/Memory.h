//===- Memory.h - where cases lie -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory that is mapped once and touched before anything is timed: fresh pages
// cost more than any copy.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_MEMORY_H
#define ONNXOPS_BENCHMARK_MEMORY_H

#include <cstdint>

namespace bench {

/// Pages of this process and of those that it starts, with some to spare behind
/// what was asked for.
class Arena {
public:
  /// Filled with bytes that repeat nowhere near. Ends the process when there is
  /// no memory.
  explicit Arena(int64_t bytes);
  ~Arena();
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;

  char *get() const { return data; }
  /// The file that processes which inherit it can map.
  int getFile() const { return file; }

  /// Makes every four bytes a float between 1 and 2 or -2 and -1.
  void makeFloats();

private:
  int file;
  char *data;
  int64_t mappedBytes;
};

/// Makes the caches forget what they hold, as far as one thread can: reads and
/// writes more than the largest of them has room for.
void evictCaches();

} // namespace bench

#endif // ONNXOPS_BENCHMARK_MEMORY_H
