/*===- Bound.c - the fewest elements that an exchange can move ------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Counted by intervals: who has what a rank needs does not matter.
 *
 *===--------------------------------------------------------------------===*/

#include "Needs.h"

static int64_t lengthOf(Interval interval) {
  return onnxopsImplIsEmpty(interval) ? 0 : interval.end - interval.begin;
}

int64_t onnxopsExchangeBound(const OnnxopsExchange *exchange, int64_t rank) {
  const OnnxopsGrid *grid = &exchange->grid;
  Needs needs = {0};
  Interval wanted =
      onnxopsImplShardOfRank(grid, &exchange->to[exchange->dimension], rank);
  int64_t bound = 0;
  if (!onnxopsImplFindNeeds(exchange, wanted, &needs))
    bound = -1;
  for (int64_t i = 0; i < needs.count && bound >= 0; ++i) {
    const Need *need = &needs.needs[i];
    const OnnxopsSharding *from =
        onnxopsImplShardingsOf(exchange, need->source);
    int64_t needed = 1, held = 1;
    for (int64_t d = 0; d < exchange->dimensions; ++d) {
      Interval interval =
          d == exchange->dimension
              ? (Interval){need->begin, need->end}
              : onnxopsImplShardOfRank(grid, &exchange->to[d], rank);
      needed *= lengthOf(interval);
      held *= lengthOf(onnxopsImplIntersect(
          interval, onnxopsImplShardOfRank(grid, &from[d], rank)));
    }
    bound += needed - held;
  }
  onnxopsImplFreeNeeds(&needs);
  return bound;
}
