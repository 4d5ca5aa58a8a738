//===- CallSequenceTest.cpp - sequences inside a call -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Views are never copied, and a sequence never changes once others are derived
// from it, whichever array they share.
//
//===----------------------------------------------------------------------===//

#include "CallSequenceTest.h"
#include "AllocationFailure.h"

using namespace mlir::onnxops::test;

namespace {

TEST_F(CallSequenceTest, PushFills) {
  OnnxopsSequence *sequence = create(2);
  EXPECT_EQ(push(sequence, &pool[0]), 0);
  EXPECT_EQ(push(sequence, &pool[1]), 0);
  EXPECT_EQ(content(sequence), (std::vector<int>{0, 1}));
  EXPECT_EQ(onnxopsSequenceElementType(sequence), ONNXOPS_FLOAT32);
}

TEST_F(CallSequenceTest, PushBeyondCapacityFails) {
  OnnxopsSequence *sequence = create(1);
  EXPECT_EQ(push(sequence, &pool[0]), 0);
  EXPECT_EQ(push(sequence, &pool[1]), 1);
  EXPECT_EQ(error(),
            "sequence: expected capacity for element 1, but there is none");
  EXPECT_EQ(content(sequence), std::vector<int>{0});
}

TEST_F(CallSequenceTest, AbsurdCapacityFails) {
  EXPECT_EQ(create(-1), nullptr);
  EXPECT_EQ(error(),
            "sequence: expected capacity for at least 0 elements, but got -1");
}

TEST_F(CallSequenceTest, OverflowingCapacityFails) {
  EXPECT_EQ(create(INT64_MAX), nullptr);
  EXPECT_EQ(error(), "sequence: expected memory for 9223372036854775807 "
                     "elements, but there is not enough");
  EXPECT_EQ(create(INT64_MAX / 32), nullptr);
}

TEST_F(CallSequenceTest, ElementsAreViews) {
  Sizes sizes = {2, 3}, strides = {10, 2};
  OnnxopsSequence *sequence = create(1);
  ASSERT_EQ(onnxopsRtSequencePush(context, sequence, pool.data(), 2,
                                  sizes.data(), strides.data()),
            0);
  sizes = strides = {0, 0}; // copied already
  EXPECT_EQ(viewOf(sequence, 0, 2), (View{pool.data(), {2, 3}, {10, 2}}));
}

TEST_F(CallSequenceTest, NullStridesAreRowMajor) {
  Sizes sizes = {2, 3};
  OnnxopsSequence *sequence = onnxopsRtSequenceInsert(
      context, create(0), 0, pool.data(), 2, sizes.data(), nullptr);
  EXPECT_EQ(viewOf(sequence, 0, 2), (View{pool.data(), {2, 3}, {3, 1}}));
}

TEST_F(CallSequenceTest, ChunksAreViews) {
  const Sizes sizes = {3, 5, 2}, strides = {20, 4, 1};
  OnnxopsSequence *sequence = create(4);
  push(sequence, pool.data());
  ASSERT_EQ(onnxopsRtSequencePushChunks(context, sequence, pool.data(), 3,
                                        sizes.data(), strides.data(), 1, 2, 0),
            0);
  ASSERT_EQ(onnxopsSequenceLength(sequence), 4);
  for (int64_t i : {0, 1, 2}) {
    EXPECT_EQ(viewOf(sequence, i + 1, 3),
              (View{&pool[size_t(8 * i)], {3, i < 2 ? 2 : 1, 2}, strides}));
  }
}

TEST_F(CallSequenceTest, SqueezedChunksLackTheAxis) {
  const Sizes sizes = {3, 4, 2};
  OnnxopsSequence *sequence = create(4);
  ASSERT_EQ(onnxopsRtSequencePushChunks(context, sequence, pool.data(), 3,
                                        sizes.data(), nullptr, 1, 1, 1),
            0);
  ASSERT_EQ(onnxopsSequenceLength(sequence), 4);
  for (int64_t i : {0, 1, 2, 3}) {
    EXPECT_EQ(viewOf(sequence, i, 2),
              (View{&pool[size_t(2 * i)], {3, 2}, {8, 1}}));
  }
}

TEST_F(CallSequenceTest, ChunksOfNothing) {
  const Sizes none = {0, 3}, empty = {3, 0};
  OnnxopsSequence *sequence = create(2);
  const auto push = [&](const Sizes &sizes, int64_t size) {
    return onnxopsRtSequencePushChunks(context, sequence, nullptr, 2,
                                       sizes.data(), nullptr, 0, size, 0);
  };
  EXPECT_EQ(push(none, 1), 0);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 0);
  EXPECT_EQ(push(empty, INT64_MAX), 0);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 1);
  EXPECT_EQ(push(empty, 1), 1);
  EXPECT_EQ(error(),
            "sequence: expected capacity for element 3, but there is none");
  EXPECT_EQ(onnxopsSequenceLength(sequence), 1);
}

