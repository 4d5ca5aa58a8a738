//===- SequenceInputTest.cpp - checks of sequence inputs ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnxopsRtEnter on sequences: kind, element type, and the ranks and sizes of
// elements, where symbols bind nothing.
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

using namespace mlir::onnxops::test;

namespace {

class SequenceInputTest : public RuntimeTest {
protected:
  SequenceInputTest() : sequence(onnxopsSequenceCreate(ONNXOPS_FLOAT32)) {
    for (Sizes sizes : {Sizes{2, 3}, Sizes{4, 3}}) {
      Tensor<float> tensor = iota(sizes);
      OnnxopsValue value = tensor.value();
      onnxopsSequenceAppend(sequence, &value);
    }
  }
  ~SequenceInputTest() override { onnxopsSequenceDestroy(sequence); }

  std::string enterWith(const Declaration &element,
                        int32_t kind = ONNXOPS_SEQUENCE) {
    std::vector<OnnxopsValue> table(1);
    table[0].kind = kind;
    table[0].data = sequence;
    int32_t status = enter(Signature({sequenceOf(element)}, {}, {"N"}), table);
    EXPECT_EQ(status, error().empty() ? 0 : 1);
    return error();
  }

  OnnxopsSequence *sequence;
};

TEST_F(SequenceInputTest, Fitting) {
  EXPECT_EQ(enterWith(unranked("s", ONNXOPS_FLOAT32)), "");
  EXPECT_EQ(enterWith(tensor("s", ONNXOPS_FLOAT32, {-1, 3})), "");
}

// Shows sequence-r20.
TEST_F(SequenceInputTest, SymbolsBindNothing) {
  EXPECT_EQ(enterWith(tensor("s", ONNXOPS_FLOAT32, {symbol(0), symbol(0)})),
            "");
}

TEST_F(SequenceInputTest, Empty) {
  OnnxopsSequence *empty = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
  std::swap(sequence, empty);
  EXPECT_EQ(enterWith(tensor("s", ONNXOPS_FLOAT32, {9})), "");
  std::swap(sequence, empty);
  onnxopsSequenceDestroy(empty);
}

TEST_F(SequenceInputTest, WrongKind) {
  EXPECT_EQ(enterWith(unranked("s", ONNXOPS_FLOAT32), ONNXOPS_TENSOR),
            "input 's': expected a sequence, but got a tensor");
}

TEST_F(SequenceInputTest, NoSequence) {
  onnxopsSequenceDestroy(sequence);
  sequence = nullptr;
  EXPECT_EQ(enterWith(unranked("s", ONNXOPS_FLOAT32)),
            "input 's': expected a sequence, but got a null pointer");
}

TEST_F(SequenceInputTest, WrongElementType) {
  EXPECT_EQ(enterWith(unranked("s", ONNXOPS_INT64)),
            "input 's': expected element type i64, but got f32");
}

TEST_F(SequenceInputTest, WrongRank) {
  EXPECT_EQ(enterWith(tensor("s", ONNXOPS_FLOAT32, {-1})),
            "input 's': expected element 0 to have rank 1, but got 2");
}

TEST_F(SequenceInputTest, WrongSize) {
  EXPECT_EQ(enterWith(tensor("s", ONNXOPS_FLOAT32, {2, -1})),
            "input 's': expected dimension 0 of element 1 to be 2, but got 4");
}

} // namespace
