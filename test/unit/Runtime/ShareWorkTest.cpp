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

#include <chrono>
#include <mutex>
#include <set>
#include <thread>

static constexpr int64_t kLittle = 2 * ONNXOPS_LEAST_SHARED, kMuch = 2 << 20;

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
};
} // namespace

static void run(const int64_t *table, int64_t begin, int64_t end) {
  auto *work = reinterpret_cast<Work *>(table[0]);
  std::lock_guard<std::mutex> guard(work->mutex);
  work->threads.insert(std::this_thread::get_id());
  work->units += end - begin;
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

static void sleep() {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

static void runSlowly(const int64_t *table, int64_t begin, int64_t end) {
  sleep();
  run(table, begin, end);
}

static void runLate(void *pool, int64_t ranges,
                    void (*task)(void *state, int64_t range), void *state) {
  sleep();
  runAlone(pool, ranges, task, state);
}

// The ranges of the call after the one that measures the pool.
static int64_t countRanges(OnnxopsParallelFor parallelFor, OnnxopsKernel kernel,
                           int64_t bytes) {
  OnnxopsContext *context = onnxopsContextCreate();
  int64_t ranges = 0;
  onnxopsContextSetParallelFor(context, parallelFor, &ranges);
  for (int call = 0; call < 20; ++call)
    EXPECT_EQ(countThreads(context, 3, ONNXOPS_LEAST_SHARED, kernel), 1);
  ranges = 0;
  EXPECT_EQ(countThreads(context, 3, bytes, kernel), 1);
  onnxopsContextDestroy(context);
  return ranges;
}

// What a pool costs decides who does little work.
TEST(ShareWorkTest, PoolsAreMeasured) {
  EXPECT_EQ(countRanges(runAlone, runSlowly, ONNXOPS_LEAST_SHARED), 3);
  EXPECT_EQ(countRanges(runLate, run, (512 << 10) - 1), 0);
  EXPECT_EQ(countRanges(runLate, run, 512 << 10), 3);
}

TEST(ShareWorkTest, PoolsPayForThreeTimesTheirCost) {
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 500, 100), 600);
  EXPECT_EQ(onnxopsImplLeastPooled(1000, 0, 0), 0);
}
