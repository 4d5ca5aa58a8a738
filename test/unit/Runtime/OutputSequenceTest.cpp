//===- OutputSequenceTest.cpp - sequence outputs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtOutputSequence: outputs are deep row-major copies that outlive the
// call, and failing calls leave slots unchanged.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class OutputSequenceTest : public RuntimeTest {
protected:
  OutputSequenceTest() : table(1) {}
  ~OutputSequenceTest() override { onnxopsValueRelease(&table[0]); }

  const OnnxopsSequence *result() const {
    return static_cast<const OnnxopsSequence *>(table[0].data);
  }

  static std::vector<void *> dataOf(const OnnxopsSequence *sequence) {
    std::vector<void *> data;
    for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i)
      data.push_back(onnxopsSequenceElement(sequence, i).data);
    return data;
  }

  /// Emulates a function that splits `rows` into `count` views of one column.
  int32_t columns(Tensor<float> &rows, int64_t count, int32_t status = 0) {
    EXPECT_EQ(enter(signature, table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, count);
    Sizes sizes = {rows.sizes[0], 1}, strides = {rows.sizes[1], 1};
    for (int64_t i = 0; i < count; ++i)
      EXPECT_EQ(onnxopsRtSequencePush(context, sequence, rows.data.data() + i,
                                      2, sizes.data(), strides.data()),
                0);
    return leave(outputSequence(context, 0, sequence) | status);
  }

  const Signature signature{{}, {sequenceOf(unranked("y", ONNXOPS_FLOAT32))}};
  std::vector<OnnxopsValue> table;
};

TEST_F(OutputSequenceTest, ElementsAreRowMajorCopies) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 4), 0);
  rows.data.assign(12, -1);
  EXPECT_EQ(table[0].kind, ONNXOPS_SEQUENCE);
  EXPECT_EQ(table[0].elementType, ONNXOPS_FLOAT32);
  EXPECT_EQ(table[0].owned, ONNXOPS_OWNS_DATA);
  EXPECT_EQ(table[0].sizes, nullptr);
  ASSERT_EQ(onnxopsSequenceLength(result()), 4);
  for (int64_t i = 0; i < 4; ++i) {
    OnnxopsValue element = onnxopsSequenceElement(result(), i);
    EXPECT_EQ(sizesOf(element), (Sizes{3, 1}));
    EXPECT_EQ(Sizes(element.strides, element.strides + 2), (Sizes{1, 1}));
    EXPECT_EQ(elements<float>(element),
              (std::vector<float>{float(i), float(4 + i), float(8 + i)}));
  }
}

TEST_F(OutputSequenceTest, ElementsAreInOrderAfterInsertionsAndErasures) {
  Tensor<float> pool = iota({100});
  ASSERT_EQ(enter(signature, table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  std::vector<float> expected;
  for (int64_t i = 0; i < 100; ++i) {
    int64_t position = i * 7 % (i + 1);
    sequence = onnxopsRtSequenceInsert(
        context, sequence, position, pool.data.data() + i, 0, nullptr, nullptr);
    expected.insert(expected.begin() + position, float(i));
  }
  for (int64_t position : {98, 50, 3, 0}) {
    sequence = onnxopsRtSequenceErase(context, sequence, position);
    expected.erase(expected.begin() + position);
  }
  ASSERT_EQ(leave(outputSequence(context, 0, sequence)), 0);
  ASSERT_EQ(onnxopsSequenceLength(result()), 96);
  for (int64_t i = 0; i < 96; ++i)
    EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), i)),
              std::vector<float>{expected[i]});
}

// Elements like those before them, empty ones between, and other layouts: more
// than are copied together.
TEST_F(OutputSequenceTest, ElementsOfAlternatingShapes) {
  Tensor<float> rows = iota({3, 300});
  const std::vector<Sizes> shapes = {{3, 1}, {3, 1}, {3, 0}, {3, 1},
                                     {0, 1}, {2, 2}, {2, 2}, {3, 1}};
  Sizes strides = {300, 1};
  for (int64_t each : {1, 3, 100}) { // of a shape in succession
    ASSERT_EQ(enter(signature, table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 290);
    for (int64_t i = 0; i < 290; ++i)
      ASSERT_EQ(onnxopsRtSequencePush(context, sequence, rows.data.data() + i,
                                      2, shapes[i / each % 8].data(),
                                      strides.data()),
                0);
    ASSERT_EQ(leave(outputSequence(context, 0, sequence)), 0);
    for (int64_t i = 0; i < 290; ++i) {
      const Sizes &sizes = shapes[i / each % 8];
      std::vector<float> expected;
      for (int64_t row = 0; row < sizes[0]; ++row)
        for (int64_t column = 0; column < sizes[1]; ++column)
          expected.push_back(float(300 * row + i + column));
      OnnxopsValue element = onnxopsSequenceElement(result(), i);
      EXPECT_EQ(sizesOf(element), sizes);
      EXPECT_EQ(elements<float>(element), expected);
    }
  }
}

TEST_F(OutputSequenceTest, CopiesAreCounted) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 4), 0);
  EXPECT_EQ(onnxopsContextBytesMoved(context), 48);
}

