/*===- Search.c - the ranks that have parts of a box ----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Each rank's part is the box cut by the rank's shards.
 *
 *===--------------------------------------------------------------------===*/

#include "Search.h"

/// The part of the box at the ranks' coordinates. False if it is empty.
static bool cutBox(const Search *search, const int64_t *coordinates,
                   int64_t *begin, int64_t *sizes) {
  for (int64_t d = 0; d < search->exchange->dimensions; ++d) {
    Interval interval = search->box[d];
    const OnnxopsSharding *sharding = &search->shardings[d];
    if (d != search->skipped && sharding->axis >= 0)
      interval = onnxopsImplIntersect(
          interval, onnxopsImplShard(sharding, coordinates[sharding->axis]));
    if (onnxopsImplIsEmpty(interval))
      return false;
    begin[d] = interval.begin;
    sizes[d] = interval.end - interval.begin;
  }
  return true;
}

void onnxopsImplVisitRanks(const Search *search) {
  const OnnxopsGrid *grid = &search->exchange->grid;
  int64_t coordinates[ONNXOPS_MAX_GRID_AXES];
  int64_t begin[ONNXOPS_MAX_RANK], sizes[ONNXOPS_MAX_RANK];
  for (int64_t a = 0; a < grid->axes; ++a) {
    coordinates[a] = search->coordinates[a].begin;
    if (onnxopsImplIsEmpty(search->coordinates[a]))
      return;
  }
  while (true) {
    int64_t rank = 0;
    for (int64_t a = 0; a < grid->axes; ++a)
      rank = rank * grid->sizes[a] + coordinates[a];
    OnnxopsPart part = {
        .source = search->source, .begin = begin, .sizes = sizes};
    if (cutBox(search, coordinates, begin, sizes)) {
      part.resultBegin =
          begin[search->exchange->dimension] + search->resultShift;
      search->found(search, rank, &part);
    }
    int64_t a = grid->axes - 1;
    while (a >= 0 && ++coordinates[a] == search->coordinates[a].end) {
      coordinates[a] = search->coordinates[a].begin;
      --a;
    }
    if (a < 0)
      return;
  }
}

void onnxopsImplStay(Search *search) {
  const OnnxopsGrid *grid = &search->exchange->grid;
  for (int64_t a = 0; a < grid->axes; ++a) {
    int64_t mine = onnxopsGridCoordinate(grid, search->rank, a);
    search->coordinates[a] = (Interval){mine, mine + 1};
  }
}
