//===- LimitTest.cpp - cancelled calls and memory limits ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory limits of a context, and calls that are cancelled from another thread
// or from a signal handler.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include "onnxops/ABI/Limits.h"

#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

using namespace mlir::onnxops::test;

namespace {

class LimitTest : public RuntimeTest {
protected:
  void *allocate(int64_t count) {
    return onnxopsRtAllocate(context, 4, 1, &count, "concat");
  }
  int32_t enter() {
    return onnxopsRtEnter(context, table, 4, signature.data(),
                          signature.names());
  }
  void *output(int64_t count) { return onnxopsRtOutput(context, 0, 1, &count); }
  void expectOver(int64_t limit) {
    EXPECT_NE(error().find("over the limit of " + std::to_string(limit) +
                           " bytes for a call"),
              std::string::npos)
        << error();
  }
  ~LimitTest() override {
    for (OnnxopsValue &value : table)
      onnxopsValueRelease(&value);
  }

  Tensor<float> a = iota({2, 3});
  OnnxopsValue table[4] = {a.value(), {}, {}, {}};
  const Signature signature{{unranked("a", ONNXOPS_FLOAT32)},
                            {unranked("x", ONNXOPS_FLOAT32),
                             unranked("y", ONNXOPS_STRING),
                             sequenceOf(unranked("z", ONNXOPS_FLOAT32))}};
};

TEST_F(LimitTest, TemporariesAtOneTime) {
  onnxopsContextSetMemoryLimit(context, 1000);
  ASSERT_EQ(enter(), 0);
  for (int i = 0; i < 100; ++i) {
    void *large = allocate(200), *small = allocate(50);
    ASSERT_NE(large, nullptr) << error();
    ASSERT_NE(small, nullptr) << error();
    onnxopsRtFree(context, i % 2 ? large : small);
    onnxopsRtFree(context, i % 2 ? small : large);
  }
  ASSERT_NE(allocate(200), nullptr);
  EXPECT_EQ(allocate(51), nullptr);
  EXPECT_EQ(error(), "concat: expected memory for 51 elements of 4 bytes, but "
                     "that is over the limit of 1000 bytes for a call");
  EXPECT_EQ(leave(1), 1);
}

TEST_F(LimitTest, EachCallHasAllOfIt) {
  onnxopsContextSetMemoryLimit(context, 1000);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(enter(), 0);
    EXPECT_NE(allocate(250), nullptr);
    EXPECT_EQ(allocate(1), nullptr);
    EXPECT_EQ(leave(1), 1);
  }
  onnxopsContextSetMemoryLimit(context, -1);
  ASSERT_EQ(enter(), 0);
  EXPECT_NE(allocate(100000), nullptr);
  EXPECT_EQ(leave(1), 1);
}

// Large blocks stay cached in the context; they are still charged.
TEST_F(LimitTest, BlocksOfTheCallBefore) {
  onnxopsContextSetMemoryLimit(context, 1000000);
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(enter(), 0);
    EXPECT_NE(allocate(200000), nullptr);
    EXPECT_EQ(allocate(200000), nullptr);
    EXPECT_EQ(leave(1), 1);
  }
}

TEST_F(LimitTest, OutputsThatAreNew) {
  onnxopsContextSetMemoryLimit(context, 100);
  ASSERT_EQ(enter(), 0);
  EXPECT_EQ(output(26), nullptr);
  EXPECT_EQ(error(), "output 'x': expected memory for 26 elements of 4 bytes, "
                     "but that is over the limit of 100 bytes for a call");
  EXPECT_EQ(leave(1), 1);
  // Memory of the slot or lent by the caller is not charged to the call.
  std::vector<float> lent(100);
  table[1].data = lent.data();
  table[1].capacity = 400;
  ASSERT_EQ(enter(), 0);
  EXPECT_NE(output(100), nullptr) << error();
  EXPECT_EQ(leave(1), 1);
}

TEST_F(LimitTest, StringsOfOutputs) {
  Strings strings{{std::string(500, 'x')}};
  for (int64_t limit : {400, 1000}) {
    onnxopsContextSetMemoryLimit(context, limit);
    ASSERT_EQ(enter(), 0);
    ASSERT_NE(output(1), nullptr);
    int64_t one = 1;
    auto **words = static_cast<const OnnxopsString **>(
        onnxopsRtOutput(context, 1, 1, &one));
    ASSERT_NE(words, nullptr);
    words[0] = strings.pointers[0];
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
    ASSERT_EQ(outputSequence(context, 2, sequence), 0) << error();
    EXPECT_EQ(leave(0), limit == 400);
    if (limit == 400)
      expectOver(400);
  }
}

