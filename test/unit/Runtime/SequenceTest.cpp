//===- SequenceTest.cpp - sequences that callers make -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The public functions: elements are deep copies of any strided tensor, and
// invalid tensors or those of another type are refused.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class SequenceTest : public ::testing::Test {
protected:
  SequenceTest() : sequence(onnxopsSequenceCreate(ONNXOPS_FLOAT32)) {}
  ~SequenceTest() override { onnxopsSequenceDestroy(sequence); }

  /// Appends `value` seen through `sizes` and `strides`; returns the copy.
  std::vector<float> appendView(OnnxopsValue value, Sizes sizes,
                                Sizes strides) {
    value.rank = sizes.size();
    value.sizes = sizes.data();
    value.strides = strides.data();
    EXPECT_EQ(onnxopsSequenceAppend(sequence, &value), 0);
    OnnxopsValue copy =
        onnxopsSequenceElement(sequence, onnxopsSequenceLength(sequence) - 1);
    EXPECT_EQ(sizesOf(copy), sizes);
    int64_t stride = 1;
    for (int64_t i = copy.rank; i-- > 0; stride *= copy.sizes[i])
      EXPECT_EQ(copy.strides[i], stride);
    return elements<float>(copy);
  }

  OnnxopsSequence *sequence;
};

TEST_F(SequenceTest, StartsEmpty) {
  EXPECT_EQ(onnxopsSequenceLength(sequence), 0);
  EXPECT_EQ(onnxopsSequenceElementType(sequence), ONNXOPS_FLOAT32);
}

TEST_F(SequenceTest, ElementsAreCopies) {
  for (int64_t size = 0; size < 20; ++size) {
    Tensor<float> tensor = iota({size, 2});
    OnnxopsValue value = tensor.value();
    ASSERT_EQ(onnxopsSequenceAppend(sequence, &value), 0);
    tensor.data.assign(tensor.data.size(), -1);
  }
  ASSERT_EQ(onnxopsSequenceLength(sequence), 20);
  for (int64_t size = 0; size < 20; ++size) {
    OnnxopsValue element = onnxopsSequenceElement(sequence, size);
    EXPECT_EQ(element.kind, ONNXOPS_TENSOR);
    EXPECT_EQ(element.elementType, ONNXOPS_FLOAT32);
    EXPECT_EQ(element.owned, 0);
    EXPECT_EQ(sizesOf(element), (Sizes{size, 2}));
    EXPECT_EQ(elements<float>(element), iota({size, 2}).data);
  }
}

TEST_F(SequenceTest, ScalarElement) {
  Tensor<float> tensor = iota({});
  OnnxopsValue value = tensor.value();
  ASSERT_EQ(onnxopsSequenceAppend(sequence, &value), 0);
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(sequence, 0)),
            std::vector<float>{0});
}

