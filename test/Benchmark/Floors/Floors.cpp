//===- Floors.cpp - which kernels this machine runs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Asks the processor.
//
//===----------------------------------------------------------------------===//

#include "Floors.h"

#include "Widths.h"

using namespace bench;

static bool hasVectors(int64_t bytes) {
#if defined(__x86_64__)
  if (bytes == 64)
    return __builtin_cpu_supports("avx512vbmi") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vl");
  if (bytes == 32)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
#endif
  return bytes == 16;
}

llvm::ArrayRef<FloorKernel> bench::getFloorKernels(int64_t vectorBytes) {
  if (!hasVectors(vectorBytes))
    return {};
  switch (vectorBytes) {
  case 64:
    return getAVX512Kernels();
  case 32:
    return getAVX2Kernels();
  default:
    return getBaselineKernels();
  }
}

llvm::ArrayRef<FloorKernel> bench::getFloorKernels() {
  for (int64_t bytes : {64, 32})
    if (hasVectors(bytes))
      return getFloorKernels(bytes);
  return getBaselineKernels();
}
