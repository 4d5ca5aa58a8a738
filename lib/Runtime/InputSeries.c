/*===- InputSeries.c - inputs like the one before -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What cannot be accepted ends a series, and is decided by the caller.
 *
 *===--------------------------------------------------------------------===*/

#include "InputSeries.h"
#include "Vectors.h"

#include <stddef.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// What is expected of the slots of a series: a type, a rank, and the least and
/// the most of each size. No bound is negative, and the bytes of the most fit
/// an int64_t.
typedef struct Series {
  const TensorType *type;
  int64_t rank;
  const int64_t *least, *most;
  /// 0, or what separates two entries of the signature, whose sizes are the
  /// bounds: these are equal but for their names and sizes.
  int64_t step;
} Series;

/// The entry that has these sizes.
static inline const int64_t *entryOf(const int64_t *sizes) {
  return sizes - EntrySizes;
}

/// Sizes are prefetched some slots ahead, and slots twice as many: after a copy
/// of 1 MB, those of a thousand inputs are in no cache of the core. `left`
/// slots come after this one.
static inline void prefetchAfter(const OnnxopsValue *value, int64_t left) {
  enum { SlotsAhead = 16 };
  if (left < 2 * SlotsAhead)
    return;
  __builtin_prefetch(value[SlotsAhead].sizes);
  __builtin_prefetch(value + 2 * SlotsAhead);
}

static bool areEntriesEqual(const int64_t *a, const int64_t *b) {
  return ((a[EntryKind] ^ b[EntryKind]) |
          (a[EntryElementType] ^ b[EntryElementType]) |
          (a[EntryRank] ^ b[EntryRank])) == 0;
}

/// The number of inputs after `value` that are as expected, at most `limit`.
static int64_t countSlots(const Series *series, const OnnxopsValue *value,
                          int64_t limit) {
  const int64_t rank = series->rank, step = series->step;
  const int64_t *least = series->least, *most = series->most;
  int64_t count = 0;
  while (count < limit) {
    least += step;
    most += step;
    if (step && !areEntriesEqual(entryOf(least), entryOf(series->least)))
      break;
    if (!onnxopsImplIsTensor(++value, series->type, rank))
      break;
    int64_t i = 0;
    while (i < rank && value->sizes[i] >= least[i] &&
           value->sizes[i] <= most[i])
      ++i;
    if (i < rank)
      break;
    prefetchAfter(value, limit - ++count);
  }
  return count;
}

#if defined(__x86_64__)

#define AVX2 __attribute__((target("avx2")))
#define INLINE_AVX2 AVX2 __attribute__((always_inline)) static inline

// A slot is two overlapping registers: kind, element type, rank, data, sizes,
// and sizes, strides, capacity, owned, reserved.
_Static_assert(offsetof(OnnxopsValue, data) == 16 &&
                   offsetof(OnnxopsValue, strides) == 32 &&
                   offsetof(OnnxopsValue, reserved) == 52 &&
                   sizeof(OnnxopsValue) == 56,
               "the masks below are for this layout");

/// Four numbers from the first of `count` on, and zeros after the last one.
INLINE_AVX2 __m256i loadNumbers(const int64_t *numbers, int64_t count) {
  const __m256i indices = _mm256_setr_epi64x(0, 1, 2, 3);
  return _mm256_maskload_epi64(
      (const long long *)numbers,
      _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), indices));
}

/// Sign bits where sizes are out of bounds: no difference of a number and
/// bounds from 0 on wraps around on both sides.
INLINE_AVX2 __m256i compareSizes(const int64_t *sizes, const int64_t *least,
                                 const int64_t *most, int64_t rank,
                                 bool areEqual) {
  const __m256i values = loadNumbers(sizes, rank);
  if (areEqual)
    return ~_mm256_cmpeq_epi64(values, loadNumbers(least, rank));
  return _mm256_or_si256(_mm256_sub_epi64(values, loadNumbers(least, rank)),
                         _mm256_sub_epi64(loadNumbers(most, rank), values));
}

