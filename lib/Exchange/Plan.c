/*===- Plan.c - what each rank sends, receives and copies -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Both sides of a part find it from the layouts alone. A receiver looks for
 * ranks with shards of what it needs; a sender looks for ranks whose shards of
 * the result have something of its own, and for what these need. Where several
 * ranks hold the same shard of a source, each sends to the ranks that have its
 * own coordinates along the axes that do not shard the source.
 *
 *===--------------------------------------------------------------------===*/

#include "Search.h"
#include "Sends.h"

static void foundSender(const Search *search, int64_t rank,
                        const OnnxopsPart *part) {
  const OnnxopsPlanVisitor *visitor = search->state;
  OnnxopsPart received = *part;
  received.sender = rank;
  received.receiver = search->rank;
  void (*visit)(void *, const OnnxopsPart *) =
      rank == search->rank ? visitor->copy : visitor->receive;
  if (visit)
    visit(visitor->state, &received);
}

static bool hasEmptyBox(const Search *search) {
  for (int64_t d = 0; d < search->exchange->dimensions; ++d)
    if (onnxopsImplIsEmpty(search->box[d]))
      return true;
  return false;
}

static void visitNeed(Search *search, const Need *need) {
  const OnnxopsExchange *exchange = search->exchange;
  search->source = need->source;
  search->resultShift = need->resultBegin - need->begin;
  search->shardings = onnxopsImplShardingsOf(exchange, need->source);
  search->box[exchange->dimension] = (Interval){need->begin, need->end};
  if (hasEmptyBox(search))
    return;
  onnxopsImplStay(search);
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    const OnnxopsSharding *sharding = &search->shardings[d];
    if (sharding->axis >= 0)
      search->coordinates[sharding->axis] =
          onnxopsImplFindShards(&exchange->grid, sharding, search->box[d]);
  }
  onnxopsImplVisitRanks(search);
}

/// Finds the needs of the rank, in `needs`, and who has them.
static bool planReceives(const OnnxopsExchange *exchange, int64_t rank,
                         const OnnxopsPlanVisitor *visitor, Needs *needs) {
  const OnnxopsGrid *grid = &exchange->grid;
  Search search = {.exchange = exchange,
                   .skipped = -1,
                   .rank = rank,
                   .state = visitor,
                   .found = foundSender};
  for (int64_t d = 0; d < exchange->dimensions; ++d)
    search.box[d] = onnxopsImplShardOfRank(grid, &exchange->to[d], rank);
  if (!onnxopsImplFindNeeds(exchange, search.box[exchange->dimension], needs))
    return false;
  for (int64_t i = 0; i < needs->count; ++i)
    visitNeed(&search, &needs->needs[i]);
  if (!visitor->repeat || hasEmptyBox(&search))
    return true;
  for (int64_t i = 0; i < needs->repeatCount; ++i)
    visitor->repeat(visitor->state, &needs->repeats[i]);
  return true;
}

bool onnxopsPlanExchange(const OnnxopsExchange *exchange, int64_t rank,
                         const OnnxopsPlanVisitor *visitor) {
  Needs needs = {0};
  bool hasMemory =
      planReceives(exchange, rank, visitor, &needs) &&
      (!visitor->send || onnxopsImplPlanSends(exchange, rank, visitor, &needs));
  onnxopsImplFreeNeeds(&needs);
  return hasMemory;
}
