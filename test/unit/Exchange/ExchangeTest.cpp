//===- ExchangeTest.cpp - tests of exchanges between threads --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exchanges with memory of any strides. Bytes that no element has stay as they
// are, and what is sent is counted.
//
//===----------------------------------------------------------------------===//

#include "Participant.h"
#include "Ranks.h"

#include <gtest/gtest.h>

TEST(ExchangeTest, FillsTheResult) {
  for (unsigned seed = 0; seed < 400 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomExchange random(seed);
    std::mt19937 generator(seed);
    int64_t elementBytes = int64_t(1) << generator() % 5;
    std::vector<Participant> participants;
    int64_t bound = 0;
    for (int64_t rank = 0; rank < random.getRanks(); ++rank) {
      participants.emplace_back(random, rank, elementBytes, generator);
      bound += onnxopsExchangeBound(&random.exchange, rank);
    }
    Ranks ranks(random.getRanks());
    int64_t sent = 0;
    for (const Outcome &outcome :
         ranks.call([&](OnnxopsContext *context, int64_t rank) {
           return onnxopsRtExchange(
               context, participants[rank].makeTable().data(), "Concat");
         })) {
      EXPECT_EQ(outcome.status, 0) << outcome.error;
      sent += outcome.bytesSent;
    }
    for (const Participant &participant : participants)
      EXPECT_TRUE(participant.isRight());
    EXPECT_EQ(sent, bound * elementBytes);
  }
}

// One rank needs no transport.
TEST(ExchangeTest, OneRank) {
  OnnxopsContext *context = onnxopsContextCreate();
  // Three elements, twice.
  uint16_t source[] = {1, 2, 3}, result[6] = {};
  int64_t table[] = {1,
                     1,
                     0,
                     2,
                     1,
                     1,
                     1,
                     int64_t(reinterpret_cast<intptr_t>(result)),
                     6,
                     1,
                     -1,
                     0,
                     int64_t(reinterpret_cast<intptr_t>(source)),
                     3,
                     1,
                     -1,
                     0,
                     0,
                     0,
                     3,
                     2,
                     0};
  Outcome outcome = Ranks::callOn(
      context, 1,
      [&](OnnxopsContext *context, int64_t) {
        return onnxopsRtExchange(context, table, "Tile");
      },
      0);
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_EQ(std::vector<uint16_t>(result, result + 6),
            (std::vector<uint16_t>{1, 2, 3, 1, 2, 3}));
  onnxopsContextDestroy(context);
}

TEST(ExchangeTest, OffsetsFromSizes) {
  Ranks ranks(6);
  static const int64_t grid[] = {2, 3};
  for (const Outcome &outcome :
       ranks.call([&](OnnxopsContext *context, int64_t rank) {
         int64_t offsets[4];
         int32_t status = onnxopsRtGatherOffsets(context, 10 + rank % 3, grid,
                                                 2, 1, offsets, "x");
         EXPECT_EQ(std::vector<int64_t>(offsets, offsets + 4),
                   (std::vector<int64_t>{0, 10, 21, 33}));
         return status;
       }))
    EXPECT_EQ(outcome.status, 0) << outcome.error;
}