/// countSlots without a branch for each field and size. Sizes are read where
/// the rest of the slot is as expected.
INLINE_AVX2 int64_t countFast(const Series *series, const OnnxopsValue *value,
                              int64_t limit, bool hasEntries) {
  enum { Width = 4 };
  const int64_t rank = series->rank, step = hasEntries ? series->step : 0;
  const int64_t *least = series->least;
  const int64_t *most = hasEntries ? least : series->most;
  const __m256i start =
      _mm256_setr_epi64x((long long)series->type->firstWord, rank, 0, 0);
  const __m256i startBits =
      _mm256_setr_epi64x(-1, -1, (long long)series->type->addressZeros, 0);
  const __m256i pointers = _mm256_setr_epi64x(0, 0, 1, 1);
  const __m256i signs = _mm256_set1_epi64x(INT64_MIN);
  const __m256i strides = _mm256_setr_epi64x(0, -1, 0, 0);
  const __m256i reserved = _mm256_setr_epi64x(0, 0, 0, INT64_MIN >> 31);
  const __m256i endBits = _mm256_or_si256(strides, reserved);
  const __m256i entry = loadNumbers(entryOf(least), hasEntries ? EntryName : 0);
  int64_t count = 0;
  while (count < limit) {
    ++value;
    least += step;
    most = hasEntries ? least : most;
    const __m256i first = _mm256_loadu_si256((const __m256i *)value);
    const __m256i last = _mm256_loadu_si256((const __m256i *)(value + 1) - 1);
    __m256i unexpected = _mm256_or_si256(
        _mm256_and_si256(_mm256_xor_si256(first, start), startBits),
        _mm256_and_si256(last, endBits));
    // A null pointer minus 1 has its sign bit.
    unexpected = _mm256_or_si256(
        unexpected, _mm256_and_si256(_mm256_sub_epi64(first, pointers), signs));
    if (hasEntries)
      unexpected = _mm256_or_si256(
          unexpected,
          _mm256_xor_si256(loadNumbers(entryOf(least), EntryName), entry));
    if (!_mm256_testz_si256(unexpected, unexpected))
      break;
    __m256i outside = compareSizes(value->sizes, least, most, rank, hasEntries);
    for (int64_t i = Width; i < rank; i += Width)
      outside = _mm256_or_si256(outside,
                                compareSizes(value->sizes + i, least + i,
                                             most + i, rank - i, hasEntries));
    if (!_mm256_testz_si256(outside, signs))
      break;
    prefetchAfter(value, limit - ++count);
  }
  return count;
}

AVX2 static int64_t countAVX2(const Series *series, const OnnxopsValue *value,
                              int64_t limit) {
  return series->step ? countFast(series, value, limit, true)
                      : countFast(series, value, limit, false);
}

static int64_t count(const Series *series, const OnnxopsValue *value,
                     int64_t limit) {
  enum { Many = 8 };
  return limit >= Many && onnxopsImplVectors() >= VectorsAVX2
             ? countAVX2(series, value, limit)
             : countSlots(series, value, limit);
}

#else

static int64_t count(const Series *series, const OnnxopsValue *value,
                     int64_t limit) {
  return countSlots(series, value, limit);
}

#endif

int64_t onnxopsImplCountFixed(const OnnxopsValue *value, const int64_t *entry,
                              const TensorType *type, int64_t limit) {
  const int64_t *sizes = entry + EntrySizes, rank = entry[EntryRank];
  const Series series = {type, rank, sizes, sizes, EntrySizes + rank};
  return count(&series, value, limit);
}

/// The largest size of this dimension, if the others have these, of which the
/// bytes fit an int64_t.
static int64_t getLargest(const int64_t *sizes, int64_t rank, int64_t axis,
                          int64_t elementBytes) {
  int64_t largest = INT64_MAX / elementBytes;
  for (int64_t i = 0; i < rank; ++i)
    if (i != axis)
      largest /= sizes[i];
  return largest;
}

int64_t onnxopsImplCountAlike(const OnnxopsValue *value, const int64_t *entry,
                              const TensorType *type, int64_t limit) {
  const int64_t rank = value->rank;
  const Series equal = {type, rank, value->sizes, value->sizes, 0};
  const int64_t equals = count(&equal, value, limit);
  const OnnxopsValue *other = value + equals + 1;
  if (equals == limit || !onnxopsImplIsTensor(other, type, rank))
    return equals;
  int64_t axis = 0;
  while (axis < rank && other->sizes[axis] == value->sizes[axis])
    ++axis;
  if (axis == rank || entry[EntrySizes + axis] != -1)
    return equals;
  int64_t least[ONNXOPS_MAX_RANK], most[ONNXOPS_MAX_RANK];
  memcpy(least, value->sizes, (size_t)rank * sizeof(*least));
  memcpy(most, value->sizes, (size_t)rank * sizeof(*most));
  least[axis] = 1;
  most[axis] = getLargest(value->sizes, rank, axis, type->elementBytes);
  const Series alike = {type, rank, least, most, 0};
  return equals + count(&alike, other - 1, limit - equals);
}
