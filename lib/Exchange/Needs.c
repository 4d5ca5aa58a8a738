/*===- Needs.c - what a shard of a result needs of the sources ------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Cuts the segments of an interval into what has to come from the sources, each
 * element once, and repeats of it.
 *
 *===--------------------------------------------------------------------===*/

#include "Needs.h"

#include <stdlib.h>

bool onnxopsImplReserve(void **array, int64_t *capacity, int64_t count,
                        size_t entryBytes) {
  if (count < *capacity)
    return true;
  int64_t larger = *capacity > 0 ? 2 * *capacity : 8;
  void *moved = realloc(*array, (size_t)larger * entryBytes);
  if (!moved)
    return false;
  *array = moved;
  *capacity = larger;
  return true;
}

void onnxopsImplFreeNeeds(Needs *needs) {
  free(needs->needs);
  free(needs->repeats);
}

static bool addNeed(Needs *needs, Need need) {
  if (need.begin >= need.end)
    return true;
  void *array = needs->needs;
  if (!onnxopsImplReserve(&array, &needs->capacity, needs->count, sizeof(Need)))
    return false;
  needs->needs = array;
  needs->needs[needs->count++] = need;
  return true;
}

static bool addRepeat(Needs *needs, OnnxopsRepeat repeat) {
  if (repeat.length <= 0)
    return true;
  void *array = needs->repeats;
  if (!onnxopsImplReserve(&array, &needs->repeatCapacity, needs->repeatCount,
                          sizeof(OnnxopsRepeat)))
    return false;
  needs->repeats = array;
  needs->repeats[needs->repeatCount++] = repeat;
  return true;
}

/*===--------------------------------------------------------------------===*
 * Segments
 *===--------------------------------------------------------------------===*/

static Interval inResult(const OnnxopsExchangeSegment *segment) {
  return (Interval){segment->resultBegin,
                    segment->resultBegin + segment->length * segment->repeats};
}

/// The first segment that ends behind a position of the result.
static int64_t findSegment(const OnnxopsExchange *exchange, int64_t position) {
  int64_t low = 0, high = exchange->segments;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (inResult(&exchange->segment[middle]).end > position)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/// The first repetition of a segment in an interval: from where it begins to
/// the segment's end, and then from the segment's begin on.
static bool addSegment(Needs *needs, const OnnxopsExchangeSegment *segment,
                       Interval part) {
  int64_t skipped = (part.begin - segment->resultBegin) % segment->length;
  int64_t wanted = part.end - part.begin;
  int64_t first = segment->length - skipped;
  if (first > wanted)
    first = wanted;
  int64_t second = wanted - first < skipped ? wanted - first : skipped;
  return addNeed(needs, (Need){segment->source, segment->begin + skipped,
                               segment->begin + skipped + first, part.begin}) &&
         addNeed(needs, (Need){segment->source, segment->begin,
                               segment->begin + second, part.begin + first});
}

/// A segment that repeats itself in an interval.
static bool addPeriod(Needs *needs, const OnnxopsExchangeSegment *segment,
                      Interval part) {
  int64_t repeated = part.begin + segment->length;
  return addRepeat(needs,
                   (OnnxopsRepeat){part.begin, repeated, part.end - repeated});
}

/// Adds what an interval of the result has of each segment.
static bool
addEach(const OnnxopsExchange *exchange, Interval result, Needs *needs,
        bool (*add)(Needs *, const OnnxopsExchangeSegment *, Interval)) {
  for (int64_t i = findSegment(exchange, result.begin); i < exchange->segments;
       ++i) {
    const OnnxopsExchangeSegment *segment = &exchange->segment[i];
    if (segment->resultBegin >= result.end)
      break;
    Interval part = onnxopsImplIntersect(inResult(segment), result);
    if (!onnxopsImplIsEmpty(part) && !add(needs, segment, part))
      return false;
  }
  return true;
}

/*===--------------------------------------------------------------------===*
 * Elements that are needed more than once
 *===--------------------------------------------------------------------===*/

static int compareNeeds(const void *left, const void *right) {
  const Need *a = left, *b = right;
  if (a->source != b->source)
    return a->source < b->source ? -1 : 1;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->resultBegin < b->resultBegin ? -1 : a->resultBegin > b->resultBegin;
}

/// The first of the needs `from` to `to`, sorted and disjoint, that ends behind
/// a position.
static int64_t findNeed(const Need *needs, int64_t from, int64_t to,
                        int64_t position) {
  while (from < to) {
    int64_t middle = from + (to - from) / 2;
    if (needs[middle].end > position)
      to = middle;
    else
      from = middle + 1;
  }
  return from;
}

/// Repeats what `need` has of the needs `from` to `to`, all of its source.
static bool repeatNeeds(Needs *needs, int64_t from, int64_t to, Need need) {
  for (int64_t i = findNeed(needs->needs, from, to, need.begin); i < to; ++i) {
    Need other = needs->needs[i];
    Interval both = onnxopsImplIntersect((Interval){other.begin, other.end},
                                         (Interval){need.begin, need.end});
    if (onnxopsImplIsEmpty(both))
      break;
    if (!addRepeat(needs,
                   (OnnxopsRepeat){other.resultBegin + both.begin - other.begin,
                                   need.resultBegin + both.begin - need.begin,
                                   both.end - both.begin}))
      return false;
  }
  return true;
}

/// Makes needs disjoint.
static bool removeOverlaps(Needs *needs) {
  int64_t count = needs->count;
  int64_t first = 0; // of the same source
  int64_t kept = 0;
  for (int64_t i = 0; i < count; ++i) {
    Need need = needs->needs[i];
    if (kept == first || needs->needs[first].source != need.source) {
      first = kept;
    } else {
      // Sorted: what is before its begin, and not had, is behind `had` as well.
      int64_t had = needs->needs[kept - 1].end;
      if (!repeatNeeds(needs, first, kept, need))
        return false;
      int64_t begin = need.begin > had ? need.begin : had;
      need.resultBegin += begin - need.begin;
      need.begin = begin;
    }
    if (need.begin < need.end)
      needs->needs[kept++] = need;
  }
  needs->count = kept;
  return true;
}

bool onnxopsImplFindNeeds(const OnnxopsExchange *exchange, Interval result,
                          Needs *needs) {
  needs->count = needs->repeatCount = 0;
  if (onnxopsImplIsEmpty(result))
    return true;
  if (!addEach(exchange, result, needs, addSegment))
    return false;
  if (needs->count > 1)
    qsort(needs->needs, (size_t)needs->count, sizeof(Need), compareNeeds);
  // Last: what a segment repeats may be a repeat of something else.
  return removeOverlaps(needs) && addEach(exchange, result, needs, addPeriod);
}