TEST_F(CallSequenceTest, WrongChunksFail) {
  const Sizes sizes = {3, 4}, negative = {-3, 4};
  OnnxopsSequence *sequence = create(9);
  const auto push = [&](const Sizes &sizes, int64_t axis, int64_t size,
                        int32_t squeezed) {
    return onnxopsRtSequencePushChunks(context, sequence, pool.data(), 2,
                                       sizes.data(), nullptr, axis, size,
                                       squeezed);
  };
  EXPECT_EQ(push(sizes, 0, 0, 0), 1);
  EXPECT_EQ(error(), "sequence: expected chunks of at least 1 along an axis, "
                     "but got 0 along axis 0");
  EXPECT_EQ(push(sizes, 0, -1, 0), 1);
  EXPECT_EQ(push(sizes, 2, 1, 0), 1);
  EXPECT_EQ(push(sizes, -1, 1, 0), 1);
  EXPECT_EQ(push(sizes, 0, 2, 1), 1);
  EXPECT_EQ(push(negative, 0, 1, 0), 1);
  EXPECT_EQ(push(negative, 1, 1, 0), 1);
  EXPECT_EQ(onnxopsRtSequencePushChunks(context, sequence, pool.data(), 65,
                                        nullptr, nullptr, 0, 1, 0),
            1);
  EXPECT_EQ(onnxopsRtSequencePushChunks(context, sequence, nullptr, 2,
                                        sizes.data(), nullptr, 0, 1, 0),
            1);
  EXPECT_EQ(onnxopsRtSequencePushChunks(context, nullptr, pool.data(), 2,
                                        sizes.data(), nullptr, 0, 1, 0),
            1);
  EXPECT_EQ(onnxopsRtSequencePushChunks(nullptr, sequence, pool.data(), 2,
                                        sizes.data(), nullptr, 0, 1, 0),
            1);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 0);
}

TEST_F(CallSequenceTest, WrongElementsFail) {
  Sizes negative = {-1}, two = {2};
  EXPECT_EQ(onnxopsRtSequencePush(context, create(1), pool.data(), 1,
                                  negative.data(), nullptr),
            1);
  EXPECT_EQ(error(), "sequence element: expected memory for -1 elements of 4 "
                     "bytes, but a size is negative");
  EXPECT_EQ(onnxopsRtSequencePush(context, create(1), nullptr, 1, two.data(),
                                  nullptr),
            1);
  EXPECT_EQ(onnxopsRtSequencePush(context, create(1), pool.data(), -1, nullptr,
                                  nullptr),
            1);
  EXPECT_EQ(onnxopsRtSequencePush(context, create(1), pool.data(), 65, nullptr,
                                  nullptr),
            1);
}