TEST_F(OutputSequenceTest, EmptySequence) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 0), 0);
  EXPECT_EQ(onnxopsSequenceLength(result()), 0);
}

TEST_F(OutputSequenceTest, SlotIsReplaced) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 4), 0);
  ASSERT_EQ(columns(rows, 2), 0);
  EXPECT_EQ(onnxopsSequenceLength(result()), 2);
}

TEST_F(OutputSequenceTest, MemoryOfTheSlotIsReused) {
  Tensor<float> rows = iota({3, 4}), fewer = iota({2, 4});
  ASSERT_EQ(columns(rows, 3), 0);
  const void *handle = result();
  std::vector<void *> data = dataOf(result());
  const int64_t *sizes = onnxopsSequenceElement(result(), 0).sizes;
  rows.data.assign(12, -1);
  ASSERT_EQ(columns(rows, 3), 0); // the same sizes
  EXPECT_EQ(result(), handle);
  EXPECT_EQ(dataOf(result()), data);
  EXPECT_EQ(onnxopsSequenceElement(result(), 0).sizes, sizes);
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), 2)),
            std::vector<float>(3, -1));
  ASSERT_EQ(columns(fewer, 4), 0); // smaller ones, and one more
  EXPECT_EQ(result(), handle);
  std::vector<void *> longer = dataOf(result());
  EXPECT_EQ(std::vector<void *>(longer.begin(), longer.end() - 1), data);
  EXPECT_EQ(sizesOf(onnxopsSequenceElement(result(), 2)), (Sizes{2, 1}));
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), 2)),
            (std::vector<float>{2, 6}));
  ASSERT_EQ(columns(rows, 4), 0); // as large as the first again
  std::vector<void *> grown = dataOf(result());
  EXPECT_EQ(std::vector<void *>(grown.begin(), grown.end() - 1), data);
  EXPECT_EQ(sizesOf(onnxopsSequenceElement(result(), 3)), (Sizes{3, 1}));
  ASSERT_EQ(columns(rows, 0), 0);
  EXPECT_EQ(onnxopsSequenceLength(result()), 0);
}

TEST_F(OutputSequenceTest, NextCallAllocatesNothing) {
  Tensor<float> rows = iota({3, 16});
  ASSERT_EQ(columns(rows, 16), 0);
  ASSERT_EQ(columns(rows, 16), 0);
  AllocationFailure none(INT64_MAX);
  ASSERT_EQ(columns(rows, 16), 0);
  EXPECT_EQ(none.count(), 0);
}

TEST_F(OutputSequenceTest, NextCallOfOtherLengthAllocatesOnlyTheSequence) {
  Tensor<float> rows = iota({3, 16});
  ASSERT_EQ(columns(rows, 16), 0);
  ASSERT_EQ(columns(rows, 16), 0);
  AllocationFailure none(INT64_MAX);
  ASSERT_EQ(columns(rows, 15), 0);
  // Its struct, its array of elements, and what the call views them through.
  EXPECT_EQ(none.count(), 3);
}

TEST_F(OutputSequenceTest, TooSmallElementsAreReplaced) {
  Tensor<float> few = iota({1, 4}), many = iota({50, 4});
  ASSERT_EQ(columns(few, 4), 0);
  ASSERT_EQ(columns(many, 3), 0);
  ASSERT_EQ(onnxopsSequenceLength(result()), 3);
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), 2))[49], 198);
}