TEST_F(SequenceTest, StridedViewsAreCopied) {
  Tensor<float> matrix = iota({3, 4}); // 0..11
  OnnxopsValue value = matrix.value();
  using F = std::vector<float>;
  EXPECT_EQ(appendView(value, {3, 4}, {4, 1}), matrix.data);
  EXPECT_EQ(appendView(value, {3, 2}, {4, 1}), (F{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(appendView(value, {4, 3}, {1, 4}),
            (F{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_EQ(appendView(value, {3}, {4}), (F{0, 4, 8}));
  EXPECT_EQ(appendView(value, {2, 3}, {0, 1}), (F{0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(appendView(value, {2, 1, 2}, {4, 77, 1}), (F{0, 1, 4, 5}));
  EXPECT_EQ(appendView(value, {1, 1}, {77, 78}), F{0});
  EXPECT_EQ(appendView(value, {0, 4}, {4, 1}), F{});
  EXPECT_EQ(appendView(value, {2, 2, 2}, {4, 2, 1}),
            (F{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(appendView(value, {2, 2, 1}, {8, 1, 3}), (F{0, 1, 8, 9}));
}

TEST_F(SequenceTest, NegativeStrides) {
  Tensor<float> row = iota({4});
  OnnxopsValue value = row.value();
  value.data = row.data.data() + 3;
  EXPECT_EQ(appendView(value, {4}, {-1}), (std::vector<float>{3, 2, 1, 0}));
}

TEST_F(SequenceTest, EveryElementWidthIsCopied) {
  for (int32_t type = ONNXOPS_FLOAT32; type <= ONNXOPS_BFLOAT16; ++type) {
    if (type == ONNXOPS_STRING)
      continue;
    int64_t bytes = onnxopsElementBytes(type);
    Tensor<char> tensor{type, {2, 3}, {}};
    for (int64_t i = 0; i < 6 * bytes; ++i)
      tensor.data.push_back(char(i));
    Sizes sizes = {3, 2}, strides = {1, 3}; // transposed
    OnnxopsValue value = tensor.value();
    value.sizes = sizes.data();
    value.strides = strides.data();
    OnnxopsSequence *copies = onnxopsSequenceCreate(type);
    ASSERT_EQ(onnxopsSequenceAppend(copies, &value), 0);
    const char *copy =
        static_cast<char *>(onnxopsSequenceElement(copies, 0).data);
    for (int64_t i = 0; i < 3; ++i)
      for (int64_t j = 0; j < 2; ++j)
        for (int64_t b = 0; b < bytes; ++b)
          EXPECT_EQ(copy[(2 * i + j) * bytes + b],
                    char((i + 3 * j) * bytes + b));
    onnxopsSequenceDestroy(copies);
  }
}

TEST_F(SequenceTest, WrongTensorsAreRefused) {
  Tensor<float> tensor = iota({2, 3});
  auto append = [&](auto change) {
    OnnxopsValue value = tensor.value();
    change(value);
    return onnxopsSequenceAppend(sequence, &value);
  };
  Sizes negative = {2, -3}, huge = {INT64_MAX, 2}, tooMany = {INT64_MAX / 8, 1};
  EXPECT_EQ(append([](auto &v) { v.elementType = ONNXOPS_INT32; }), 1);
  EXPECT_EQ(append([](auto &v) { v.kind = ONNXOPS_SEQUENCE; }), 1);
  EXPECT_EQ(append([](auto &v) { v.data = nullptr; }), 1);
  EXPECT_EQ(append([](auto &v) { v.sizes = nullptr; }), 1);
  EXPECT_EQ(append([](auto &v) { v.rank = -1; }), 1);
  EXPECT_EQ(append([](auto &v) { v.rank = 65; }), 1);
  EXPECT_EQ(append([&](auto &v) { v.sizes = negative.data(); }), 1);
  EXPECT_EQ(append([&](auto &v) { v.sizes = huge.data(); }), 1);
  EXPECT_EQ(append([&](auto &v) { v.sizes = tooMany.data(); }), 1);
  EXPECT_EQ(onnxopsSequenceAppend(sequence, nullptr), 1);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 0);
  EXPECT_EQ(append([](auto &) {}), 0);
}

TEST_F(SequenceTest, UnknownElementTypeIsRefused) {
  OnnxopsSequence *unknown = onnxopsSequenceCreate(99);
  Tensor<float> tensor = iota({1});
  tensor.elementType = 99;
  OnnxopsValue value = tensor.value();
  EXPECT_EQ(onnxopsSequenceAppend(unknown, &value), 1);
  onnxopsSequenceDestroy(unknown);
}

TEST_F(SequenceTest, StringsAreCopied) {
  OnnxopsSequence *words = onnxopsSequenceCreate(ONNXOPS_STRING);
  Strings strings({"one", "two", "three", "four"});
  Tensor<const OnnxopsString *> tensor{
      ONNXOPS_STRING, {2, 2}, strings.pointers};
  Sizes strides = {1, 2};
  OnnxopsValue value = tensor.value();
  value.strides = strides.data();
  ASSERT_EQ(onnxopsSequenceAppend(words, &value), 0);
  strings.overwrite();
  EXPECT_EQ(texts(onnxopsSequenceElement(words, 0)),
            (std::vector<std::string>{"one", "three", "two", "four"}));
  tensor.data[3] = nullptr;
  EXPECT_EQ(onnxopsSequenceAppend(words, &value), 1);
  EXPECT_EQ(onnxopsSequenceLength(words), 1);
  onnxopsSequenceDestroy(words);
}

TEST_F(SequenceTest, PositionOutOfRangeGivesNothing) {
  for (int64_t position : {int64_t(-1), int64_t(0), INT64_MAX, INT64_MIN})
    expectSameSlot(onnxopsSequenceElement(sequence, position), OnnxopsValue{});
}

TEST(SequenceNullTest, NullIsHarmless) {
  onnxopsSequenceDestroy(nullptr);
  OnnxopsValue value = {};
  EXPECT_EQ(onnxopsSequenceAppend(nullptr, &value), 1);
  EXPECT_EQ(onnxopsSequenceLength(nullptr), 0);
  EXPECT_EQ(onnxopsSequenceElementType(nullptr), 0);
  expectSameSlot(onnxopsSequenceElement(nullptr, 0), OnnxopsValue{});
}

} // namespace
