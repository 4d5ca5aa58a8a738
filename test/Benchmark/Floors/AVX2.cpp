//===- AVX2.cpp - kernels with vectors of 32 bytes ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For x86-64 with AVX2. Periods of up to 16 bytes are permuted in registers.
//
//===----------------------------------------------------------------------===//

#include "Widths.h"

#include <utility>

using namespace bench;

#if defined(__x86_64__)

#pragma clang attribute push(__attribute__((target("avx2,bmi2"))),             \
                             apply_to = function)
namespace {

constexpr int kWidth = 32;

#include "Vector.h"

using Permutation = Vector;

BENCH_INLINE Permutation makePermutation(int64_t begin, int64_t period) {
  char bytes[kWidth];
  for (int i = 0; i < kWidth; ++i)
    bytes[i] = (begin + i) % period;
  return load(bytes);
}

BENCH_INLINE Vector permute(const char *in, Permutation p, int64_t period) {
  char bytes[kWidth];
  if (period <= 16) {
    for (int i = 0; i < kWidth; i += 16)
      __builtin_memcpy(bytes + i, in, 16);
    return __builtin_ia32_pshufb256(load(bytes), p);
  }
  for (int i = 0; i < kWidth; ++i)
    bytes[i] = in[(int)p[i]];
  return load(bytes);
}

#include "Kernels.h"

} // namespace
#pragma clang attribute pop

llvm::ArrayRef<FloorKernel> bench::getAVX2Kernels() { return kKernels; }

#else

llvm::ArrayRef<FloorKernel> bench::getAVX2Kernels() { return {}; }

#endif