/// A caller may pass an output on to the next call.
TEST_F(OutputSequenceTest, SequenceThatIsAnInputToo) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 2), 0);
  std::vector<OnnxopsValue> both{table[0], table[0]};
  Declaration declaration = sequenceOf(unranked("s", ONNXOPS_FLOAT32));
  ASSERT_EQ(enter(Signature({declaration}, {declaration}), both), 0);
  Sizes sizes = {3};
  OnnxopsSequence *reversed =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 2);
  for (int64_t i : {1, 0})
    ASSERT_EQ(onnxopsRtSequencePush(context, reversed,
                                    onnxopsSequenceElement(result(), i).data, 1,
                                    sizes.data(), nullptr),
              0);
  ASSERT_EQ(leave(outputSequence(context, 0, reversed)), 0);
  table[0] = both[1]; // the other one is freed
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), 0)),
            (std::vector<float>{1, 5, 9}));
  EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), 1)),
            (std::vector<float>{0, 4, 8}));
}

TEST_F(OutputSequenceTest, ElementThatIsAnInputToo) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 4), 0);
  std::vector<OnnxopsValue> both{onnxopsSequenceElement(result(), 3), table[0]};
  Declaration element = tensor("a", ONNXOPS_FLOAT32, {3, 1});
  Declaration declaration = sequenceOf(unranked("s", ONNXOPS_FLOAT32));
  ASSERT_EQ(enter(Signature({element}, {declaration}), both), 0);
  Sizes one = {1};
  OnnxopsSequence *elementwise =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 4);
  float *data = static_cast<float *>(both[0].data), three[] = {3, 7, 11};
  for (int64_t i : {1, 0, 2, 0})
    onnxopsRtSequencePush(context, elementwise, data + i, 1, one.data(),
                          nullptr);
  ASSERT_EQ(outputSequence(context, 0, elementwise), 0);
  EXPECT_EQ(std::vector<float>(data, data + 3),
            std::vector<float>(three, three + 3)); // the code may still read
  ASSERT_EQ(leave(), 0);
  table[0] = both[1];
  for (int64_t i = 0; i < 4; ++i)
    EXPECT_EQ(*elements<float>(onnxopsSequenceElement(result(), i)).data(),
              three[i == 1 || i == 3 ? 0
                    : i == 0         ? 1
                                     : 2]);
}

TEST_F(OutputSequenceTest, UnfinishedCallOverwritesOnly) {
  Tensor<float> rows = iota({4, 1}), others = iota({4, 1});
  others.data.assign(4, -1);
  for (bool isReleased : {false, true}) {
    ASSERT_EQ(columns(rows, 1), 0);
    std::vector<void *> data = dataOf(result());
    ASSERT_EQ(enter(signature, table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 1);
    onnxopsRtSequencePush(context, sequence, others.data.data(), 2,
                          others.sizes.data(), nullptr);
    ASSERT_EQ(outputSequence(context, 0, sequence), 0);
    EXPECT_EQ(dataOf(result()), data);
    if (isReleased)
      onnxopsValueRelease(&table[0]);
    onnxopsContextDestroy(context);
    context = onnxopsContextCreate();
  }
}

/// Borrowed memory stays the slot's, however the call ends.
TEST_F(OutputSequenceTest, UnfinishedCallBorrowsOnly) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 4), 0);
  std::vector<void *> data = dataOf(result());
  for (bool isReleased : {false, true}) {
    ASSERT_EQ(enter(signature, table), 0);
    ASSERT_EQ(outputSequence(context, 0,
                             onnxopsRtSequenceInsert(
                                 context, result(), 0, rows.data.data(), 1,
                                 rows.sizes.data(), nullptr)),
              0);
    EXPECT_EQ(dataOf(result()), data);
    if (isReleased)
      onnxopsValueRelease(&table[0]);
    onnxopsContextDestroy(context);
    context = onnxopsContextCreate();
  }
}

TEST_F(OutputSequenceTest, FailureLeavesTheSlot) {
  Tensor<float> rows = iota({3, 4});
  EXPECT_EQ(columns(rows, 2, 1), 1);
  expectSameSlot(table[0], OnnxopsValue{});
  ASSERT_EQ(columns(rows, 4), 0);
  OnnxopsValue before = table[0];
  for (int64_t count : {2, 4}) {
    EXPECT_EQ(columns(rows, count, 1), 1);
    expectSameSlot(table[0], before);
    EXPECT_EQ(onnxopsSequenceLength(result()), 4);
  }
}

