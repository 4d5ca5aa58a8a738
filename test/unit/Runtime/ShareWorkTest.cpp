//===- ShareWorkTest.cpp - when threads share work ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rule, by times that are given, and the threads that work runs on.
//
//===----------------------------------------------------------------------===//

#include "onnxops/ABI/GeneratedCode.h"

extern "C" {
#include "Parallel.h"
}

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

static constexpr int64_t kLittle = 128 << 10, kMuch = 2 << 20;

TEST(ShareWorkTest, AwakeThreadsShareLittle) {
  RecentWork recent = {};
  recent.shared = 1000;
  EXPECT_TRUE(onnxopsImplPays(&recent, 1000, 200, kLittle));
  EXPECT_TRUE(onnxopsImplPays(&recent, 1189, 200, kLittle));
  EXPECT_FALSE(onnxopsImplPays(&recent, 1000, 200, kLittle - 1));
  EXPECT_FALSE(onnxopsImplPays(&recent, 1190, 200, kLittle));
  EXPECT_TRUE(onnxopsImplPays(&recent, 1190, 1000, kLittle));
}

TEST(ShareWorkTest, SleepingThreadsShareMuch) {
  for (int64_t blockTime : {0, 200}) {
    RecentWork recent = {};
    EXPECT_FALSE(onnxopsImplPays(&recent, 5000, blockTime, kMuch - 1));
    EXPECT_TRUE(onnxopsImplPays(&recent, 5000, blockTime, kMuch));
  }
}

// As much as would have paid for waking the threads.
TEST(ShareWorkTest, FrequentWorkWakesThreads) {
  RecentWork recent = {};
  int64_t alone = 0;
  while (!onnxopsImplPays(&recent, 7000 + alone, 200, kMuch / 4))
    ++alone;
  EXPECT_EQ(alone, 31);
  recent.shared = 7000 + alone;
  EXPECT_TRUE(onnxopsImplPays(&recent, 7000 + alone, 200, kLittle));
}

TEST(ShareWorkTest, RareWorkDoesNotWakeThreads) {
  RecentWork recent = {};
  for (int64_t i = 0; i < 1000; ++i)
    EXPECT_FALSE(onnxopsImplPays(&recent, 101 * i + 1, 200, kMuch / 4));
}

// Where threads never stay awake, waking them for little never pays.
TEST(ShareWorkTest, PassiveThreadsShareMuchAlone) {
  RecentWork recent = {};
  recent.shared = 1000;
  for (int64_t i = 0; i < 1000; ++i)
    EXPECT_FALSE(onnxopsImplPays(&recent, 1000, 0, kMuch / 4));
}

static constexpr int64_t kUnits = 1000;

namespace {
/// The threads that ran, and how many units they did.
struct Work {
  std::mutex mutex;
  std::set<std::thread::id> threads;
  int64_t units = 0;
  int64_t firstUnits = 0; ///< of the first range
};
} // namespace

static void run(const int64_t *table, int64_t begin, int64_t end) {
  auto *work = reinterpret_cast<Work *>(table[0]);
  std::lock_guard<std::mutex> guard(work->mutex);
  work->threads.insert(std::this_thread::get_id());
  work->units += end - begin;
  if (begin == 0)
    work->firstUnits = end;
}

// The number of threads that share work of so many bytes, or -1 if it is not
// done.
static int64_t countThreads(OnnxopsContext *context, int64_t threads,
                            int64_t bytes, OnnxopsKernel kernel = run) {
  Work work;
  int64_t table[] = {reinterpret_cast<int64_t>(&work)};
  onnxopsRtShareWork(context, kernel, table, 1, kUnits, /*grain=*/1, threads,
                     bytes);
  return work.units == kUnits ? int64_t(work.threads.size()) : -1;
}

TEST(ShareWorkTest, LittleWorkStaysOnTheCaller) {
  for (int64_t bytes : {int64_t(-1), int64_t(0), kLittle - 1})
    EXPECT_EQ(countThreads(nullptr, 4, bytes), 1);
}

