//===- CallSequenceCostTest.cpp - long histories of sequences -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Long chains of insertions and erasures against a plain array, their cost in
// memory, and allocations that fail on the way.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "CallSequenceTest.h"

extern "C" {
#include "Context.h"
}

#include <functional>
#include <random>

using namespace mlir::onnxops::test;

namespace {

/// A sequence, and its expected content.
struct Version {
  OnnxopsSequence *sequence;
  std::vector<int> expected;
};

class CallSequenceCostTest : public CallSequenceTest {
protected:
  Version inserted(Version from, int64_t position, int which) {
    from.sequence = insert(from.sequence, position, &pool[which]);
    from.expected.insert(from.expected.begin() + position, which);
    return from;
  }

  Version erased(Version from, int64_t position) {
    from.sequence = erase(from.sequence, position);
    from.expected.erase(from.expected.begin() + position);
    return from;
  }

  /// One operation at any position, more often at the ends; `erases` of ten are
  /// erasures.
  Version changed(const Version &from, unsigned erases) {
    int64_t length = from.expected.size();
    bool isErasure = length > 0 && random() % 10 < erases;
    int64_t last = isErasure ? length - 1 : length;
    int64_t places[] = {0, last, last, int64_t(random() % (last + 1))};
    int64_t position = places[random() % 4];
    return isErasure ? erased(from, position)
                     : inserted(from, position, random() % pool.size());
  }

  void push(OnnxopsSequence *sequence, int64_t count) {
    for (int64_t i = 0; i < count; ++i)
      ASSERT_EQ(CallSequenceTest::push(sequence, &pool[i % 100]), 0);
  }

  /// The bytes allocated by `count` operations, each on the result of the one
  /// before.
  int64_t bytesFor(
      OnnxopsSequence *sequence, int64_t count,
      std::function<OnnxopsSequence *(OnnxopsSequence *, int64_t)> operation) {
    AllocationFailure none(INT64_MAX);
    for (int64_t i = 0; i < count && sequence; ++i)
      sequence = operation(sequence, i);
    EXPECT_NE(sequence, nullptr) << error();
    return none.bytes();
  }

  std::mt19937 random{1};
};

TEST_F(CallSequenceCostTest, AnyHistoryIsImmutable) {
  std::vector<Version> versions{{create(3), {}}};
  for (int step = 0; step < 2000; ++step) {
    // Mostly of the newest, sometimes of an old one.
    size_t from =
        random() % 4 ? versions.size() - 1 : random() % versions.size();
    versions.push_back(changed(versions[from], 3));
    ASSERT_NE(versions.back().sequence, nullptr) << error();
  }
  for (const Version &version : versions)
    ASSERT_EQ(content(version.sequence), version.expected);
}

TEST_F(CallSequenceCostTest, LongChainsGrowAndShrink) {
  Version newest{create(0), {}};
  for (unsigned erases : {1, 5, 9, 2, 10}) {
    for (int step = 0; step < 3000; ++step)
      newest = changed(newest, erases);
    ASSERT_EQ(content(newest.sequence), newest.expected);
  }
}

TEST_F(CallSequenceCostTest, EveryAllocationFailsOnce) {
  // A failing operation is reported, leaves its operand unchanged, and works
  // when it is tried again.
  Version newest{create(2), {}};
  int64_t failures = 0;
  for (int step = 0; step < 4000; ++step) {
    bool hasFailed = true;
    for (int64_t failing = 0; hasFailed; ++failing) {
      std::mt19937 before = random;
      Version next;
      {
        AllocationFailure failure(failing);
        next = changed(newest, 3);
        hasFailed = failure.hasFailed();
      }
      ASSERT_EQ(next.sequence == nullptr, hasFailed);
      failures += hasFailed;
      if (hasFailed)
        random = before;
      else
        newest = next;
    }
    if (step % 10 == 0) {
      ASSERT_EQ(content(newest.sequence), newest.expected);
    }
  }
  EXPECT_NE(error().find("there is not enough"), std::string::npos);
  EXPECT_GT(failures, 60); // a block serves many handles, views and nodes
}

TEST_F(CallSequenceCostTest, EveryRequestIsRefusedOnce) {
  // The same for each part of a block: the memory limit grows by one byte with
  // each try.
  Version newest{create(2), {}};
  int64_t refusals = 0;
  for (int step = 0; step < 400; ++step) {
    for (int64_t bytes = 0;; bytes += 8) {
      std::mt19937 before = random;
      context->memoryLimit = context->memoryLeft = bytes;
      Version next = changed(newest, 3);
      context->memoryLimit = context->memoryLeft = INT64_MAX;
      if (next.sequence) {
        newest = next;
        break;
      }
      ++refusals;
      random = before;
    }
    ASSERT_EQ(content(newest.sequence), newest.expected);
  }
  EXPECT_NE(error().find("over the limit of 0 bytes"), std::string::npos);
  EXPECT_GT(refusals, 400 * 5); // a handle has 40 bytes
}

TEST_F(CallSequenceCostTest, InsertingIntoInputsLeavesThem) {
  OnnxopsSequence *input = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
  Tensor<float> scalar = iota({});
  OnnxopsValue value = scalar.value();
  for (int i = 0; i < 5; ++i)
    ASSERT_EQ(onnxopsSequenceAppend(input, &value), 0);
  std::vector<void *> data;
  for (int i = 0; i < 5; ++i)
    data.push_back(onnxopsSequenceElement(input, i).data);
  OnnxopsSequence *changed =
      insert(insert(erase(input, 2), 1, &pool[0]), 5, &pool[1]);
  std::vector<void *> expected{data[0], &pool[0], data[1],
                               data[3], data[4],  &pool[1]};
  ASSERT_EQ(onnxopsSequenceLength(changed), 6);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(onnxopsSequenceElement(changed, i).data, expected[i]);
  EXPECT_EQ(onnxopsSequenceElement(changed, 6).data, nullptr);
  ASSERT_EQ(onnxopsSequenceLength(input), 5);
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(onnxopsSequenceElement(input, i).data, data[i]);
  EXPECT_EQ(leave(1), 1);
  onnxopsSequenceDestroy(input);
}

TEST_F(CallSequenceCostTest, AppendingInALoopCopiesLittle) {
  // Each append needs a shape and a sequence, but seldom a new array of views.
  AllocationFailure none(INT64_MAX);
  OnnxopsSequence *sequence = create(0);
  for (int i = 0; i < 40000; ++i)
    ASSERT_NE(sequence = insert(sequence, i, &pool[i % 100]), nullptr);
  EXPECT_LT(none.count(), 2 * 40000 + 30);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 40000);
  EXPECT_EQ(onnxopsSequenceElement(sequence, 12345).data, &pool[45]);
}

