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
/// sizes, none of which is negative, of tensors whose bytes fit an int64_t.
typedef struct Series {
  const TensorType *type;
  int64_t rank, axis;
  const int64_t *sizes; ///< in all dimensions but `axis`
  /// In that dimension, of the slot before. Null for sizes from 1 to `most`.
  const int64_t *expected;
  int64_t step; ///< from this one to that of the next slot
  int64_t most;
  // Of the sizes of accepted slots in that dimension.
  uint64_t sum; ///< modulo 2^64
  int64_t bits; ///< their union
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

/// The number of inputs after `value` that are as expected, at most `limit`.
static int64_t countSlots(Series *series, const OnnxopsValue *value,
                          int64_t limit) {
  const int64_t rank = series->rank, axis = series->axis;
  const int64_t *expected = series->expected;
  int64_t count = 0;
  while (count < limit) {
    if (!onnxopsImplIsTensor(++value, series->type, rank))
      break;
    int64_t i = 0;
    while (i < rank && (i == axis || value->sizes[i] == series->sizes[i]))
      ++i;
    const int64_t size = value->sizes[axis];
    if (expected)
      expected += series->step;
    if (i < rank ||
        (expected ? size != *expected : size < 1 || size > series->most))
      break;
    series->sum += (uint64_t)size;
    series->bits |= size;
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

/// Two registers hold up to MostRank sizes.
enum { Width = 4, MostRank = 2 * Width };

INLINE_AVX2 __m256i load(const void *address) {
  return _mm256_loadu_si256((const __m256i *)address);
}

/// Ones for those of the four dimensions from `first` on that there are, but
/// for `axis`.
INLINE_AVX2 __m256i dimensions(int64_t rank, int64_t axis, int64_t first) {
  const __m256i dims = _mm256_add_epi64(_mm256_setr_epi64x(0, 1, 2, 3),
                                        _mm256_set1_epi64x(first));
  return _mm256_andnot_si256(
      _mm256_cmpeq_epi64(_mm256_set1_epi64x(axis), dims),
      _mm256_cmpgt_epi64(_mm256_set1_epi64x(rank), dims));
}

/// Up to four sizes, from dimension `first` on, and zeros elsewhere.
INLINE_AVX2 __m256i loadSizes(const int64_t *sizes, int64_t first,
                              __m256i dimensions) {
  return _mm256_maskload_epi64((const long long *)sizes + first, dimensions);
}

/// Whether these slots are surely tensors of this type and rank.
INLINE_AVX2 bool areTensors(const OnnxopsValue *group, int count,
                            const TensorType *type, int64_t rank) {
  const __m256i start =
      _mm256_setr_epi64x((long long)type->firstWord, rank, 0, 0);
  const __m256i startBits =
      _mm256_setr_epi64x(-1, -1, (long long)type->addressZeros, 0);
  const __m256i strides = _mm256_setr_epi64x(0, -1, 0, 0);
  const __m256i reserved = _mm256_setr_epi64x(0, 0, 0, INT64_MIN >> 31);
  const __m256i pointers = _mm256_setr_epi64x(0, 0, 1, 1);
  __m256i differ = _mm256_setzero_si256(), end = differ, less = differ;
  for (int i = 0; i < count; ++i) {
    const __m256i slot = load(group + i);
    differ = _mm256_or_si256(differ, _mm256_xor_si256(slot, start));
    less = _mm256_or_si256(less, _mm256_sub_epi64(slot, pointers));
    end = _mm256_or_si256(end, load((const __m256i *)(group + i + 1) - 1));
  }
  // A null pointer minus 1 has its sign bit.
  const __m256i unexpected = _mm256_or_si256(
      _mm256_or_si256(
          _mm256_and_si256(differ, startBits),
          _mm256_and_si256(end, _mm256_or_si256(strides, reserved))),
      _mm256_and_si256(less, _mm256_set1_epi64x(INT64_MIN)));
  return _mm256_testz_si256(unexpected, unexpected);
}

/// countSlots where sizes are those of entries, without a branch for each field
/// and size. Sizes are read where the rest of the slot is as expected.
AVX2 static int64_t countFixed(const Series *series, const OnnxopsValue *value,
                               int64_t limit) {
  const int64_t rank = series->rank, axis = series->axis;
  const int64_t *expected = series->expected;
  const __m256i isLow = dimensions(rank, axis, 0);
  const __m256i isHigh = dimensions(rank, axis, Width);
  const __m256i low = loadSizes(series->sizes, 0, isLow);
  const __m256i high = loadSizes(series->sizes, Width, isHigh);
  int64_t count = 0;
  while (count < limit) {
    ++value;
    expected += series->step;
    if (!areTensors(value, 1, series->type, rank))
      break;
    const int64_t *sizes = value->sizes;
    __m256i differ = _mm256_xor_si256(loadSizes(sizes, 0, isLow), low);
    if (rank > Width)
      differ = _mm256_or_si256(
          differ, _mm256_xor_si256(loadSizes(sizes, Width, isHigh), high));
    if (!_mm256_testz_si256(differ, differ) || sizes[axis] != *expected)
      break;
    prefetchAfter(value, limit - ++count);
  }
  return count;
}

/// countSlots where sizes are not those of entries, for groups of slots with
/// one branch for their slots and one for their sizes. Ends before a group of
/// which a slot is not as expected.
AVX2 static int64_t countGroups(Series *series, const OnnxopsValue *value,
                                int64_t limit) {
  enum { Group = 4 };
  const int64_t rank = series->rank, axis = series->axis;
  const __m256i isDim = dimensions(rank, -1, 0);
  const int64_t except = series->expected ? -1 : axis;
  const __m256i isLow = dimensions(rank, except, 0);
  const __m256i isHigh = dimensions(rank, except, rank - Width);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i low = loadSizes(series->sizes, 0, isDim);
  const __m256i high = rank > Width ? load(series->sizes + rank - Width) : zero;
  uint64_t sum = series->sum;
  int64_t bits = series->bits, count = 0;
  for (; count + Group <= limit; count += Group, value += Group) {
    if (!areTensors(value + 1, Group, series->type, rank))
      break;
    __m256i differLow = zero, differHigh = zero;
    uint64_t groupSum = 0;
    int64_t groupBits = bits, less = 0;
    for (int i = 1; i <= Group; ++i) {
      const int64_t *sizes = value[i].sizes, size = sizes[axis];
      differLow = _mm256_or_si256(
          differLow, _mm256_xor_si256(loadSizes(sizes, 0, isDim), low));
      groupSum += (uint64_t)size;
      groupBits |= size;
      less |= (int64_t)((uint64_t)size - 1);
    }
    if (rank > Width)
      for (int i = 1; i <= Group; ++i)
        differHigh = _mm256_or_si256(
            differHigh,
            _mm256_xor_si256(load(value[i].sizes + rank - Width), high));
    const __m256i differ =
        _mm256_or_si256(_mm256_and_si256(differLow, isLow),
                        _mm256_and_si256(differHigh, isHigh));
    if (!_mm256_testz_si256(differ, differ) || less < 0 ||
        (uint64_t)groupBits > (uint64_t)series->most)
      break;
    sum += groupSum;
    bits = groupBits;
    for (int i = 1; i <= Group; ++i)
      prefetchAfter(value + i, limit - count - Group);
  }
  series->sum = sum;
  series->bits = bits;
  return count;
}

static int64_t count(Series *series, const OnnxopsValue *value, int64_t limit) {
  enum { Many = 8 };
  if (limit < Many || series->rank > MostRank ||
      onnxopsImplVectors() < VectorsAVX2)
    return countSlots(series, value, limit);
  if (series->step)
    return countFixed(series, value, limit);
  const int64_t count = countGroups(series, value, limit);
  return count + countSlots(series, value + count, limit - count);
}

#else

static int64_t count(Series *series, const OnnxopsValue *value, int64_t limit) {
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
                              AlikeInputs *alike) {
  const int64_t rank = value->rank;
  alike->axis = alike->sum = -1;
  if (rank == 0)
    return 0;
  Series series = {.type = type,
                   .rank = rank,
                   .sizes = value->sizes,
                   .expected = value->sizes,
                   .most = INT64_MAX};
  if (onnxopsImplIsFixed(entry)) {
    alike->axis = onnxopsImplAxisOf(entry);
    if (alike->axis >= 0) {
      series.axis = alike->axis;
      series.step = EntrySizes + rank;
      series.expected = entry + EntrySizes + series.axis;
    }
    return count(&series, value, limit);
  }
  int64_t equals = countSlots(&series, value, 1);
  if (equals)
    equals += count(&series, value + 1, limit - 1);
  const OnnxopsValue *other = value + equals + 1;
  if (equals == limit || !onnxopsImplIsTensor(other, type, rank))
    return equals;
  int64_t axis = 0;
  while (axis < rank && other->sizes[axis] == value->sizes[axis])
    ++axis;
  if (axis == rank || entry[EntrySizes + axis] != -1)
    return equals;
  alike->axis = series.axis = axis;
  series.expected = NULL;
  series.most = getLargest(value->sizes, rank, axis, type->elementBytes);
  series.bits = value->sizes[axis];
  series.sum = (uint64_t)(equals + 1) * (uint64_t)series.bits;
  const int64_t all = equals + count(&series, other - 1, limit - equals);
  int64_t bound;
  if (!__builtin_mul_overflow(all + 1, series.bits, &bound))
    alike->sum = (int64_t)series.sum;
  return all;
}
