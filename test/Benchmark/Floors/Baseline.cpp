//===- Baseline.cpp - kernels for any machine -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of 16 bytes, which every compiler target has or splits. Patterns of
// short periods are made byte by byte.
//
//===----------------------------------------------------------------------===//

#include "Widths.h"

#include <utility>

using namespace bench;

namespace {

constexpr int kWidth = 16;

#include "Vector.h"

using Permutation = int64_t;

BENCH_INLINE Permutation makePermutation(int64_t begin, int64_t) {
  return begin;
}

BENCH_INLINE Vector permute(const char *in, Permutation begin, int64_t period) {
  char bytes[kWidth];
  for (int i = 0; i < kWidth; ++i)
    bytes[i] = in[(begin + i) % period];
  return load(bytes);
}

#include "Kernels.h"

} // namespace

llvm::ArrayRef<FloorKernel> bench::getBaselineKernels() { return kKernels; }