// Each operation below needs some 300 bytes for the sequence and the view. With
// a copy of all views, 20,000 operations would allocate 4 GB.
static constexpr int64_t longChain = 20000, fewBytes = 32 << 20;

// A handle of 40 bytes and a view of 16, which has moved three times on
// average: a block that is half as large again as the one before holds a third
// more.
TEST_F(CallSequenceCostTest, InsertingAtEitherEndTakesFewBytes) {
  const int64_t count = 1000000;
  for (bool isInFront : {false, true})
    EXPECT_LT(bytesFor(create(0), count,
                       [&](OnnxopsSequence *sequence, int64_t i) {
                         return insert(sequence, isInFront ? 0 : i, &pool[0]);
                       }),
              count * (40 + 4 * 16));
  OnnxopsSequence *sequence = create(0);
  EXPECT_LT(bytesFor(sequence, count,
                     [&](OnnxopsSequence *sequence, int64_t i) {
                       return insert(sequence, i % 2 ? 0 : i, &pool[0]);
                     }),
            count * (40 + 7 * 16));
}

TEST_F(CallSequenceCostTest, InsertingAtTheFront) {
  EXPECT_LT(bytesFor(create(0), longChain,
                     [&](OnnxopsSequence *sequence, int64_t) {
                       return insert(sequence, 0, &pool[0]);
                     }),
            fewBytes);
}

TEST_F(CallSequenceCostTest, InsertingInTheMiddle) {
  EXPECT_LT(bytesFor(create(0), longChain,
                     [&](OnnxopsSequence *sequence, int64_t i) {
                       return insert(sequence, i / 2, &pool[0]);
                     }),
            fewBytes);
}

TEST_F(CallSequenceCostTest, ErasingInTheMiddle) {
  OnnxopsSequence *all = create(longChain);
  push(all, longChain);
  EXPECT_LT(bytesFor(all, longChain,
                     [&](OnnxopsSequence *sequence, int64_t i) {
                       return erase(sequence, (longChain - i) / 2);
                     }),
            fewBytes);
}

TEST_F(CallSequenceCostTest, ReplacingTheLast) {
  OnnxopsSequence *all = create(longChain);
  push(all, longChain);
  EXPECT_LT(bytesFor(all, longChain / 2,
                     [&](OnnxopsSequence *sequence, int64_t) {
                       return insert(erase(sequence, longChain - 1),
                                     longChain - 1, &pool[0]);
                     }),
            fewBytes);
}

TEST_F(CallSequenceCostTest, AppendingToOneSequenceAgainAndAgain) {
  for (int64_t capacity : {longChain, longChain + 1}) {
    OnnxopsSequence *all = create(capacity);
    push(all, longChain);
    EXPECT_LT(bytesFor(all, longChain,
                       [&](OnnxopsSequence *sequence, int64_t) {
                         EXPECT_NE(insert(all, longChain, &pool[0]), nullptr);
                         return sequence;
                       }),
              fewBytes);
  }
}

} // namespace
