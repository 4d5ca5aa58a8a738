/*===- Vectors.c - vector instructions of the machine ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#include "Vectors.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

/// The query of compilers brings all features that they know: a twentieth of
/// the library.
__attribute__((target("xsave"))) static Vectors readVectors(void) {
  enum { HasXGETBV = 1 << 27, HasAVX = 1 << 28 };
  enum { HasAVX2 = 1 << 5, HasAVX512F = 1 << 16 };
  enum { SavesAVX = 0x06, SavesAVX512 = 0xe6 };
  unsigned eax, ebx, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & HasXGETBV) ||
      !(ecx & HasAVX))
    return VectorsSSE2;
  const unsigned long long saved = _xgetbv(0);
  if ((saved & SavesAVX) != SavesAVX)
    return VectorsSSE2;
  if (!__get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) || !(ebx & HasAVX2))
    return VectorsAVX;
  return (saved & SavesAVX512) == SavesAVX512 && (ebx & HasAVX512F)
             ? VectorsAVX512F
             : VectorsAVX2;
}

Vectors onnxopsImplVectors(void) {
  static _Atomic(int) known;
  Vectors vectors = (Vectors)atomic_load_explicit(&known, memory_order_relaxed);
  if (vectors == VectorsUnknown) {
    vectors = readVectors();
    atomic_store_explicit(&known, (int)vectors, memory_order_relaxed);
  }
  return vectors;
}

#endif
