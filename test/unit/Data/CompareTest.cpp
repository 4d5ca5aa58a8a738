//===- CompareTest.cpp - the first difference of two values ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which values count as equal, and the text of a difference.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/Compare.h"
#include "DataTest.h"

#include <cmath>

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

static std::string compare(HostValue actual, HostValue expected,
                           double rtol = 0) {
  return findDifference(actual, expected, rtol).value_or("equal");
}

static TensorData makeFloats(std::initializer_list<float> values) {
  return makeTensor<float>(ONNXOPS_FLOAT32,
                           {static_cast<int64_t>(values.size())}, values);
}

template <typename... Tensors>
static SequenceData makeSequence(Tensors... tensors) {
  SequenceData sequence;
  (sequence.elements.push_back(std::move(tensors)), ...);
  return sequence;
}

TEST(CompareTest, NamesTheFirstElement) {
  auto make = [](int32_t element) {
    return makeTensor<int32_t>(ONNXOPS_INT32, {2, 3}, {1, 2, 3, 4, 5, element});
  };
  EXPECT_EQ(compare(make(6), make(6)), "equal");
  EXPECT_EQ(compare(make(7), make(6)), "element [1, 2]: expected 6, but got 7");
  // A tolerance applies to floats only.
  EXPECT_EQ(compare(make(7), make(6), 1),
            "element [1, 2]: expected 6, but got 7");
}

TEST(CompareTest, ComparesTypesFirst) {
  EXPECT_EQ(compare(makeFloats({1, 2}), makeFloats({1})),
            "expected tensor<1xf32>, but got tensor<2xf32>");
  EXPECT_EQ(
      compare(makeTensor<int32_t>(ONNXOPS_INT32, {1}, {0}), makeFloats({0})),
      "expected tensor<1xf32>, but got tensor<1xi32>");
  EXPECT_EQ(compare(makeTensor<float>(ONNXOPS_FLOAT32, {0, 2}, {}),
                    makeTensor<float>(ONNXOPS_FLOAT32, {0, 3}, {})),
            "expected tensor<0x3xf32>, but got tensor<0x2xf32>");
}

TEST(CompareTest, ComparesBitsButNaN) {
  EXPECT_EQ(compare(makeFloats({0.0f}), makeFloats({-0.0f})),
            "element [0]: expected -0, but got 0");
  float otherNaN = llvm::bit_cast<float>(0xffc00001u);
  EXPECT_EQ(compare(makeFloats({NAN}), makeFloats({otherNaN})), "equal");
  EXPECT_EQ(compare(makeFloats({NAN}), makeFloats({1})),
            "element [0]: expected 1, but got nan");
  EXPECT_EQ(compare(makeTensor<uint16_t>(ONNXOPS_FLOAT16, {}, {0x7e00}),
                    makeTensor<uint16_t>(ONNXOPS_FLOAT16, {}, {0xfe01})),
            "equal");
  EXPECT_EQ(compare(makeTensor<uint16_t>(ONNXOPS_BFLOAT16, {}, {0x7fc0}),
                    makeTensor<uint16_t>(ONNXOPS_BFLOAT16, {}, {0x3f80})),
            "element []: expected 1, but got nan");
}

TEST(CompareTest, ToleratesRelativeErrors) {
  EXPECT_EQ(compare(makeFloats({1.00001f}), makeFloats({1}), 1e-4), "equal");
  EXPECT_EQ(compare(makeFloats({1.001f}), makeFloats({1}), 1e-4),
            "element [0]: expected 1, but got 1.001");
  EXPECT_EQ(compare(makeFloats({0.0f}), makeFloats({-0.0f}), 1e-4), "equal");
  EXPECT_EQ(compare(makeFloats({INFINITY}), makeFloats({-INFINITY}), 1e-4),
            "element [0]: expected -inf, but got inf");
  EXPECT_EQ(compare(makeFloats({1}), makeFloats({INFINITY}), 1e-4),
            "element [0]: expected inf, but got 1");
}

TEST(CompareTest, ComparesPartsOfComplexNumbers) {
  auto make = [](float real, float imaginary) {
    return makeTensor<float>(ONNXOPS_COMPLEX64, {}, {real, imaginary});
  };
  EXPECT_EQ(compare(make(NAN, 1), make(NAN, 1)), "equal");
  EXPECT_EQ(compare(make(NAN, 1), make(NAN, 2)),
            "element []: expected (nan, 2), but got (nan, 1)");
  EXPECT_EQ(compare(make(1, 1.00001f), make(1, 1), 1e-4), "equal");
}

TEST(CompareTest, ComparesStrings) {
  EXPECT_EQ(compare(makeStrings({2}, {"a", "b"}), makeStrings({2}, {"a", "b"})),
            "equal");
  EXPECT_EQ(compare(makeStrings({2}, {"a", std::string("b\0", 2)}),
                    makeStrings({2}, {"a", "b"})),
            "element [1]: expected \"b\", but got \"b\\00\"");
}

TEST(CompareTest, ComparesSequences) {
  EXPECT_EQ(compare(makeSequence(makeFloats({1}), makeFloats({})),
                    makeSequence(makeFloats({1}), makeFloats({}))),
            "equal");
  EXPECT_EQ(compare(makeSequence(makeFloats({1})), makeSequence()),
            "expected a sequence of length 0, but got length 1");
  EXPECT_EQ(compare(makeSequence(makeFloats({1}), makeFloats({2})),
                    makeSequence(makeFloats({1}), makeFloats({3}))),
            "tensor 1: element [0]: expected 3, but got 2");
  SequenceData integers;
  integers.elementType = ONNXOPS_INT32;
  EXPECT_EQ(compare(makeSequence(), std::move(integers)),
            "expected a sequence of i32 tensors, but got f32 tensors");
  EXPECT_EQ(compare(makeFloats({1}), makeSequence()),
            "expected a sequence, but got a tensor");
  EXPECT_EQ(compare(makeSequence(), makeFloats({1})),
            "expected a tensor, but got a sequence");
}
