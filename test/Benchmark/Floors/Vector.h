//===- Vector.h - vectors of one width --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Included once for each width, inside the namespace of that width and below
// the attribute that allows its instructions, with kWidth defined. So are the
// other headers with kernels: they have no include guards on purpose, and use
// no function of a library but memcpy, whose code would be shared between
// widths.
//
//===----------------------------------------------------------------------===//

// Typedefs, since an alias would drop the alignment.
typedef char Vector __attribute__((vector_size(kWidth), may_alias));
typedef char UnalignedVector
    __attribute__((vector_size(kWidth), aligned(1), may_alias));

#define BENCH_INLINE static inline __attribute__((always_inline))

BENCH_INLINE Vector load(const char *p) { return *(const UnalignedVector *)p; }
BENCH_INLINE void store(char *p, Vector v) { *(UnalignedVector *)p = v; }

// Past the caches; `p` is aligned.
BENCH_INLINE void stream(char *p, Vector v) {
  __builtin_nontemporal_store(v, (Vector *)p);
}

// Streamed stores are seen before what the thread stores next.
static void endStreaming() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#else
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
#endif
}

BENCH_INLINE bool isAligned(const char *p) {
  return (uintptr_t)p % kWidth == 0;
}

enum class Stores { Cached, Streamed };

template <Stores stores>
BENCH_INLINE void put(char *p, Vector v) {
  if (stores == Stores::Streamed)
    stream(p, v);
  else
    store(p, v);
}

// `count` vectors: all loads, then all stores.
template <Stores stores, int count>
BENCH_INLINE void copyBlock(char *out, const char *in) {
  Vector v[count];
#pragma clang loop unroll(full)
  for (int i = 0; i < count; ++i)
    v[i] = load(in + i * kWidth);
#pragma clang loop unroll(full)
  for (int i = 0; i < count; ++i)
    put<stores>(out + i * kWidth, v[i]);
}

// Fewer bytes than a vector: two pieces that overlap in the middle.
BENCH_INLINE void copyShort(char *out, const char *in, int64_t bytes) {
#define BENCH_TWO_PIECES(size)                                                 \
  if (bytes >= size) {                                                         \
    char head[size], tail[size];                                               \
    __builtin_memcpy(head, in, size);                                          \
    __builtin_memcpy(tail, in + bytes - size, size);                           \
    __builtin_memcpy(out, head, size);                                         \
    __builtin_memcpy(out + bytes - size, tail, size);                          \
    return;                                                                    \
  }
  if (kWidth > 32)
    BENCH_TWO_PIECES(32)
  if (kWidth > 16)
    BENCH_TWO_PIECES(16)
  BENCH_TWO_PIECES(8)
  BENCH_TWO_PIECES(4)
  BENCH_TWO_PIECES(2)
#undef BENCH_TWO_PIECES
  if (bytes)
    *out = *in;
}

// Any number of bytes; the last vector overlaps the one before.
BENCH_INLINE void copyBytes(char *out, const char *in, int64_t bytes) {
  if (bytes < kWidth)
    return copyShort(out, in, bytes);
  int64_t i = 0;
  for (; i + 4 * kWidth <= bytes; i += 4 * kWidth)
    copyBlock<Stores::Cached, 4>(out + i, in + i);
  for (; i + kWidth <= bytes; i += kWidth)
    store(out + i, load(in + i));
  if (i < bytes)
    store(out + bytes - kWidth, load(in + bytes - kWidth));
}

// Likewise past the caches, but for both ends where they are not aligned.
// Reads `ahead` bytes in front of itself, 0 for not.
template <int64_t ahead>
BENCH_INLINE void streamBytes(char *out, const char *in, int64_t bytes) {
  if (bytes < 4 * kWidth)
    return copyBytes(out, in, bytes);
  int64_t i = -(uintptr_t)out & (kWidth - 1);
  if (i)
    store(out, load(in));
  for (; i + 4 * kWidth <= bytes; i += 4 * kWidth) {
    if (ahead)
      for (int64_t line = 0; line < 4 * kWidth; line += 64)
        __builtin_prefetch(in + i + ahead + line);
    copyBlock<Stores::Streamed, 4>(out + i, in + i);
  }
  for (; i + kWidth <= bytes; i += kWidth)
    stream(out + i, load(in + i));
  if (i < bytes)
    store(out + bytes - kWidth, load(in + bytes - kWidth));
}

// Four pages at once, which keeps more of the memory's banks busy.
BENCH_INLINE void streamPages(char *out, const char *in, int64_t bytes) {
  constexpr int64_t page = 4096, group = 4 * page;
  int64_t i = -(uintptr_t)out & (kWidth - 1);
  if (bytes < group + i)
    return streamBytes<0>(out, in, bytes);
  if (i)
    store(out, load(in));
  for (; i + group <= bytes; i += group)
    for (int64_t j = 0; j < page; j += 4 * kWidth)
      for (int64_t k = 0; k < group; k += page)
        copyBlock<Stores::Streamed, 4>(out + i + j + k, in + i + j + k);
  streamBytes<0>(out + i, in + i, bytes - i);
}
