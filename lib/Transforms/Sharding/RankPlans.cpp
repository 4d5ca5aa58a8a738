//===- RankPlans.cpp - what all ranks do in an exchange -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each part is planned by its sender. Positions in whole tensors become those
// in shards.
//
//===----------------------------------------------------------------------===//

#include "RankPlans.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
/// Whose plan is visited.
struct Visit {
  const OnnxopsExchange &exchange;
  RankPlans &plans;
  int64_t rank;
};
} // namespace

static int64_t getBegin(const OnnxopsExchange &exchange,
                        const OnnxopsSharding &sharding, int64_t rank) {
  return sharding
      .offsets[onnxopsGridCoordinate(&exchange.grid, rank, sharding.axis)];
}

static void addTransfer(void *state, const OnnxopsPart *part) {
  auto *visit = static_cast<Visit *>(state);
  const OnnxopsExchange &exchange = visit->exchange;
  const int64_t dimensions = exchange.dimensions;
  Transfer transfer = {int64_t(visit->plans.transfers.size()),
                       part->sender,
                       part->receiver,
                       part->source,
                       {},
                       {},
                       {}};
  for (int64_t d = 0; d < dimensions; ++d) {
    int64_t inResult =
        d == exchange.dimension ? part->resultBegin : part->begin[d];
    transfer.from.push_back(
        part->begin[d] - getBegin(exchange,
                                  exchange.from[part->source * dimensions + d],
                                  part->sender));
    transfer.to.push_back(inResult -
                          getBegin(exchange, exchange.to[d], part->receiver));
    transfer.sizes.push_back(part->sizes[d]);
  }
  visit->plans.transfers.push_back(std::move(transfer));
}

static void addRepeat(void *state, const OnnxopsRepeat *repeat) {
  auto *visit = static_cast<Visit *>(state);
  const OnnxopsExchange &exchange = visit->exchange;
  int64_t begin =
      getBegin(exchange, exchange.to[exchange.dimension], visit->rank);
  visit->plans.repeats.push_back(
      {visit->rank, repeat->from - begin, repeat->to - begin, repeat->length});
}

bool RankPlans::plan(const KnownExchange &exchange) {
  Visit visit = {exchange.get(), *this, 0};
  OnnxopsPlanVisitor visitor = {&visit, addTransfer, /*receive=*/nullptr,
                                addTransfer, addRepeat};
  const int64_t ranks = exchange.getRanks();
  for (; visit.rank < ranks; ++visit.rank)
    if (!onnxopsPlanExchange(&exchange.get(), visit.rank, &visitor))
      return false;
  llvm::sort(transfers, [&](const Transfer &a, const Transfer &b) {
    auto getKey = [&](const Transfer &transfer) {
      int64_t round = (transfer.receiver - transfer.sender + ranks) % ranks;
      return std::tuple(round, transfer.sender, transfer.number);
    };
    return getKey(a) < getKey(b);
  });
  return true;
}