TEST(ShareWorkTest, MuchWorkIsShared) {
  if (!onnxopsImplHasOpenMP())
    GTEST_SKIP() << "there is no OpenMP library";
  EXPECT_EQ(countThreads(nullptr, 3, kMuch), 3);
  EXPECT_EQ(countThreads(nullptr, 3, INT64_MAX), 3);
  EXPECT_EQ(countThreads(nullptr, 1, kMuch), 1);
}

// A region tells the next call of the context that threads may be awake.
TEST(ShareWorkTest, ContextsRememberRegions) {
  if (!onnxopsImplHasOpenMP())
    GTEST_SKIP() << "there is no OpenMP library";
  OnnxopsContext *context = onnxopsContextCreate();
  EXPECT_EQ(countThreads(context, 3, kLittle), 1);
  EXPECT_EQ(countThreads(context, 3, kMuch), 3);
  EXPECT_GT(context->recent.shared, 0);
  onnxopsContextDestroy(context);
}

static void runAlone(void *pool, int64_t ranges,
                     void (*task)(void *state, int64_t range), void *state) {
  *static_cast<int64_t *>(pool) = ranges;
  for (int64_t range = 0; range < ranges; ++range)
    task(state, range);
}

// Whether threads would be asleep is not asked of a caller's pool.
TEST(ShareWorkTest, PoolsShareLittle) {
  OnnxopsContext *context = onnxopsContextCreate();
  int64_t ranges = 0;
  onnxopsContextSetParallelFor(context, runAlone, &ranges);
  EXPECT_EQ(countThreads(context, 3, ONNXOPS_LEAST_SHARED), 1);
  EXPECT_EQ(ranges, 3);
  ranges = 0;
  EXPECT_EQ(countThreads(context, 3, ONNXOPS_LEAST_SHARED - 1), 1);
  EXPECT_EQ(ranges, 0);
  onnxopsContextDestroy(context);
}

static void sleepFor(int64_t milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// Takes a third of the time for a third of the work.
static void runSlowly(const int64_t *table, int64_t begin, int64_t end) {
  sleepFor((end - begin) * 30 / kUnits);
  run(table, begin, end);
}

// Ranges that take what they need from each other.
static void runInTurns(const int64_t *table, int64_t begin, int64_t end) {
  sleepFor(end - begin < kUnits ? 10 : 1);
  run(table, begin, end);
}

static void runLate(void *pool, int64_t ranges,
                    void (*task)(void *state, int64_t range), void *state) {
  sleepFor(1);
  runAlone(pool, ranges, task, state);
}

static void runInThreads(void *pool, int64_t ranges,
                         void (*task)(void *state, int64_t range),
                         void *state) {
  *static_cast<int64_t *>(pool) = ranges;
  std::vector<std::thread> threads;
  for (int64_t range = 0; range < ranges; ++range)
    threads.emplace_back(task, state, range);
  for (std::thread &thread : threads)
    thread.join();
}

// The ranges of the call after the one that measures the pool.
static int64_t countRanges(OnnxopsParallelFor parallelFor, OnnxopsKernel kernel,
                           int64_t bytes) {
  OnnxopsContext *context = onnxopsContextCreate();
  int64_t ranges = 0;
  onnxopsContextSetParallelFor(context, parallelFor, &ranges);
  for (int call = 0; call < 20; ++call)
    EXPECT_GE(countThreads(context, 3, ONNXOPS_LEAST_SHARED, kernel), 1);
  ranges = 0;
  EXPECT_GE(countThreads(context, 3, bytes, kernel), 1);
  onnxopsContextDestroy(context);
  return ranges;
}

// What a pool costs, and what it gains, decides who does little work.
TEST(ShareWorkTest, PoolsAreMeasured) {
  const int64_t much = 512 << 10;
  EXPECT_EQ(countRanges(runInThreads, runSlowly, ONNXOPS_LEAST_SHARED), 3);
  EXPECT_EQ(countRanges(runAlone, runInTurns, ONNXOPS_LEAST_SHARED), 0);
  EXPECT_EQ(countRanges(runLate, run, much - 1), 0);
  EXPECT_EQ(countRanges(runLate, run, much), 3);
}

TEST(ShareWorkTest, PoolsPayForThreeTimesTheirCost) {
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 500, 100, 300), 600);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 500, 100, 0), 600);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 500, 0, 0), 0);
}

