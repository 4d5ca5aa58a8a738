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

/// What is expected of the slots of a series: a type, a rank of at least 1, and
/// sizes, of which one has bounds. No bound is negative, and no tensor within
/// them has more bytes than fit an int64_t.
typedef struct Series {
  const TensorType *type;
  int64_t rank, axis;
  const int64_t *sizes;        ///< in all dimensions but `axis`
  const int64_t *least, *most; ///< in that dimension, of the slot before
  int64_t step;                ///< from these to those of the next slot
} Series;

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

/// Whether a size is out of bounds from 0 on: no difference wraps around on
/// both sides.
static inline bool isOutside(int64_t size, int64_t least, int64_t most) {
  return (int64_t)(((uint64_t)size - (uint64_t)least) |
                   ((uint64_t)most - (uint64_t)size)) < 0;
}

/// The number of inputs after `value` that are as expected, at most `limit`.
static int64_t countSlots(const Series *series, const OnnxopsValue *value,
                          int64_t limit) {
  const int64_t rank = series->rank, axis = series->axis;
  const int64_t *least = series->least, *most = series->most;
  int64_t count = 0;
  while (count < limit) {
    least += series->step;
    most += series->step;
    if (!onnxopsImplIsTensor(++value, series->type, rank))
      break;
    int64_t i = 0;
    while (i < rank && (i == axis || value->sizes[i] == series->sizes[i]))
      ++i;
    if (i < rank || isOutside(value->sizes[axis], *least, *most))
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

/// Up to four sizes, from dimension `first` on, and zeros for the axis and for
/// dimensions that there are not.
INLINE_AVX2 __m256i loadSizes(const Series *series, const int64_t *sizes,
                              int64_t first) {
  const __m256i dims = _mm256_add_epi64(_mm256_setr_epi64x(0, 1, 2, 3),
                                        _mm256_set1_epi64x(first));
  const __m256i isDim =
      _mm256_cmpgt_epi64(_mm256_set1_epi64x(series->rank), dims);
  const __m256i isAxis =
      _mm256_cmpeq_epi64(_mm256_set1_epi64x(series->axis), dims);
  return _mm256_maskload_epi64((const long long *)sizes + first,
                               _mm256_andnot_si256(isAxis, isDim));
}

/// countSlots without a branch for each field and size, for ranks of up to
/// MostRank. Sizes are read where the rest of the slot is as expected.
enum { Width = 4, MostRank = 2 * Width };
AVX2 static int64_t countFast(const Series *series, const OnnxopsValue *value,
                              int64_t limit) {
  const int64_t rank = series->rank, axis = series->axis;
  const int64_t step = series->step;
  const int64_t *least = series->least, *most = series->most;
  const __m256i start =
      _mm256_setr_epi64x((long long)series->type->firstWord, rank, 0, 0);
  const __m256i startBits =
      _mm256_setr_epi64x(-1, -1, (long long)series->type->addressZeros, 0);
  const __m256i pointers = _mm256_setr_epi64x(0, 0, 1, 1);
  const __m256i signs = _mm256_set1_epi64x(INT64_MIN);
  const __m256i strides = _mm256_setr_epi64x(0, -1, 0, 0);
  const __m256i reserved = _mm256_setr_epi64x(0, 0, 0, INT64_MIN >> 31);
  const __m256i endBits = _mm256_or_si256(strides, reserved);
  const __m256i low = loadSizes(series, series->sizes, 0);
  const __m256i high = loadSizes(series, series->sizes, Width);
  int64_t count = 0;
  while (count < limit) {
    ++value;
    least += step;
    most += step;
    const __m256i first = _mm256_loadu_si256((const __m256i *)value);
    const __m256i last = _mm256_loadu_si256((const __m256i *)(value + 1) - 1);
    // A null pointer minus 1 has its sign bit.
    const __m256i unexpected = _mm256_or_si256(
        _mm256_or_si256(
            _mm256_and_si256(_mm256_xor_si256(first, start), startBits),
            _mm256_and_si256(last, endBits)),
        _mm256_and_si256(_mm256_sub_epi64(first, pointers), signs));
    if (!_mm256_testz_si256(unexpected, unexpected))
      break;
    const int64_t *sizes = value->sizes;
    __m256i differ = _mm256_xor_si256(loadSizes(series, sizes, 0), low);
    if (rank > Width)
      differ = _mm256_or_si256(
          differ, _mm256_xor_si256(loadSizes(series, sizes, Width), high));
    if (!_mm256_testz_si256(differ, differ) ||
        isOutside(sizes[axis], *least, *most))
      break;
    prefetchAfter(value, limit - ++count);
  }
  return count;
}

static int64_t count(const Series *series, const OnnxopsValue *value,
                     int64_t limit) {
  enum { Many = 8 };
  return limit >= Many && series->rank <= MostRank &&
                 onnxopsImplVectors() >= VectorsAVX2
             ? countFast(series, value, limit)
             : countSlots(series, value, limit);
}

#else

static int64_t count(const Series *series, const OnnxopsValue *value,
                     int64_t limit) {
  return countSlots(series, value, limit);
}

#endif

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
                              const TensorType *type, int64_t limit,
                              int64_t *axis) {
  const int64_t rank = value->rank;
  *axis = -1;
  if (rank == 0)
    return 0;
  Series series = {type, rank, 0, value->sizes, value->sizes, value->sizes, 0};
  if (onnxopsImplIsFixed(entry)) {
    *axis = series.axis = onnxopsImplAxisOf(entry);
    series.step = EntrySizes + rank;
    series.least = series.most = entry + EntrySizes + series.axis;
    return count(&series, value, limit);
  }
  const int64_t equals = count(&series, value, limit);
  const OnnxopsValue *other = value + equals + 1;
  if (equals == limit || !onnxopsImplIsTensor(other, type, rank))
    return equals;
  int64_t first = 0;
  while (first < rank && other->sizes[first] == value->sizes[first])
    ++first;
  if (first == rank || entry[EntrySizes + first] != -1)
    return equals;
  const int64_t least = 1;
  const int64_t most =
      getLargest(value->sizes, rank, first, type->elementBytes);
  *axis = series.axis = first;
  series.least = &least;
  series.most = &most;
  return equals + count(&series, other - 1, limit - equals);
}
