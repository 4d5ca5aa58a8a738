//===- TuningTest.cpp - tests of the tuning of copies ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Choices from times that machines have had, and the text of ONNXOPS_TUNING.
// What this machine takes is not tested: any choice copies the same bytes.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"

#include <string>
#include <vector>

extern "C" {
#include "Tuning.h"
}

static constexpr int64_t kMega = 1 << 20;

static std::vector<int64_t> list(const Tuning &tuning) {
  return {tuning.values, tuning.values + TuneCount};
}

// Nanoseconds for `megabytes` at so many GB/s.
static int64_t take(double megabytes, double speed) {
  return int64_t(megabytes * kMega / speed);
}

TEST(Tuning, GuessesFromSizes) {
  Tuning tuning = onnxopsImplGuessTuning({kMega, 32 * kMega});
  EXPECT_EQ(tuning.values[TuneCopied], 20 * kMega);
  EXPECT_EQ(tuning.values[TunePerThread], 0);
  EXPECT_EQ(tuning.values[TuneFilled], 64 * kMega);
  EXPECT_EQ(tuning.values[TunePages], 1);
  EXPECT_GT(tuning.values[TuneLibrary], int64_t(1) << 40);
}

TEST(Tuning, GuessesWithinBounds) {
  Tuning small = onnxopsImplGuessTuning({4096, 8192});
  EXPECT_EQ(small.values[TuneCopied], 16 * kMega);
  EXPECT_EQ(small.values[TuneFilled], 64 * kMega);
  Tuning large = onnxopsImplGuessTuning({INT64_MAX, INT64_MAX});
  EXPECT_EQ(large.values[TuneCopied], 48 * kMega);
  EXPECT_EQ(large.values[TuneFilled], 128 * kMega);
  CopyTimes times = {};
  times.near = times.far = {20, 20};
  times.farStreamed = 10;
  Tuning measured = onnxopsImplChooseTuning({INT64_MAX, INT64_MAX}, &times);
  EXPECT_EQ(measured.values[TuneCopied], 4 * kMega);
}

// A Xeon with 2 MB for each core, whose shared cache is as slow as memory.
TEST(Tuning, KeepsToACoresOwnCache) {
  CopyTimes times = {};
  times.near = {take(.0625, 50), take(.0625, 60)};
  times.far = {take(3, 12.9), take(3, 14)};
  times.farStreamed = take(3, 18);
  times.coldInOrder = take(2, 15.5);
  times.coldPages = take(2, 16.6);
  Tuning tuning = onnxopsImplChooseTuning({2 * kMega, 260 * kMega}, &times);
  EXPECT_EQ(tuning.values[TuneCopied], 4 * kMega);
  EXPECT_EQ(tuning.values[TunePerThread], 1);
  EXPECT_EQ(tuning.values[TuneFilled], 64 * kMega);
  EXPECT_EQ(tuning.values[TunePages], 4);
  EXPECT_GT(tuning.values[TuneLibrary], int64_t(1) << 40);
}

// A Zen 4, with a fast shared cache, and memcpy fast in it.
TEST(Tuning, UsesAFastSharedCache) {
  CopyTimes times = {};
  times.near = {take(.0625, 60), take(.0625, 60)};
  times.far = {take(3, 43.2), take(3, 40.9)};
  times.farStreamed = take(3, 28.4);
  times.wide = {take(8, 34.2), take(8, 28.1)};
  times.coldInOrder = take(2, 17);
  times.coldPages = take(2, 14.6);
  Tuning tuning = onnxopsImplChooseTuning({kMega, 32 * kMega}, &times);
  EXPECT_EQ(tuning.values[TuneCopied], 20 * kMega);
  EXPECT_EQ(tuning.values[TunePerThread], 0);
  EXPECT_EQ(tuning.values[TuneFilled], 64 * kMega);
  EXPECT_EQ(tuning.values[TunePages], 1);
  EXPECT_EQ(tuning.values[TuneLibrary], kMega / 2);
}

// A Zen 3 whose 32 MB other virtual machines use as well.
TEST(Tuning, KeepsToTheShareOfACache) {
  CopyTimes times = {};
  times.near = {take(.0625, 60), take(.0625, 60)};
  times.far = {take(3, 30), take(3, 29.9)};
  times.farStreamed = take(3, 21.5);
  times.wide = {take(8, 10.6), take(8, 21.2)};
  times.fill = {take(16, 5), take(16, 10)};
  times.coldInOrder = times.coldPages = take(2, 10);
  Tuning tuning = onnxopsImplChooseTuning({kMega / 2, 32 * kMega}, &times);
  EXPECT_EQ(tuning.values[TuneCopied], 11 * kMega);
  EXPECT_EQ(tuning.values[TunePerThread], 0);
  EXPECT_EQ(tuning.values[TuneFilled], 16 * kMega);
}

// Times of a shared cache of 32 MB that is fast up to 3 MB.
static Tuning chooseBy(StoreTimes wide, StoreTimes fill) {
  CopyTimes times = {};
  times.near = times.far = {take(3, 60), take(3, 60)};
  times.farStreamed = take(3, 40);
  times.wide = wide;
  times.fill = fill;
  return onnxopsImplChooseTuning({kMega, 32 * kMega}, &times);
}

