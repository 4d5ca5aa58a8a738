//===- OutputSequenceTest.cpp - sequence outputs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtOutputSequence: outputs are deep row-major copies that outlive the
// call, and slots that a failing call leaves alone.
//
//===----------------------------------------------------------------------===//

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

  /// Plays a function that splits `rows` into `count` views of one column.
  int32_t columns(Tensor<float> &rows, int64_t count, int32_t status = 0) {
    EXPECT_EQ(enter(signature, table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, count);
    Sizes sizes = {rows.sizes[0], 1}, strides = {rows.sizes[1], 1};
    for (int64_t i = 0; i < count; ++i)
      EXPECT_EQ(onnxopsRtSequencePush(context, sequence, rows.data.data() + i,
                                      2, sizes.data(), strides.data()),
                0);
    return leave(onnxopsRtOutputSequence(context, 0, sequence) | status);
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
  ASSERT_EQ(leave(onnxopsRtOutputSequence(context, 0, sequence)), 0);
  ASSERT_EQ(onnxopsSequenceLength(result()), 96);
  for (int64_t i = 0; i < 96; ++i)
    EXPECT_EQ(elements<float>(onnxopsSequenceElement(result(), i)),
              std::vector<float>{expected[i]});
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

TEST_F(OutputSequenceTest, FailureLeavesTheSlot) {
  Tensor<float> rows = iota({3, 4});
  EXPECT_EQ(columns(rows, 2, 1), 1);
  expectSameSlot(table[0], OnnxopsValue{});
  ASSERT_EQ(columns(rows, 4), 0);
  OnnxopsValue before = table[0];
  EXPECT_EQ(columns(rows, 2, 1), 1);
  expectSameSlot(table[0], before);
  EXPECT_EQ(onnxopsSequenceLength(result()), 4);
}

TEST_F(OutputSequenceTest, InputIsReturned) {
  Tensor<float> rows = iota({3, 4});
  ASSERT_EQ(columns(rows, 2), 0);
  std::vector<OnnxopsValue> both{table[0], {}};
  Declaration declaration = sequenceOf(unranked("s", ONNXOPS_FLOAT32));
  ASSERT_EQ(enter(Signature({declaration}, {declaration}), both), 0);
  ASSERT_EQ(onnxopsRtOutputSequence(context, 0, result()), 0);
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
  ASSERT_EQ(onnxopsRtOutputSequence(context, 0, sequence), 0);
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
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, sequence), 1);
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
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, nullptr), 1);
  EXPECT_EQ(error(), "output 'y': expected a sequence, but got a null pointer");
  ASSERT_EQ(enter(signature, table), 0);
  OnnxopsSequence *other = onnxopsRtSequenceCreate(context, ONNXOPS_INT64, 0);
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, other), 1);
  EXPECT_EQ(error(), "output 'y': expected elements of f32, but got i64");
  ASSERT_EQ(enter(signature, table), 0);
  OnnxopsSequence *right = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(onnxopsRtOutputSequence(context, 1, right), 1);
  EXPECT_EQ(onnxopsRtOutputSequence(nullptr, 0, right), 1);
  ASSERT_EQ(enter(signature, table), 0);
  right = onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, right), 0);
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, right), 1);
  EXPECT_EQ(leave(1), 1);
}

TEST_F(OutputSequenceTest, TensorIsNotASequence) {
  Declaration declaration = unranked("y", ONNXOPS_FLOAT32);
  ASSERT_EQ(enter(Signature({}, {declaration}), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, 0);
  EXPECT_EQ(onnxopsRtOutputSequence(context, 0, sequence), 1);
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
