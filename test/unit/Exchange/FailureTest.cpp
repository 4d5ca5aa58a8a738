//===- FailureTest.cpp - tests of failures on one of several ranks --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What fails on one rank fails on all, at once: a test that waits for ever is a
// failure.
//
//===----------------------------------------------------------------------===//

#include "../Runtime/AllocationFailure.h"
#include "Ranks.h"
#include "onnxops/ABI/Limits.h"

#include <gtest/gtest.h>

#include <limits>

using mlir::onnxops::test::AllocationFailure;

static constexpr int64_t kRanks = 4;
static constexpr int64_t kRows[] = {0, 1, 2, 3, 4};
static constexpr int64_t kColumns[] = {0, 2, 4, 6, 8};

namespace {

/// An exchange that gives each of four ranks two elements of every rank.
struct Transposition {
  explicit Transposition(int64_t rank) : source(8), result(8, 255) {
    for (int64_t i = 0; i < 8; ++i)
      source[i] = static_cast<unsigned char>(10 * rank + i);
    // From columns to rows: both are 4 x 8, sharded along one dimension each.
    table = {1, 2, 0, 1, 1, 1, kRanks};
    addTensor(result.data(), {{1, 8, 0, addressOf(kRows)}, {8, 1, -1, 0}});
    addTensor(source.data(), {{4, 2, -1, 0}, {2, 1, 0, addressOf(kColumns)}});
    table.insert(table.end(), {0, 0, 4, 1, 0});
  }

  static int64_t addressOf(const int64_t *offsets) {
    return int64_t(reinterpret_cast<intptr_t>(offsets));
  }

  void addTensor(unsigned char *data,
                 const std::vector<std::vector<int64_t>> &dimensions) {
    table.push_back(int64_t(reinterpret_cast<intptr_t>(data)));
    for (const std::vector<int64_t> &words : dimensions)
      table.insert(table.end(), words.begin(), words.end());
  }

  int32_t run(OnnxopsContext *context) {
    return onnxopsRtExchange(context, table.data(), "node 'c'");
  }

  std::vector<unsigned char> source, result;
  std::vector<int64_t> table;
};

} // namespace

/// Expects that all ranks failed: one with a message of its own, which contains
/// `text`, and others because of it.
static void expectFailure(const std::vector<Outcome> &outcomes, int64_t failing,
                          const std::string &text) {
  for (int64_t rank = 0; rank < kRanks; ++rank) {
    EXPECT_EQ(outcomes[rank].status, 1);
    std::string expected =
        rank == failing ? text : "rank " + std::to_string(failing) + " failed";
    EXPECT_NE(outcomes[rank].error.find(expected), std::string::npos)
        << outcomes[rank].error;
  }
}

static void expectSuccess(Ranks &ranks) {
  for (const Outcome &outcome :
       ranks.call([](OnnxopsContext *context, int64_t rank) {
         Transposition transposition(rank);
         int32_t status = transposition.run(context);
         std::vector<unsigned char> expected;
         for (int64_t from = 0; from < kRanks; ++from)
           for (int64_t i = 0; i < 2; ++i)
             expected.push_back(
                 static_cast<unsigned char>(10 * from + 2 * rank + i));
         EXPECT_EQ(transposition.result, expected);
         return status;
       })) {
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.bytesSent, 6);
  }
}

// Breaks shard-r7.
TEST(ShardFailureTest, WrongSize) {
  Ranks ranks(kRanks);
  for (int64_t failing = 0; failing < kRanks; ++failing) {
    expectFailure(ranks.call([&](OnnxopsContext *context, int64_t rank) {
      Transposition transposition(rank);
      if (rank == failing)
        transposition.table[8] = 7;
      return transposition.run(context);
    }),
                  failing,
                  "node 'c': expected result 0 to have the size 1 in "
                  "dimension 0 on rank " +
                      std::to_string(failing) + ", but got 7");
    expectSuccess(ranks);
  }
}

// A check of compiled code, before ranks meet and after. Breaks shard-r7.
TEST(ShardFailureTest, Check) {
  Ranks ranks(kRanks);
  for (bool isLate : {false, true})
    for (int64_t failing = 0; failing < kRanks; ++failing) {
      expectFailure(ranks.call([&](OnnxopsContext *context, int64_t rank) {
        Transposition transposition(rank);
        int32_t status = isLate ? transposition.run(context) : 0;
        if (rank == failing) {
          onnxopsRtFail(context, "expected less", nullptr, 0);
          return 1;
        }
        return isLate ? status : transposition.run(context);
      }),
                    failing, "expected less");
      expectSuccess(ranks);
    }
}