// The second element of a shape is checked less than the first.
TEST_F(CallSequenceTest, WrongElementsLikeTheLastFail) {
  Sizes huge = {int64_t(1) << 60}, zero = {0};
  OnnxopsSequence *bytes = onnxopsRtSequenceCreate(context, ONNXOPS_UINT8, 4);
  const auto push = [&](OnnxopsSequence *sequence, void *data, int64_t *sizes,
                        int64_t *strides) {
    return onnxopsRtSequencePush(context, sequence, data, 1, sizes, strides);
  };
  ASSERT_EQ(push(bytes, pool.data(), huge.data(), zero.data()), 0);
  ASSERT_EQ(push(bytes, pool.data(), huge.data(), zero.data()), 0);
  EXPECT_EQ(push(bytes, nullptr, huge.data(), zero.data()), 1);
  EXPECT_EQ(push(bytes, pool.data(), nullptr, zero.data()), 1);
  OnnxopsSequence *wider = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT64, 1);
  EXPECT_EQ(push(wider, pool.data(), huge.data(), zero.data()), 1);
  EXPECT_EQ(onnxopsSequenceLength(bytes), 2);
  EXPECT_EQ(onnxopsSequenceLength(wider), 0);
}

TEST_F(CallSequenceTest, InsertAtEveryPosition) {
  OnnxopsSequence *base = create(3);
  for (int i = 0; i < 3; ++i)
    push(base, &pool[i]);
  EXPECT_EQ(content(insert(base, 0, &pool[9])), (std::vector<int>{9, 0, 1, 2}));
  EXPECT_EQ(content(insert(base, 1, &pool[9])), (std::vector<int>{0, 9, 1, 2}));
  EXPECT_EQ(content(insert(base, 3, &pool[9])), (std::vector<int>{0, 1, 2, 9}));
  EXPECT_EQ(content(base), (std::vector<int>{0, 1, 2}));
}

TEST_F(CallSequenceTest, EraseAtEveryPosition) {
  OnnxopsSequence *base = create(3);
  for (int i = 0; i < 3; ++i)
    push(base, &pool[i]);
  EXPECT_EQ(content(erase(base, 0)), (std::vector<int>{1, 2}));
  EXPECT_EQ(content(erase(base, 1)), (std::vector<int>{0, 2}));
  EXPECT_EQ(content(erase(base, 2)), (std::vector<int>{0, 1}));
  EXPECT_EQ(content(base), (std::vector<int>{0, 1, 2}));
}

TEST_F(CallSequenceTest, AppendingTwiceToOneSequence) {
  OnnxopsSequence *base = create(4);
  push(base, &pool[0]);
  OnnxopsSequence *first = insert(base, 1, &pool[1]);
  OnnxopsSequence *second = insert(base, 1, &pool[2]);
  EXPECT_EQ(content(first), (std::vector<int>{0, 1}));
  EXPECT_EQ(content(second), (std::vector<int>{0, 2}));
  EXPECT_EQ(content(base), std::vector<int>{0});
}

TEST_F(CallSequenceTest, AppendingAfterErasingTheLast) {
  OnnxopsSequence *base = create(4);
  push(base, &pool[0]);
  push(base, &pool[1]);
  EXPECT_EQ(content(insert(erase(base, 1), 1, &pool[2])),
            (std::vector<int>{0, 2}));
  EXPECT_EQ(content(base), (std::vector<int>{0, 1}));
}

TEST_F(CallSequenceTest, InputSequencesStayAsTheyAre) {
  OnnxopsSequence *input = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
  Tensor<float> scalar = iota({});
  OnnxopsValue value = scalar.value();
  for (int i = 0; i < 2; ++i) // leaves capacity in the array
    ASSERT_EQ(onnxopsSequenceAppend(input, &value), 0);
  void *inputData = onnxopsSequenceElement(input, 1).data;
  OnnxopsSequence *longer = insert(input, 2, &pool[0]);
  OnnxopsSequence *rest = insert(erase(input, 0), 1, &pool[1]);
  EXPECT_EQ(onnxopsSequenceLength(input), 2);
  EXPECT_EQ(onnxopsSequenceLength(longer), 3);
  EXPECT_EQ(onnxopsSequenceElement(longer, 1).data, inputData);
  EXPECT_EQ(onnxopsSequenceElement(longer, 2).data, &pool[0]);
  EXPECT_EQ(onnxopsSequenceElement(rest, 0).data, inputData);
  EXPECT_EQ(onnxopsSequenceElement(rest, 1).data, &pool[1]);
  EXPECT_EQ(push(input, &pool[0]), 1); // not of this call
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(onnxopsSequenceElement(input, 1).data, inputData);
  onnxopsSequenceDestroy(input);
}

