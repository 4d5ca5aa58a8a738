//===- ThreadsTest.cpp - calls on eight threads ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A context for each thread and inputs shared by all: outputs, sequences and
// small blocks, calls that fail and calls that another thread cancels. Under
// ThreadSanitizer in test/unit/threads.test.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"
#include "onnxops/ABI/Limits.h"

#include <atomic>
#include <functional>
#include <thread>

using namespace mlir::onnxops::test;

namespace {

constexpr int kThreads = 8, kCalls = 50;

const Signature kSignature({tensor("a", ONNXOPS_FLOAT32, {symbol(0), 3}),
                            sequenceOf(unranked("s", ONNXOPS_FLOAT32))},
                           {tensor("x", ONNXOPS_FLOAT32, {-1, 3}),
                            sequenceOf(unranked("y", ONNXOPS_FLOAT32))},
                           {"N"});

void onThreads(const std::function<void(int)> &work) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(work, i);
  for (std::thread &thread : threads)
    thread.join();
}

/// Doubles the numbers, and puts as many views of them into the sequence.
int32_t compute(OnnxopsContext *context, OnnxopsValue *table, int64_t views) {
  const auto *a = static_cast<const float *>(table[0].data);
  auto *x =
      static_cast<float *>(onnxopsRtOutput(context, 0, 2, table[0].sizes));
  if (!x)
    return 1;
  for (int64_t i = 0; i < 3 * table[0].sizes[0]; ++i)
    x[i] = 2 * a[i];
  auto *sequence = static_cast<OnnxopsSequence *>(table[1].data);
  for (int64_t i = 0, row[] = {1, 3}, two = 2; i < views; ++i) {
    void *scratch = onnxopsRtAllocate(context, 4, 1, &two, "scratch");
    sequence =
        onnxopsRtSequenceInsert(context, sequence, i % 2, x, 2, row, nullptr);
    onnxopsRtFree(context, scratch);
    if (!scratch || !sequence)
      return 1;
  }
  return outputSequence(context, 1, sequence);
}

int32_t call(OnnxopsContext *context, OnnxopsValue *table, int64_t views) {
  if (onnxopsRtEnter(context, table, 4, kSignature.data(), kSignature.names()))
    return 1;
  return onnxopsRtLeave(context, compute(context, table, views));
}

struct Shared {
  Shared() {
    OnnxopsValue value = a.value();
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(onnxopsSequenceAppend(sequence, &value), 0);
  }
  ~Shared() { onnxopsSequenceDestroy(sequence); }

  /// A table of these inputs.
  std::vector<OnnxopsValue> makeTable() {
    std::vector<OnnxopsValue> table = {a.value(), {}, {}, {}};
    table[1].kind = ONNXOPS_SEQUENCE;
    table[1].data = sequence;
    return table;
  }

  Tensor<float> a = iota({2, 3});
  OnnxopsSequence *sequence = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
};

TEST(ThreadsTest, CallsShareNothingButInputs) {
  Shared shared;
  std::atomic<int> wrong{0};
  onThreads([&](int) {
    OnnxopsContext *context = onnxopsContextCreate();
    std::vector<OnnxopsValue> table = shared.makeTable();
    for (int i = 0; i < kCalls; ++i) {
      onnxopsContextSetMemoryLimit(context, i % 5 == 4 ? 300 : -1);
      int32_t status = call(context, table.data(), 40 + i);
      if (status != (i % 5 == 4))
        ++wrong;
      auto *y = static_cast<OnnxopsSequence *>(table[3].data);
      if (status == 0 && onnxopsSequenceLength(y) != 43 + i)
        ++wrong;
    }
    onnxopsValueRelease(&table[2]);
    onnxopsValueRelease(&table[3]);
    onnxopsContextDestroy(context);
  });
  EXPECT_EQ(wrong, 0);
}

TEST(ThreadsTest, EachIsCancelledByAnother) {
  Shared shared;
  OnnxopsContext *contexts[kThreads];
  for (OnnxopsContext *&context : contexts)
    context = onnxopsContextCreate();
  std::atomic<int> begun{0}, cancelled{0};
  onThreads([&](int number) {
    OnnxopsContext *context = contexts[number];
    std::vector<OnnxopsValue> table = shared.makeTable();
    ++begun;
    while (begun < kThreads)
      std::this_thread::yield();
    onnxopsContextSetCancelled(contexts[(number + 1) % kThreads], 1);
    while (call(context, table.data(), 5) == 0)
      continue;
    cancelled +=
        std::string(onnxopsContextError(context)) == "the call was cancelled";
    onnxopsValueRelease(&table[2]);
    onnxopsValueRelease(&table[3]);
  });
  EXPECT_EQ(cancelled, kThreads);
  for (OnnxopsContext *context : contexts)
    onnxopsContextDestroy(context);
}

} // namespace
