//===- Measure.h - time, by Google Benchmark --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Times pieces of code that do the same thing against each other: repetitions
// of all of them are run in random order, so that a machine that slows down
// slows all of them. Each is given by its fastest repetition, which is the mean
// of many runs: what other processes add is no part of it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_MEASURE_H
#define ONNXOPS_BENCHMARK_MEASURE_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace bench {

struct MeasureOptions {
  double seconds = 0.02; ///< of one repetition, at least
  int repetitions = 7;
  bool isCold = false;    ///< caches are evicted before each call
  std::string googleJson; ///< where Google Benchmark's own report goes
};

/// Code to time.
struct Variant {
  std::string name;
  std::function<void()> run;
  /// Instead of `run`, for code in another process: runs so many times and
  /// returns the seconds that it took.
  std::function<double(int64_t)> runMany;
  double ns = 0; ///< what one run takes; set by measure()
};

/// Before the first measure().
void beginMeasuring(const MeasureOptions &options);

/// Times the variants of one case.
void measure(const std::string &caseName, std::vector<Variant> &variants);

/// After the last measure().
void endMeasuring();

} // namespace bench

#endif // ONNXOPS_BENCHMARK_MEASURE_H
