/*===- Caches.c - what the caches of this machine hold --------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sizes that the processor reports do not say how fast a cache is, which is
 * what counts, so this goes by kinds of processors that were measured
 * (docs/decisions.md).
 *
 *===--------------------------------------------------------------------===*/

#include "Copy.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>

/// Whether cores share 32 MB that are as fast as stores around them: AMD's
/// processors from family 19h, Zen 3, on.
static bool hasFastSharedCache(void) {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx) || ebx != signature_AMD_ebx ||
      ecx != signature_AMD_ecx || edx != signature_AMD_edx)
    return false;
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  unsigned family = (eax >> 8 & 15) + (eax >> 20 & 255);
  return family >= 0x19;
}
#else
static bool hasFastSharedCache(void) { return false; }
#endif

int64_t onnxopsImplStreamingBytes(void) {
  static _Atomic(int64_t) known;
  int64_t bytes = atomic_load_explicit(&known, memory_order_relaxed);
  if (bytes == 0) {
    bytes = hasFastSharedCache() ? 24 << 20 : 4 << 20;
    atomic_store_explicit(&known, bytes, memory_order_relaxed);
  }
  return bytes;
}