TEST(ShareWorkTest, PoolsThatGainNothingGetMoreWork) {
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 800, 80, 799), 300);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 800, 80, 800), 2300);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 0, 0, 0), 2000);
}

// Even if an empty region seemed too long for so little work.
TEST(ShareWorkTest, PoolsThatGainMuchGetAsMuchWork) {
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 800, 400, 699), 1000);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 800, 400, 700), 1500);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 800, 80, 699), 300);
}

// As runAlone, but other threads run the ranges behind the first one, or those
// before the last one.
static void runFirstHere(void *, int64_t ranges,
                         void (*task)(void *state, int64_t range),
                         void *state) {
  sleepFor(5);
  std::thread others([&] {
    for (int64_t range = 1; range < ranges; ++range)
      task(state, range);
  });
  task(state, 0);
  others.join();
}

static void runLastHere(void *, int64_t ranges,
                        void (*task)(void *state, int64_t range), void *state) {
  sleepFor(2);
  std::thread others([&] {
    for (int64_t range = 0; range + 1 < ranges; ++range)
      task(state, range);
  });
  task(state, ranges - 1);
  others.join();
}

// The units of the first of three ranges once the pool has been measured.
static int64_t countFirstUnits(OnnxopsParallelFor parallelFor, int64_t bytes,
                               int64_t units, int64_t grain,
                               OnnxopsKernel kernel = runSlowly) {
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetParallelFor(context, parallelFor, nullptr);
  for (int call = 0; call < 20; ++call)
    EXPECT_GE(countThreads(context, 3, ONNXOPS_LEAST_SHARED, kernel), 1);
  Work work;
  int64_t table[] = {reinterpret_cast<int64_t>(&work)};
  onnxopsRtShareWork(context, run, table, 1, units, grain, 3, bytes);
  EXPECT_EQ(work.units, std::max<int64_t>(units, 0));
  onnxopsContextDestroy(context);
  return work.firstUnits;
}

// A region of 5 ms, in which one thread would do a sixth of the work.
TEST(ShareWorkTest, CallersBeginBeforeOthers) {
  const int64_t much = 512 << 10;
  int64_t little = countFirstUnits(runFirstHere, ONNXOPS_LEAST_SHARED, 1000, 1);
  EXPECT_GT(little, 334);
  EXPECT_LT(little, 998);
  int64_t more = countFirstUnits(runFirstHere, much, 1000, 1);
  EXPECT_GE(more, 334);
  EXPECT_LT(more, little);
}

// Even if one thread would do all of the work in the time of a region.
TEST(ShareWorkTest, LaterRangesHaveABlockEach) {
  const int64_t much = 512 << 10;
  EXPECT_EQ(countFirstUnits(runFirstHere, much, 1000, 1, run), 998);
  EXPECT_EQ(countFirstUnits(runFirstHere, much, 1500, 500, run), 500);
  EXPECT_EQ(countFirstUnits(runFirstHere, much, 2, 1, run), 1);
}

TEST(ShareWorkTest, RangesOfOtherThreadsAreEven) {
  EXPECT_EQ(countFirstUnits(runLastHere, 512 << 10, 1000, 1), 334);
}

// So are those of much work, and of units that do not write a byte each.
TEST(ShareWorkTest, RangesOfMuchWorkAreEven) {
  EXPECT_EQ(countFirstUnits(runFirstHere, 512 << 10, 1 << 20, 1),
            (1 << 20) / 3 + 1);
  EXPECT_EQ(countFirstUnits(runFirstHere, 1 << 20, 1000, 1), 334);
  EXPECT_EQ(countFirstUnits(runFirstHere, INT64_MAX, 1000, 1), 334);
}

TEST(ShareWorkTest, NoUnitsHaveNoRanges) {
  for (int64_t units : {int64_t(0), int64_t(-1), INT64_MIN})
    EXPECT_EQ(countFirstUnits(runFirstHere, 512 << 10, units, 1), 0);
}