// Breaks shard-r7.
TEST(ShardFailureTest, Cancelled) {
  Ranks ranks(kRanks);
  onnxopsContextSetCancelled(ranks.contexts[2], 1);
  expectFailure(ranks.call([&](OnnxopsContext *context, int64_t rank) {
    return Transposition(rank).run(context);
  }),
                2, "cancelled");
  onnxopsContextSetCancelled(ranks.contexts[2], 0);
  expectSuccess(ranks);
}

// Breaks shard-r7.
TEST(ShardFailureTest, EveryAllocation) {
  Ranks ranks(kRanks);
  std::vector<Transposition> transpositions;
  for (int64_t rank = 0; rank < kRanks; ++rank)
    transpositions.emplace_back(rank);
  expectSuccess(ranks);
  bool hasFailed = true;
  for (int64_t failing = 0; hasFailed; ++failing) {
    // Threads do not exist yet when allocations begin to fail.
    std::vector<Outcome> outcomes;
    {
      AllocationFailure failure(failing);
      outcomes = ranks.call([&](OnnxopsContext *context, int64_t rank) {
        return transpositions[rank].run(context);
      });
      hasFailed = failure.hasFailed();
    }
    for (const Outcome &outcome : outcomes) {
      EXPECT_EQ(outcome.status, hasFailed ? 1 : 0) << outcome.error;
      EXPECT_NE(outcome.error.empty(), hasFailed);
    }
    EXPECT_LT(failing, 1000);
  }
  expectSuccess(ranks);
}

// Breaks shard-r6.
TEST(ShardFailureTest, WrongNumberOfRanks) {
  Ranks ranks(3);
  for (const Outcome &outcome :
       ranks.call(4, [](OnnxopsContext *, int64_t) { return 0; })) {
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.error, "expected 4 ranks, for which the code was "
                             "compiled, but got 3");
  }
  OnnxopsContext *alone = onnxopsContextCreate();
  Outcome outcome =
      Ranks::callOn(alone, 2, [](OnnxopsContext *, int64_t) { return 0; }, 0);
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.error, "expected 2 ranks, for which the code was "
                           "compiled, but got 1");
  onnxopsContextDestroy(alone);
}

/// Sends a box to a peer, or none, and receives one of the same sizes, or none.
static int32_t exchangeOne(OnnxopsContext *context,
                           const OnnxopsTransfer &transfer, int64_t sends,
                           int64_t receives) {
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  const char *error =
      transport->exchange(transport, &transfer, sends, &transfer, receives);
  if (error)
    onnxopsRtFail(context, error, nullptr, 0);
  return error ? 1 : 0;
}

// What only ranks with different tables would do.
TEST(ShardFailureTest, OtherSizes) {
  Ranks ranks(kRanks);
  std::vector<Outcome> outcomes =
      ranks.call([&](OnnxopsContext *context, int64_t rank) {
        static const int64_t sizes[] = {1, 2}, strides[] = {1};
        unsigned char bytes[2] = {};
        OnnxopsTransfer transfer = {rank ^ 1,          bytes,  1, 1,
                                    &sizes[rank == 1], strides};
        return exchangeOne(context, transfer, rank != 2, 1);
      });
  for (const Outcome &outcome : outcomes)
    EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcomes[0].error, "expected 1 bytes from rank 1, but got 2");
  EXPECT_EQ(outcomes[1].error, "expected 2 bytes from rank 0, but got 1");
  EXPECT_EQ(outcomes[2].error, "rank 0 failed");
  EXPECT_EQ(outcomes[3].error, "expected 1 bytes from rank 2, but got 0");
  expectSuccess(ranks);
}

// As many bytes, of other sizes: a copy would read behind what is sent.
TEST(ShardFailureTest, TransposedSizes) {
  Ranks ranks(kRanks);
  std::vector<Outcome> outcomes = ranks.call([&](OnnxopsContext *context,
                                                 int64_t rank) {
    const int64_t sizes[] = {rank == 0 ? 2 : 3, rank == 0 ? 3 : 2};
    const int64_t strides[] = {sizes[1], 1};
    std::vector<unsigned char> bytes(6);
    OnnxopsTransfer transfer = {rank ^ 1, bytes.data(), 1, 2, sizes, strides};
    return exchangeOne(context, transfer, 1, 1);
  });
  EXPECT_EQ(outcomes[0].error, "expected the sizes that rank 1 sends, but got "
                               "others of 6 bytes");
  EXPECT_EQ(outcomes[1].error, "expected the sizes that rank 0 sends, but got "
                               "others of 6 bytes");
  expectSuccess(ranks);
}

