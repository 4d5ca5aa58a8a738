//===- OutOfMemoryTest.cpp - every allocation fails once ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Repeats one call that uses everything, while its first, second, third, ...
// allocation fails: each time there is a message, no leak, and the outputs are
// unchanged.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "Pool.h"
#include "RuntimeTest.h"

#include <algorithm>

using namespace mlir::onnxops::test;

namespace {

/// A function of tensor 'a' that returns it, its strings, and a sequence of
/// views of it.
class OutOfMemoryTest : public RuntimeTest {
protected:
  OutOfMemoryTest() {
    table = {a.value(), {}, {}, {}};
    before = table;
  }
  ~OutOfMemoryTest() override {
    for (int i = 1; i < 4; ++i)
      onnxopsValueRelease(&table[i]);
  }

  int32_t call(OnnxopsContext *running) {
    if (onnxopsRtEnter(running, table.data(), table.size(), signature.data(),
                       signature.names()))
      return 1;
    return onnxopsRtLeave(running, body(running));
  }

  void expectUnchanged() const {
    for (int i = 0; i < 4; ++i)
      expectSameSlot(table[i], before[i]);
  }

  Tensor<float> a = iota({2, 3});
  std::vector<OnnxopsValue> table, before;

private:
  /// The compiled body; returns its status.
  int32_t body(OnnxopsContext *running) {
    Sizes two = {2};
    // More than a small block, which a warm context has.
    Sizes hundred = {100};
    void *scratch = onnxopsRtAllocate(running, 4, 1, hundred.data(), "concat");
    if (!scratch)
      return 1;
    onnxopsRtFree(running, scratch);
    auto *numbers =
        static_cast<float *>(onnxopsRtOutput(running, 0, 1, two.data()));
    if (!numbers)
      return 1;
    numbers[0] = numbers[1] = 7;
    auto **words = static_cast<const OnnxopsString **>(
        onnxopsRtOutput(running, 1, 1, two.data()));
    if (!words)
      return 1;
    words[0] = words[1] = strings.pointers[0];
    return makeSequence(running);
  }

  int32_t makeSequence(OnnxopsContext *running) {
    Sizes sizes = {2}, strides = {3};
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(running, ONNXOPS_FLOAT32, 1);
    if (!sequence || onnxopsRtSequencePush(running, sequence, a.data.data(), 1,
                                           sizes.data(), strides.data()))
      return 1;
    for (int i = 0; i < 6; ++i) {
      sequence = onnxopsRtSequenceInsert(running, sequence, i, a.data.data(), 1,
                                         sizes.data(), strides.data());
      if (!sequence)
        return 1;
    }
    sequence = onnxopsRtSequenceErase(running, sequence, 3); // makes a tree
    sequence =
        sequence ? onnxopsRtSequenceErase(running, sequence, 0) : nullptr;
    return !sequence || outputSequence(running, 2, sequence);
  }

