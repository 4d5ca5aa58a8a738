/*===- Caches.c - when copies bypass the caches of this machine ----------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The cache sizes that a processor reports do not say how fast its caches are,
 * which is what counts. The choice is therefore made by processor families that
 * were measured (docs/decisions.md).
 *
 *===--------------------------------------------------------------------===*/

#include "Copy.h"

#include <stdatomic.h>

#if defined(__x86_64__)
#include <cpuid.h>

/// AMD processors from family 19h, Zen 3, on.
static bool isZen(void) {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  if (!__get_cpuid(0, &eax, &ebx, &ecx, &edx) || ebx != signature_AMD_ebx ||
      ecx != signature_AMD_ecx || edx != signature_AMD_edx)
    return false;
  __get_cpuid(1, &eax, &ebx, &ecx, &edx);
  unsigned family = (eax >> 8 & 15) + (eax >> 20 & 255);
  return family >= 0x19;
}
#else
static bool isZen(void) { return false; }
#endif

/// The same, cached: the query takes longer than a short copy.
static bool isKnownZen(void) {
  enum { Unknown, No, Yes };
  static _Atomic(int) known = Unknown;
  int answer = atomic_load_explicit(&known, memory_order_relaxed);
  if (answer == Unknown) {
    answer = isZen() ? Yes : No;
    atomic_store_explicit(&known, answer, memory_order_relaxed);
  }
  return answer == Yes;
}

#define ONNXOPS_CACHES(name, copied, perThread, filled, pages, ...)            \
  enum { name##Copied = copied, name##IsInOrder = pages == 1 };
#include "onnxops/ABI/CopyTuning.def"

int64_t onnxopsImplStreamingBytes(void) {
  return isKnownZen() ? ZenCopied : UsualCopied;
}

bool onnxopsImplStreamsInOrder(void) {
  return isKnownZen() ? ZenIsInOrder : UsualIsInOrder;
}
