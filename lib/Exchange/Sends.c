/*===- Sends.c - what a rank sends ----------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Looks for shards of the result that have something of the rank's own, and for
 * what these need: a receiver finds the same parts in the same order.
 *
 *===--------------------------------------------------------------------===*/

#include "Sends.h"

#include "Search.h"

#include <stdlib.h>

/// Coordinates along the axis that shards the result's dimension.
typedef struct Targets {
  int64_t *coordinates; ///< sorted at the end, and each once
  int64_t count, capacity;
} Targets;

static bool addTarget(Targets *targets, int64_t coordinate) {
  if (targets->count > 0 &&
      targets->coordinates[targets->count - 1] == coordinate)
    return true;
  void *array = targets->coordinates;
  if (!onnxopsImplReserve(&array, &targets->capacity, targets->count,
                          sizeof(int64_t)))
    return false;
  targets->coordinates = array;
  targets->coordinates[targets->count++] = coordinate;
  return true;
}

/// Whether a segment has elements of `mine`, an interval of its source, in an
/// interval of the result.
static bool repeatsInto(const OnnxopsExchangeSegment *segment, Interval mine,
                        Interval result) {
  result = onnxopsImplIntersect(
      result,
      (Interval){segment->resultBegin,
                 segment->resultBegin + segment->length * segment->repeats});
  int64_t length = result.end - result.begin;
  if (length <= 0 || length >= segment->length)
    return length > 0;
  int64_t begin = (result.begin - segment->resultBegin) % segment->length;
  Interval first = {segment->begin + begin, segment->begin + begin + length};
  Interval second = {first.begin - segment->length,
                     first.end - segment->length};
  return !onnxopsImplIsEmpty(onnxopsImplIntersect(first, mine)) ||
         !onnxopsImplIsEmpty(onnxopsImplIntersect(second, mine));
}

/// Adds the shards of the result to which a segment takes elements of `mine`.
static bool addTargetsOfSegment(const OnnxopsExchange *exchange,
                                const OnnxopsExchangeSegment *segment,
                                Interval mine, Targets *targets) {
  const OnnxopsSharding *to = &exchange->to[exchange->dimension];
  int64_t shift = segment->resultBegin - segment->begin;
  Interval image = {mine.begin + shift,
                    mine.end + shift +
                        (segment->repeats - 1) * segment->length};
  Interval shards = onnxopsImplFindShards(&exchange->grid, to, image);
  for (int64_t i = shards.begin; i < shards.end; ++i)
    if (repeatsInto(segment, mine, onnxopsImplShard(to, i)) &&
        !addTarget(targets, i))
      return false;
  return true;
}

static int compareCoordinates(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return a < b ? -1 : a > b;
}

static bool findTargets(const OnnxopsExchange *exchange, int64_t rank,
                        Targets *targets) {
  const OnnxopsGrid *grid = &exchange->grid;
  int64_t dimension = exchange->dimension;
  int64_t axis = exchange->to[dimension].axis;
  for (int64_t i = 0; i < exchange->segments; ++i) {
    const OnnxopsExchangeSegment *segment = &exchange->segment[i];
    const OnnxopsSharding *from =
        onnxopsImplShardingsOf(exchange, segment->source);
    Interval mine = onnxopsImplIntersect(
        onnxopsImplShardOfRank(grid, &from[dimension], rank),
        (Interval){segment->begin, segment->begin + segment->length});
    if (onnxopsImplIsEmpty(mine) || segment->repeats == 0)
      continue;
    // Where all ranks of the axis have the same, each keeps to itself.
    if (axis >= 0 && !onnxopsImplIsSharded(exchange, from, axis)) {
      if (!addTarget(targets, onnxopsGridCoordinate(grid, rank, axis)))
        return false;
    } else if (!addTargetsOfSegment(exchange, segment, mine, targets)) {
      return false;
    }
  }
  if (targets->count > 1)
    qsort(targets->coordinates, (size_t)targets->count, sizeof(int64_t),
          compareCoordinates);
  int64_t kept = 0;
  for (int64_t i = 0; i < targets->count; ++i)
    if (i == 0 || targets->coordinates[i] != targets->coordinates[i - 1])
      targets->coordinates[kept++] = targets->coordinates[i];
  targets->count = kept;
  return true;
}

static void foundReceiver(const Search *search, int64_t rank,
                          const OnnxopsPart *part) {
  if (rank == search->rank)
    return;
  const OnnxopsPlanVisitor *visitor = search->state;
  OnnxopsPart sent = *part;
  sent.sender = search->rank;
  sent.receiver = rank;
  visitor->send(visitor->state, &sent);
}

/// Sends what a shard of the result, along the exchange's dimension, needs.
static void visitTarget(Search *search, int64_t target, const Need *need) {
  const OnnxopsExchange *exchange = search->exchange;
  const OnnxopsGrid *grid = &exchange->grid;
  const OnnxopsSharding *from = onnxopsImplShardingsOf(exchange, need->source);
  search->source = need->source;
  search->resultShift = need->resultBegin - need->begin;
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    search->box[d] = onnxopsImplShardOfRank(grid, &from[d], search->rank);
    if (d == exchange->dimension)
      search->box[d] = onnxopsImplIntersect(search->box[d],
                                            (Interval){need->begin, need->end});
    if (onnxopsImplIsEmpty(search->box[d]))
      return;
  }
  onnxopsImplStay(search);
  for (int64_t a = 0; a < grid->axes; ++a)
    if (onnxopsImplIsSharded(exchange, from, a))
      search->coordinates[a] = (Interval){0, grid->sizes[a]};
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    int64_t axis = exchange->to[d].axis;
    if (axis < 0)
      continue;
    Interval shards =
        d == exchange->dimension
            ? (Interval){target, target + 1}
            : onnxopsImplFindShards(grid, &exchange->to[d], search->box[d]);
    search->coordinates[axis] =
        onnxopsImplIntersect(search->coordinates[axis], shards);
  }
  onnxopsImplVisitRanks(search);
}

bool onnxopsImplPlanSends(const OnnxopsExchange *exchange, int64_t rank,
                          const OnnxopsPlanVisitor *visitor, Needs *needs) {
  Search search = {.exchange = exchange,
                   .shardings = exchange->to,
                   .skipped = exchange->dimension,
                   .rank = rank,
                   .state = visitor,
                   .found = foundReceiver};
  const OnnxopsSharding *to = &exchange->to[exchange->dimension];
  Targets targets = {0};
  bool hasMemory = findTargets(exchange, rank, &targets);
  for (int64_t i = 0; i < targets.count && hasMemory; ++i) {
    int64_t target = targets.coordinates[i];
    hasMemory =
        onnxopsImplFindNeeds(exchange, onnxopsImplShard(to, target), needs);
    for (int64_t n = 0; n < needs->count && hasMemory; ++n)
      visitTarget(&search, target, &needs->needs[n]);
  }
  free(targets.coordinates);
  return hasMemory;
}