// A Zen 5 on which copies of 8 MB by one thread are a little faster past its
// cache, of 16 MB by two threads slower.
TEST(Tuning, NeedsAClearDifferenceForOtherSizes) {
  Tuning tuning = chooseBy({take(8, 36), take(8, 40)}, {});
  EXPECT_EQ(tuning.values[TuneCopied], 20 * kMega);
  EXPECT_EQ(tuning.values[TuneFilled], 64 * kMega);
}

// Copies of 8 MB are faster past the cache, but fills are not.
TEST(Tuning, FillsACacheThatCopiesDoNotUse) {
  Tuning tuning =
      chooseBy({take(8, 30), take(8, 40)}, {take(16, 74), take(16, 41)});
  EXPECT_EQ(tuning.values[TuneCopied], 11 * kMega);
  EXPECT_EQ(tuning.values[TuneFilled], 64 * kMega);
}

// What differs by less than a measurement does is left as it is.
TEST(Tuning, IgnoresSmallDifferences) {
  CopyTimes times = {};
  times.near = times.far = {970, 1000};
  times.farStreamed = 960;
  times.wide = {1000, 970};
  times.coldInOrder = 1000;
  times.coldPages = 970;
  CacheSizes sizes = {kMega, 32 * kMega};
  Tuning tuning = onnxopsImplChooseTuning(sizes, &times);
  Tuning guess = onnxopsImplGuessTuning(sizes);
  for (int i = 0; i < TuneCount; ++i)
    EXPECT_EQ(tuning.values[i], guess.values[i]) << i;
}

TEST(Tuning, CallsTheLibraryEarly) {
  CopyTimes times = {};
  times.near = {700, 1000};
  times.far = {100, 100};
  times.farStreamed = 200;
  Tuning tuning = onnxopsImplChooseTuning({kMega, 32 * kMega}, &times);
  EXPECT_EQ(tuning.values[TuneLibrary], 24 << 10);
}

namespace {
struct Text {
  explicit Text(const char *text) {
    testing::internal::CaptureStderr();
    given = onnxopsImplReadTuning(text, &tuning, &after, &prints);
    message = testing::internal::GetCapturedStderr();
  }

  Tuning tuning = {{1, 2, 3, 4, 5}};
  int64_t after = 7;
  bool prints = false;
  unsigned given;
  std::string message;
};
} // namespace

TEST(TuningText, IsRead) {
  Text text("copied=24M,pages=4,print,after=0,library=3K");
  EXPECT_EQ(list(text.tuning),
            (std::vector<int64_t>{24 * kMega, 2, 3, 4, 3072}));
  EXPECT_EQ(text.given, 1u << TuneCopied | 1u << TunePages | 1u << TuneLibrary);
  EXPECT_EQ(text.after, 0);
  EXPECT_TRUE(text.prints);
  EXPECT_EQ(text.message, "");
}

TEST(TuningText, MayBeEmpty) {
  for (const char *empty : {"", ",", ",,"}) {
    Text text(empty);
    EXPECT_EQ(text.given, 0u);
    EXPECT_FALSE(text.prints);
    EXPECT_EQ(text.message, "");
  }
}

TEST(TuningText, ReportsWhatItDoesNotKnow) {
  for (const char *wrong :
       {"fast", "=", "=1", "copied", "copied=", "copied=M", "copied=1T",
        "copied=-1", "copied=1.5M", "copied=99999999999G",
        "copied=99999999999999999999", "copied =1", "Copied=1", "print=1",
        "after"}) {
    Text text(wrong);
    EXPECT_EQ(text.given, 0u) << wrong;
    EXPECT_EQ(text.after, 7) << wrong;
    EXPECT_FALSE(text.prints) << wrong;
    EXPECT_EQ(list(text.tuning), (std::vector<int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(text.message,
              "ONNXOPS_TUNING: expected print, after=BYTES or a value that it "
              "prints, but got '" +
                  std::string(wrong) + "'\n");
  }
}

TEST(TuningText, GoesOnBehindAMistake) {
  Text text("x,filled=5");
  EXPECT_EQ(text.tuning.values[TuneFilled], 5);
  EXPECT_NE(text.message, "");
}

// The measurement and its choice are made once, and copies are right before and
// after it.
TEST(Tuning, AnswersWithinAProcess) {
  EXPECT_EQ(onnxopsRtStreamsCopy(0, 1), 0);
  EXPECT_EQ(onnxopsRtStreamsCopy(int64_t(1) << 40, 2), 1);
  EXPECT_EQ(onnxopsRtStreamsFill(0, 1), 0);
  EXPECT_EQ(onnxopsRtStreamsFill(int64_t(1) << 40, 2), 1);
  EXPECT_EQ(onnxopsRtCopiesByLibrary(0), 0);
  int64_t pages = onnxopsRtStreamedPages();
  EXPECT_TRUE(pages == 1 || pages == 4) << pages;
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(onnxopsRtStreamedPages(), pages);
}