  Strings strings{{"one"}};
  const Signature signature{{tensor("a", ONNXOPS_FLOAT32, {symbol(0), -1})},
                            {unranked("x", ONNXOPS_FLOAT32),
                             unranked("y", ONNXOPS_STRING),
                             sequenceOf(unranked("z", ONNXOPS_FLOAT32))},
                            {"N"}};
};

TEST_F(OutOfMemoryTest, EveryAllocationOfAColdCall) {
  int64_t failing = 0;
  for (bool hasFailed = true; hasFailed; ++failing) {
    OnnxopsContext *cold = onnxopsContextCreate();
    int32_t status;
    {
      AllocationFailure failure(failing);
      status = call(cold);
      hasFailed = failure.hasFailed();
    }
    std::string message = onnxopsContextError(cold);
    ASSERT_EQ(status, hasFailed ? 1 : 0) << failing << ": " << message;
    if (hasFailed) {
      EXPECT_NE(message.find("expected"), std::string::npos) << message;
      EXPECT_NE(message.find("there is not enough"), std::string::npos)
          << message;
      expectUnchanged();
    }
    onnxopsContextDestroy(cold);
  }
  EXPECT_GT(failing, 24); // everything was used
  EXPECT_EQ(elements<float>(table[1]), std::vector<float>(2, 7));
  EXPECT_EQ(texts(table[2]), (std::vector<std::string>{"one", "one"}));
  EXPECT_EQ(
      onnxopsSequenceLength(static_cast<OnnxopsSequence *>(table[3].data)), 5);
}

TEST_F(OutOfMemoryTest, EveryAllocationOfAWarmCall) {
  ASSERT_EQ(call(context), 0);
  before = table;
  bool hasFailed = true;
  for (int64_t failing = 0; hasFailed; ++failing) {
    int32_t status;
    {
      AllocationFailure failure(failing);
      status = call(context);
      hasFailed = failure.hasFailed();
    }
    ASSERT_EQ(status, hasFailed ? 1 : 0) << failing << ": " << error();
    if (hasFailed) {
      expectUnchanged();
      EXPECT_EQ(texts(table[2]), (std::vector<std::string>{"one", "one"}));
    }
  }
}

TEST_F(OutOfMemoryTest, WarmEntryAllocatesNothing) {
  ASSERT_EQ(call(context), 0);
  AllocationFailure failure(0);
  EXPECT_EQ(call(context), 1);
  EXPECT_EQ(error(), "concat: expected memory for 100 elements of 4 bytes, but "
                     "there is not enough");
}

/// A call without temporaries into a slot of an earlier one costs the same.
TEST_F(OutOfMemoryTest, WarmCallOfTensorsAllocatesNothing) {
  Signature copy({tensor("a", ONNXOPS_FLOAT32, {symbol(0), 3})},
                 {tensor("y", ONNXOPS_FLOAT32, {-1, 3})}, {"N"});
  std::vector<OnnxopsValue> values = {a.value(), {}};
  for (int64_t allocations : {4, 1, 0}) {
    AllocationFailure none(100);
    ASSERT_EQ(
        onnxopsRtEnter(context, values.data(), 2, copy.data(), copy.names()),
        0);
    ASSERT_NE(onnxopsRtOutput(context, 0, 2, a.sizes.data()), nullptr);
    ASSERT_EQ(onnxopsRtLeave(context, 0), 0);
    EXPECT_EQ(none.count(), allocations);
    EXPECT_EQ(sizesOf(values[1]), a.sizes);
  }
  onnxopsValueRelease(&values[1]);
}

/// Some elements of the slot's sequence fit the new ones, some only their data.
TEST_F(OutOfMemoryTest, EveryAllocationOfAReusedSequence) {
  Signature one({}, {sequenceOf(unranked("z", ONNXOPS_FLOAT32))});
  OnnxopsValue slot = {};
  auto vectors = [&](const Sizes &lengths) {
    onnxopsRtEnter(context, &slot, 1, one.data(), one.names());
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, lengths.size());
    int32_t status = !sequence;
    for (size_t i = 0; !status && i < lengths.size(); ++i)
      status = onnxopsRtSequencePush(context, sequence, a.data.data(), 1,
                                     &lengths[i], nullptr);
    return onnxopsRtLeave(context,
                          status || outputSequence(context, 0, sequence));
  };
  auto lengths = [&] {
    auto *sequence = static_cast<OnnxopsSequence *>(slot.data);
    Sizes result;
    for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i)
      result.push_back(onnxopsSequenceElement(sequence, i).sizes[0]);
    return result;
  };
  const Sizes old = {6, 4, 2}, other = {6, 3, 5, 1};
  ASSERT_EQ(vectors(old), 0);
  const OnnxopsValue before = slot;
  bool hasFailed = true;
  for (int64_t failing = 0; hasFailed; ++failing) {
    int32_t status;
    {
      AllocationFailure failure(failing);
      status = vectors(other);
      hasFailed = failure.hasFailed();
    }
    ASSERT_EQ(status, hasFailed ? 1 : 0) << failing << ": " << error();
    EXPECT_EQ(lengths(), hasFailed ? old : other);
    expectSameSlot(slot, before);
  }
  onnxopsValueRelease(&slot);
}

TEST_F(OutOfMemoryTest, NoContext) {
  AllocationFailure failure(0);
  EXPECT_EQ(onnxopsContextCreate(), nullptr);
}

TEST_F(OutOfMemoryTest, EveryAllocationOfACallersSequence) {
  OnnxopsValue value = a.value();
  bool hasFailed = true;
  for (int64_t failing = 0; hasFailed; ++failing) {
    AllocationFailure failure(failing);
    OnnxopsSequence *sequence = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
    int32_t status = sequence ? onnxopsSequenceAppend(sequence, &value) : 1;
    hasFailed = failure.hasFailed();
    EXPECT_EQ(status, hasFailed ? 1 : 0);
    EXPECT_EQ(onnxopsSequenceLength(sequence), hasFailed ? 0 : 1);
    onnxopsSequenceDestroy(sequence);
  }
}

/// Adds the second word of the table to the bytes of a range.
void add(const int64_t *table, int64_t begin, int64_t end) {
  for (int64_t i = begin; i < end; ++i)
    reinterpret_cast<unsigned char *>(table[0])[i] += table[1];
}

// Threads then read the caller's table.
TEST_F(OutOfMemoryTest, SharedWorkNeedsNoMemory) {
  Pool pool;
  onnxopsContextSetParallelFor(context, Pool::parallelFor, &pool);
  std::vector<unsigned char> bytes(100);
  int64_t table[] = {reinterpret_cast<int64_t>(bytes.data()), 5};
  auto run = [&] {
    onnxopsRtParallelFor(context, add, table, 2, bytes.size(), 1, 2);
  };
  {
    AllocationFailure failure(0);
    run();
    EXPECT_TRUE(failure.hasFailed());
  }
  run();
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 10), 100);
  EXPECT_EQ(pool.ranges, 4);
}

} // namespace