TEST_F(CallSequenceTest, PositionsOutOfRangeFail) {
  OnnxopsSequence *base = create(1);
  push(base, &pool[0]);
  void *data;
  EXPECT_EQ(insert(base, 2, &pool[0]), nullptr);
  EXPECT_EQ(error(), "sequence: expected a position from 0 to 1, but got 2");
  EXPECT_EQ(insert(base, -1, &pool[0]), nullptr);
  EXPECT_EQ(erase(base, 1), nullptr);
  EXPECT_EQ(erase(base, -1), nullptr);
  EXPECT_EQ(erase(create(0), 0), nullptr);
  EXPECT_EQ(onnxopsRtSequenceAt(context, base, 1, 0, nullptr, "at", &data,
                                nullptr, nullptr),
            1);
}

TEST_F(CallSequenceTest, AtChecksRankAndSizes) {
  Sizes sizes = {2, 3};
  OnnxopsSequence *sequence = create(1);
  onnxopsRtSequencePush(context, sequence, pool.data(), 2, sizes.data(),
                        nullptr);
  void *data;
  int64_t scratch[4], expected[2] = {-1, 4};
  EXPECT_EQ(onnxopsRtSequenceAt(context, sequence, 0, 2, expected,
                                "sequence_at at m.onnx", &data, scratch,
                                scratch + 2),
            1);
  EXPECT_EQ(error(), "sequence_at at m.onnx: expected dimension 1 of element 0 "
                     "to be 4, but got 3");
  EXPECT_EQ(leave(1), 1);
}

// Breaks sequence-r21.
TEST_F(CallSequenceTest, AtRefusesAnotherRank) {
  OnnxopsSequence *sequence = create(1);
  push(sequence, &pool[0]);
  void *data;
  int64_t scratch[2];
  EXPECT_EQ(onnxopsRtSequenceAt(context, sequence, 0, 1, nullptr, nullptr,
                                &data, scratch, scratch + 1),
            1);
  EXPECT_EQ(error(), "sequence: expected element 0 to have rank 1, but got 0");
}

TEST_F(CallSequenceTest, NullSequencesFail) {
  void *data;
  EXPECT_EQ(push(nullptr, &pool[0]), 1);
  EXPECT_EQ(error(), "sequence: expected one, but got a null pointer");
  EXPECT_EQ(insert(nullptr, 0, &pool[0]), nullptr);
  EXPECT_EQ(erase(nullptr, 0), nullptr);
  EXPECT_EQ(onnxopsRtSequenceAt(context, nullptr, 0, 0, nullptr, "at", &data,
                                nullptr, nullptr),
            1);
}

TEST(CallSequenceNullTest, NullContextFails) {
  void *data;
  EXPECT_EQ(onnxopsRtSequenceCreate(nullptr, ONNXOPS_FLOAT32, 1), nullptr);
  EXPECT_EQ(
      onnxopsRtSequencePush(nullptr, nullptr, nullptr, 0, nullptr, nullptr), 1);
  EXPECT_EQ(onnxopsRtSequenceInsert(nullptr, nullptr, 0, nullptr, 0, nullptr,
                                    nullptr),
            nullptr);
  EXPECT_EQ(onnxopsRtSequenceErase(nullptr, nullptr, 0), nullptr);
  EXPECT_EQ(onnxopsRtSequenceAt(nullptr, nullptr, 0, 0, nullptr, "at", &data,
                                nullptr, nullptr),
            1);
}

} // namespace