TEST_F(OutputSequenceTest, InputIsReturned) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 2), 0);
  std::vector<OnnxopsValue> both{table[0], {}};
  Declaration declaration = sequenceOf(unranked("s", ONNXOPS_FLOAT32));
  ASSERT_EQ(enter(Signature({declaration}, {declaration}), both), 0);
  ASSERT_EQ(outputSequence(context, 0, result()), 0);
  ASSERT_EQ(leave(), 0);
  EXPECT_NE(both[1].data, both[0].data);
  EXPECT_EQ(onnxopsSequenceLength(static_cast<OnnxopsSequence *>(both[1].data)),
            2);
  onnxopsValueRelease(&both[1]);
}

TEST_F(OutputSequenceTest, StringsAreCopied) {
  Declaration declaration = sequenceOf(unranked("y", ONNXOPS_STRING));
  Strings strings({"one", "two"});
  Sizes sizes = {2};
  ASSERT_EQ(enter(Signature({}, {declaration}), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_STRING, 1);
  onnxopsRtSequencePush(context, sequence, strings.pointers.data(), 1,
                        sizes.data(), nullptr);
  ASSERT_EQ(outputSequence(context, 0, sequence), 0);
  ASSERT_EQ(leave(), 0);
  strings.overwrite();
  EXPECT_EQ(texts(onnxopsSequenceElement(result(), 0)),
            (std::vector<std::string>{"one", "two"}));
}

TEST_F(OutputSequenceTest, NullStringFails) {
  Declaration declaration = sequenceOf(unranked("y", ONNXOPS_STRING));
  Strings strings({"one", "two"});
  strings.pointers[1] = nullptr;
  Sizes sizes = {1};
  ASSERT_EQ(enter(Signature({}, {declaration}), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_STRING, 2);
  for (const OnnxopsString *&pointer : strings.pointers)
    onnxopsRtSequencePush(context, sequence, &pointer, 1, sizes.data(),
                          nullptr);
  EXPECT_EQ(outputSequence(context, 0, sequence), 1);
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(error(), "output 'y': expected to copy a sequence of 2 elements, "
                     "but one has a null string");
}

TEST_F(OutputSequenceTest, LentMemoryFails) {
  Tensor<float> rows = iota({3, 4});
  float memory[4];
  table[0].data = memory;
  table[0].capacity = sizeof(memory);
  OnnxopsValue before = table[0];
  EXPECT_EQ(columns(rows, 2), 1);
  EXPECT_EQ(error(), "output 'y': expected an empty slot, but got memory");
  expectSameSlot(table[0], before);
}

TEST_F(OutputSequenceTest, MisuseFails) {
  ASSERT_EQ(enter(signature, table), 0);
  EXPECT_EQ(outputSequence(context, 0, nullptr), 1);
  EXPECT_EQ(error(), "output 'y': expected a sequence, but got a null pointer");
  ASSERT_EQ(enter(signature, table), 0);
  OnnxopsSequence *other = onnxopsRtSequenceCreate(context, ONNXOPS_INT64, 0);
  EXPECT_EQ(outputSequence(context, 0, other), 1);
  EXPECT_EQ(error(), "output 'y': expected elements of f32, but got i64");
  ASSERT_EQ(enter(signature, table), 0);
  OnnxopsSequence *right = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(outputSequence(context, 1, right), 1);
  EXPECT_EQ(outputSequence(nullptr, 0, right), 1);
  ASSERT_EQ(enter(signature, table), 0);
  right = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(outputSequence(context, 0, right), 0);
  EXPECT_EQ(outputSequence(context, 0, right), 1);
  EXPECT_EQ(leave(1), 1);
}

TEST_F(OutputSequenceTest, TensorIsNotASequence) {
  Declaration declaration = unranked("y", ONNXOPS_FLOAT32);
  ASSERT_EQ(enter(Signature({}, {declaration}), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(outputSequence(context, 0, sequence), 1);
  EXPECT_EQ(error(),
            "output 'y': expected it to be made as the kind in its signature");
}

TEST_F(OutputSequenceTest, SlotChangesItsKind) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 2), 0);
  Declaration declaration = unranked("y", ONNXOPS_FLOAT32);
  ASSERT_EQ(enter(Signature({}, {declaration}), table), 0);
  *static_cast<float *>(onnxopsRtOutput(context, 0, 0, nullptr)) = 7;
  ASSERT_EQ(leave(), 0);
  EXPECT_EQ(table[0].kind, ONNXOPS_TENSOR);
  EXPECT_EQ(elements<float>(table[0]), std::vector<float>{7});
  ASSERT_EQ(columns(rows, 2), 0);
  EXPECT_EQ(onnxopsSequenceLength(result()), 2);
}

} // namespace
