//===- ParallelTest.cpp - the work of a call in ranges --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtParallelFor: how work is divided, and that the context's pool runs
// it. Contexts without a pool are tested in OpenMPTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "RuntimeTest.h"

#include <algorithm>
#include <mutex>

using namespace mlir::onnxops::test;

namespace {

using Range = std::pair<int64_t, int64_t>;

/// The ranges on which a kernel was run.
struct Record {
  std::mutex mutex;
  std::vector<Range> ranges;

  static void kernel(const int64_t *table, int64_t begin, int64_t end) {
    auto *record = reinterpret_cast<Record *>(table[0]);
    std::lock_guard<std::mutex> guard(record->mutex);
    record->ranges.push_back({begin, end});
  }
};

class ParallelTest : public RuntimeTest {
protected:
  ParallelTest() {
    onnxopsContextSetParallelFor(context, Pool::parallelFor, &pool);
  }

  /// The ranges of a call in order, and an empty one at the end.
  std::vector<Range> run(int64_t count, int64_t grain, int64_t threads) {
    Record record;
    int64_t table[] = {reinterpret_cast<int64_t>(&record)};
    onnxopsRtParallelFor(context, Record::kernel, table, 1, count, grain,
                         threads);
    std::sort(record.ranges.begin(), record.ranges.end());
    return std::move(record.ranges);
  }

  Pool pool;
};

TEST_F(ParallelTest, RangesAreEvenAndBeginAtBlocks) {
  using Ranges = std::vector<Range>;
  EXPECT_EQ(run(8, 1, 2), (Ranges{{0, 4}, {4, 8}}));
  EXPECT_EQ(run(10, 4, 2), (Ranges{{0, 8}, {8, 10}}));
  EXPECT_EQ(run(10, 1, 4), (Ranges{{0, 3}, {3, 6}, {6, 8}, {8, 10}}));
  EXPECT_EQ(run(3, 1, 5), (Ranges{{0, 1}, {1, 2}, {2, 3}}));
  EXPECT_EQ(pool.calls, 4);
  EXPECT_EQ(pool.ranges, 2 + 2 + 4 + 3);
}

TEST_F(ParallelTest, RangesMakeUpTheWhole) {
  for (int64_t count : {1, 2, 7, 64, 65, 1000, 4097})
    for (int64_t grain : {1, 2, 3, 16, 64, 5000})
      for (int64_t threads : {1, 2, 3, 4, 7, 64}) {
        std::vector<Range> ranges = run(count, grain, threads);
        ASSERT_FALSE(ranges.empty());
        EXPECT_LE(int64_t(ranges.size()), threads);
        EXPECT_EQ(ranges.front().first, 0);
        EXPECT_EQ(ranges.back().second, count);
        int64_t blocks = (count + grain - 1) / grain;
        for (size_t i = 0; i < ranges.size(); ++i) {
          auto [begin, end] = ranges[i];
          EXPECT_LT(begin, end);
          EXPECT_EQ(begin % grain, 0);
          if (i > 0)
            EXPECT_EQ(begin, ranges[i - 1].second);
          int64_t own = (end - begin + grain - 1) / grain;
          EXPECT_LE(std::abs(own * int64_t(ranges.size()) - blocks),
                    int64_t(ranges.size()) - 1);
        }
      }
}

TEST_F(ParallelTest, OneRangeNeedsNoPool) {
  std::vector<Range> whole = {{0, 100}};
  EXPECT_EQ(run(100, 1, 1), whole);
  EXPECT_EQ(run(100, 100, 8), whole);
  EXPECT_EQ(run(100, INT64_MAX, 8), whole);
  EXPECT_EQ(run(100, 1, 0), whole);
  EXPECT_EQ(run(100, 1, -5), whole);
  EXPECT_EQ(run(1, 0, 4), (std::vector<Range>{{0, 1}}));
  EXPECT_EQ(pool.calls, 0);
}

TEST_F(ParallelTest, NothingToDoRunsNothing) {
  EXPECT_TRUE(run(0, 1, 4).empty());
  EXPECT_TRUE(run(-1, 1, 4).empty());
  EXPECT_EQ(pool.calls, 0);
}

TEST_F(ParallelTest, ExtremesDoNotOverflow) {
  EXPECT_EQ(run(INT64_MAX, 1, INT64_MAX).size(), ONNXOPS_MAX_THREADS);
  EXPECT_EQ(run(INT64_MAX, 64, 3).back().second, INT64_MAX);
  std::vector<Range> halves = {{0, INT64_MAX - 1}, {INT64_MAX - 1, INT64_MAX}};
  EXPECT_EQ(run(INT64_MAX, INT64_MAX - 1, 4), halves);
  EXPECT_EQ(run(4, 0, 4).size(), 4u);
  EXPECT_EQ(run(4, -1, 4).size(), 4u);
}

TEST_F(ParallelTest, PoolStaysFromCallToCall) {
  Signature signature({}, {});
  OnnxopsValue slot = {};
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(
        onnxopsRtEnter(context, &slot, 0, signature.data(), signature.names()),
        0);
    EXPECT_EQ(run(4, 1, 2).size(), 2u);
    EXPECT_EQ(onnxopsRtLeave(context, 0), 0);
  }
  EXPECT_EQ(pool.calls, 2);
}

TEST_F(ParallelTest, NullRestoresTheDefault) {
  onnxopsContextSetParallelFor(context, nullptr, nullptr);
  EXPECT_EQ(run(4, 1, 2).size(), 2u);
  EXPECT_EQ(pool.calls, 0);
  onnxopsContextSetParallelFor(nullptr, Pool::parallelFor, &pool);
}

/// Adds one to each of the bytes of a range.
void addOne(const int64_t *table, int64_t begin, int64_t end) {
  auto *bytes = reinterpret_cast<unsigned char *>(table[0]);
  for (int64_t i = begin; i < end; ++i)
    ++bytes[i];
}

TEST_F(ParallelTest, ThreadsOfThePoolDoTheWork) {
  pool.isThreaded = true;
  std::vector<unsigned char> bytes(100003);
  int64_t table[] = {reinterpret_cast<int64_t>(bytes.data())};
  onnxopsRtParallelFor(context, addOne, table, 1, bytes.size(), 64, 7);
  EXPECT_EQ(pool.ranges, 7);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 1), 100003);
}

/// Adds the words of the table behind the first to the bytes of a range.
void addAll(const int64_t *table, int64_t begin, int64_t end) {
  auto *bytes = reinterpret_cast<unsigned char *>(table[0]);
  for (int64_t i = begin; i < end; ++i)
    for (int64_t k = 0; k < table[1]; ++k)
      bytes[i] += table[2 + k];
}

// The context keeps a table that grows and shrinks.
TEST_F(ParallelTest, EachCallHasItsTable) {
  pool.isThreaded = true;
  for (int64_t words : {0, 1, 30, 30, 7, 3000, 3000, 2}) {
    std::vector<unsigned char> bytes(100);
    std::vector<int64_t> table{reinterpret_cast<int64_t>(bytes.data()), words};
    unsigned char sum = 0;
    for (int64_t k = 0; k < words; ++k) {
      table.push_back(k + words);
      sum += k + words;
    }
    const std::vector<int64_t> before = table;
    onnxopsRtParallelFor(context, addAll, table.data(), table.size(),
                         bytes.size(), 1, 3);
    EXPECT_EQ(std::count(bytes.begin(), bytes.end(), sum), 100);
    EXPECT_EQ(table, before);
  }
}

} // namespace