TEST(ShardFailureTest, MoreThanIsReceived) {
  Ranks ranks(kRanks);
  std::vector<Outcome> outcomes =
      ranks.call([&](OnnxopsContext *context, int64_t rank) {
        static const int64_t sizes[] = {3}, strides[] = {1};
        unsigned char bytes[3] = {};
        OnnxopsTransfer transfer = {rank ^ 1, bytes, 1, 1, sizes, strides};
        return exchangeOne(context, transfer, 1, rank != 2);
      });
  EXPECT_EQ(outcomes[2].error, "expected no more from rank 3, but got 3 bytes");
  expectSuccess(ranks);
}

TEST(ShardFailureTest, SizesOfARow) {
  Ranks ranks(kRanks);
  static const int64_t grid[] = {2, 2};
  for (const Outcome &outcome :
       ranks.call([&](OnnxopsContext *context, int64_t rank) {
         int64_t offsets[3];
         return onnxopsRtGatherOffsets(context, rank == 3 ? 5 : 4, grid, 2, 0,
                                       offsets, "input 'x'");
       })) {
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.error, "input 'x': expected a shard of size 4 on rank 3, "
                             "which other ranks of its row have, but got 5");
  }
  for (const Outcome &outcome :
       ranks.call([&](OnnxopsContext *context, int64_t rank) {
         int64_t offsets[5];
         return onnxopsRtGatherOffsets(context,
                                       std::numeric_limits<int64_t>::max() / 2,
                                       &kRanks, 1, 0, offsets, "input 'x'");
       }))
    EXPECT_EQ(outcome.error, "input 'x': expected a size of less than 2^63");
}

// Code whose grids are not those of the call, as text from anywhere may have.
TEST(ShardFailureTest, OtherGrids) {
  Ranks ranks(kRanks);
  static const int64_t offsets[] = {0, 1, 2, 3, 4, 5};
  for (int64_t count : {3, 5}) {
    std::string got =
        "expected a grid of 4 ranks, but got " + std::to_string(count);
    for (const Outcome &outcome :
         ranks.call([&](OnnxopsContext *context, int64_t) {
           unsigned char source[2] = {}, result[5] = {};
           int64_t table[] = {1,
                              1,
                              0,
                              1,
                              1,
                              1,
                              count,
                              int64_t(reinterpret_cast<intptr_t>(result)),
                              count,
                              1,
                              -1,
                              0,
                              int64_t(reinterpret_cast<intptr_t>(source)),
                              1,
                              1,
                              0,
                              int64_t(reinterpret_cast<intptr_t>(offsets)),
                              0,
                              0,
                              count,
                              1,
                              0};
           return onnxopsRtExchange(context, table, "node 'c'");
         })) {
      EXPECT_EQ(outcome.status, 1);
      EXPECT_EQ(outcome.error, "node 'c': " + got);
    }
    for (const Outcome &outcome :
         ranks.call([&](OnnxopsContext *context, int64_t) {
           int64_t gathered[6];
           return onnxopsRtGatherOffsets(context, 1, &count, 1, 0, gathered,
                                         "input 'x'");
         }))
      EXPECT_EQ(outcome.error, "input 'x': " + got);
  }
  expectSuccess(ranks);
}

TEST(ThreadTransportTest, HasAsManyRanks) {
  for (int64_t wrong : {int64_t(-1), int64_t(0), int64_t(1025),
                        std::numeric_limits<int64_t>::max()})
    EXPECT_EQ(onnxopsThreadTransportsCreate(wrong), nullptr);
  OnnxopsThreadTransports *transports = onnxopsThreadTransportsCreate(1024);
  ASSERT_NE(transports, nullptr);
  EXPECT_EQ(onnxopsThreadTransport(transports, 1023)->rank, 1023);
  EXPECT_EQ(onnxopsThreadTransport(transports, 1024), nullptr);
  EXPECT_EQ(onnxopsThreadTransport(transports, -1), nullptr);
  EXPECT_EQ(onnxopsThreadTransport(nullptr, 0), nullptr);
  onnxopsThreadTransportsDestroy(transports);
  onnxopsThreadTransportsDestroy(nullptr);
}
