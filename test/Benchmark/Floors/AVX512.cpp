//===- AVX512.cpp - kernels with vectors of 64 bytes ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For x86-64 with AVX-512 and its byte permutes.
//
//===----------------------------------------------------------------------===//

#include "Widths.h"

#include <utility>

using namespace bench;

#if defined(__x86_64__)

#pragma clang attribute push(                                                  \
    __attribute__((                                                            \
        target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi2"))),        \
    apply_to = function)
namespace {

constexpr int kWidth = 64;

#include "Vector.h"

using Permutation = Vector;

BENCH_INLINE Permutation makePermutation(int64_t begin, int64_t period) {
  char bytes[kWidth];
  for (int i = 0; i < kWidth; ++i)
    bytes[i] = (begin + i) % period;
  return load(bytes);
}

BENCH_INLINE Vector permute(const char *in, Permutation p, int64_t) {
  return __builtin_ia32_permvarqi512(load(in), p);
}

using Mask = uint64_t;

// Bytes of `in` where `mask` has a bit, those of `other` elsewhere.
BENCH_INLINE Vector permuteInto(Vector other, Mask mask, Vector in,
                                Permutation p) {
  return __builtin_ia32_selectb_512(mask, __builtin_ia32_permvarqi512(in, p),
                                    other);
}

#define BENCH_HAS_PERMUTES
#include "Kernels.h"

} // namespace
#pragma clang attribute pop

llvm::ArrayRef<FloorKernel> bench::getAVX512Kernels() { return kKernels; }

#else

llvm::ArrayRef<FloorKernel> bench::getAVX512Kernels() { return {}; }

#endif
