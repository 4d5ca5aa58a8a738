//===- Sweep.h - cases that nobody chose ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random cases of the kinds that a table of examples misses: odd and unequal
// runs, unaligned rows, many operands, any rank, any period.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_SWEEP_H
#define ONNXOPS_BENCHMARK_SWEEP_H

#include "Case.h"

#include <random>

namespace bench {

/// Makes one case after the other, the same ones for the same seed.
class Sweep {
public:
  explicit Sweep(uint32_t seed) : generator(seed) {}

  /// A Concat, Tile or split of 64 KB to 1 MB.
  Case next();

private:
  // [low, high], evenly; not std::uniform_int_distribution, which is another
  // one in every library.
  int64_t pick(int64_t low, int64_t high);
  // The same with small numbers as likely as large ones.
  int64_t pickByScale(int64_t low, int64_t high);
  int64_t pickTargetBytes();
  Shape makeRows(int64_t rank, int64_t rows);
  Case makeConcat();
  Case makeTile();
  Case makeSplit();

  std::mt19937 generator;
};

} // namespace bench

#endif // ONNXOPS_BENCHMARK_SWEEP_H