TEST_F(LimitTest, Sequences) {
  onnxopsContextSetMemoryLimit(context, 10000);
  ASSERT_EQ(enter(), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  int64_t count = 0;
  for (OnnxopsSequence *next = sequence; next; ++count) {
    sequence = next;
    next = onnxopsRtSequenceInsert(context, sequence, count, a.data.data(), 2,
                                   a.sizes.data(), nullptr);
  }
  expectOver(10000);
  EXPECT_GT(count, 10000 / (40 + 3 * 16));
  EXPECT_EQ(onnxopsSequenceLength(sequence), count - 1);
  EXPECT_EQ(leave(1), 1);

  onnxopsContextSetMemoryLimit(context, 1000);
  ASSERT_EQ(enter(), 0);
  sequence = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 20);
  for (int i = 0; i < 20; ++i)
    ASSERT_EQ(onnxopsRtSequencePush(context, sequence, a.data.data(), 2,
                                    a.sizes.data(), nullptr),
              0);
  EXPECT_EQ(outputSequence(context, 2, sequence), 1);
  EXPECT_EQ(error(), "output 'z': expected to copy a sequence of 20 elements, "
                     "but that is over the limit of 1000 bytes for a call");
  EXPECT_EQ(leave(1), 1);
}

TEST_F(LimitTest, CancelledBeforeItBegins) {
  onnxopsContextSetCancelled(context, 1);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(enter(), 1);
    EXPECT_EQ(error(), "the call was cancelled");
  }
  onnxopsContextSetCancelled(context, 0);
  EXPECT_EQ(enter(), 0);
  EXPECT_NE(output(3), nullptr);
  onnxopsContextSetCancelled(nullptr, 1);
  onnxopsContextSetMemoryLimit(nullptr, 1);
}

TEST_F(LimitTest, CancelledAtTheNextStep) {
  OnnxopsSequence *sequence = nullptr;
  const std::vector<std::function<bool()>> steps = {
      [&] { return allocate(1); },
      [&] { return allocate(1000); },
      [&] { return output(1); },
      [&] { return onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 1); },
      [&] {
        return onnxopsRtSequenceInsert(context, sequence, 0, a.data.data(), 2,
                                       a.sizes.data(), nullptr);
      },
      [&] { return onnxopsRtSequenceErase(context, sequence, 0); },
      [&] {
        void *data;
        int64_t sizes[2], strides[2];
        return !onnxopsRtSequenceAt(context, sequence, 0, 2, nullptr, "at",
                                    &data, sizes, strides);
      },
      [&] { return !outputSequence(context, 2, sequence); }};
  for (const std::function<bool()> &step : steps) {
    for (bool isCancelled : {true, false}) {
      ASSERT_EQ(enter(), 0);
      sequence = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 2);
      for (int i = 0; i < 2; ++i)
        ASSERT_EQ(onnxopsRtSequencePush(context, sequence, a.data.data(), 2,
                                        a.sizes.data(), nullptr),
                  0);
      onnxopsContextSetCancelled(context, isCancelled);
      EXPECT_EQ(step(), !isCancelled) << &step - steps.data();
      EXPECT_EQ(error(), isCancelled ? "the call was cancelled" : "");
      EXPECT_EQ(leave(1), 1);
      onnxopsContextSetCancelled(context, 0);
    }
  }
}

/// A loop as it is compiled, which does not end by itself.
int64_t loopUntilCancelled(OnnxopsContext *context,
                           const std::function<void()> &begin) {
  int64_t count = 0, one = 1;
  for (;; ++count) {
    if (count == 1000)
      begin();
    void *data = onnxopsRtAllocate(context, 4, 1, &one, "loop");
    if (!data)
      return count;
    onnxopsRtFree(context, data);
  }
}

TEST_F(LimitTest, CancelledByAThread) {
  std::atomic<bool> hasBegun{false};
  std::thread other([&] {
    while (!hasBegun)
      std::this_thread::yield();
    onnxopsContextSetCancelled(context, 1);
  });
  ASSERT_EQ(enter(), 0);
  EXPECT_GE(loopUntilCancelled(context, [&] { hasBegun = true; }), 1000);
  EXPECT_EQ(error(), "the call was cancelled");
  EXPECT_EQ(leave(1), 1);
  other.join();
}

OnnxopsContext *signalled;

TEST_F(LimitTest, CancelledByASignal) {
  signalled = context;
  void (*before)(int) = std::signal(
      SIGUSR1, [](int) { onnxopsContextSetCancelled(signalled, 1); });
  ASSERT_EQ(enter(), 0);
  EXPECT_GE(loopUntilCancelled(context, [] { std::raise(SIGUSR1); }), 1000);
  EXPECT_EQ(error(), "the call was cancelled");
  EXPECT_EQ(leave(1), 1);
  std::signal(SIGUSR1, before);
}

} // namespace
