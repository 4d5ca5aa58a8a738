//===- TensorDataTest.cpp - tensors in host memory ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Creation, storage and the text of elements of every type.
//
//===----------------------------------------------------------------------===//

#include "DataTest.h"

#include <cmath>

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

TEST(TensorDataTest, BeginsWithZeros) {
  EXPECT_EQ(print(llvm::cantFail(TensorData::create(ONNXOPS_INT16, {2, 2}))),
            "[[0, 0], [0, 0]]");
  EXPECT_EQ(print(llvm::cantFail(TensorData::create(ONNXOPS_STRING, {2}))),
            "[\"\", \"\"]");
}

TEST(TensorDataTest, RefusesImpossibleTensors) {
  EXPECT_EQ(getError(TensorData::create(17, {})),
            "unsupported element type 17");
  EXPECT_EQ(getError(TensorData::create(0, {})), "unsupported element type 0");
  EXPECT_EQ(getError(TensorData::create(ONNXOPS_INT8, {2, -1})),
            "expected sizes of 0 or more, but got -1");
  EXPECT_EQ(getError(TensorData::create(ONNXOPS_INT64, {int64_t(1) << 60})),
            "expected a size of less than 2^63 bytes");
  EXPECT_EQ(getError(TensorData::create(
                ONNXOPS_INT8, {0, int64_t(1) << 40, int64_t(1) << 40})),
            "expected a size of less than 2^63 bytes");
  EXPECT_EQ(getError(TensorData::create(ONNXOPS_INT8, {int64_t(1) << 62})),
            "not enough memory for 4611686018427387904 bytes");
}

TEST(TensorDataTest, PrintsEveryElementType) {
  EXPECT_EQ(print(makeTensor<float>(ONNXOPS_FLOAT32, {3}, {0.1f, -0.0f, NAN})),
            "[0.1, -0, nan]");
  EXPECT_EQ(print(makeTensor<double>(ONNXOPS_FLOAT64, {2}, {0.1, -INFINITY})),
            "[0.1, -inf]");
  EXPECT_EQ(print(makeTensor<uint16_t>(ONNXOPS_FLOAT16, {2}, {0x3e00, 0xfc00})),
            "[1.5, -inf]");
  EXPECT_EQ(print(makeTensor<uint16_t>(ONNXOPS_BFLOAT16, {1}, {0x3fc0})),
            "[1.5]");
  EXPECT_EQ(print(makeTensor<int8_t>(ONNXOPS_INT8, {2}, {-128, 65})),
            "[-128, 65]");
  EXPECT_EQ(print(makeTensor<uint8_t>(ONNXOPS_UINT8, {1}, {255})), "[255]");
  EXPECT_EQ(print(makeTensor<uint64_t>(ONNXOPS_UINT64, {1}, {UINT64_MAX})),
            "[18446744073709551615]");
  EXPECT_EQ(print(makeTensor<bool>(ONNXOPS_BOOL, {2}, {true, false})),
            "[true, false]");
  EXPECT_EQ(print(makeTensor<float>(ONNXOPS_COMPLEX64, {1}, {1, -2})),
            "[(1, -2)]");
  EXPECT_EQ(print(makeStrings({2}, {"a\"b", std::string("\0\n", 2)})),
            "[\"a\\22b\", \"\\00\\0A\"]");
}

TEST(TensorDataTest, PrintsNestedAndElided) {
  TensorData tensor =
      makeTensor<int8_t>(ONNXOPS_INT8, {2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(print(tensor), "[[1, 2, 3], [4, 5, 6]]");
  EXPECT_EQ(print(tensor, 4), "[[1, 2, 3], [4, ...]]");
  EXPECT_EQ(print(tensor, 3), "[[1, 2, 3], ...]");
  EXPECT_EQ(print(makeTensor<int8_t>(ONNXOPS_INT8, {}, {7})), "7");
  EXPECT_EQ(print(makeTensor<int8_t>(ONNXOPS_INT8, {1000000, 0}, {})), "[]");
}

TEST(TensorDataTest, DescribesItsType) {
  EXPECT_EQ(describeType(makeTensor<int8_t>(ONNXOPS_INT8, {1, 2}, {1, 2})),
            "tensor<1x2xi8>");
  EXPECT_EQ(describeType(makeStrings({}, {"x"})), "tensor<!onnxops.string>");
}

TEST(TensorDataTest, SlotViewsTheTensor) {
  TensorData tensor = makeTensor<int32_t>(ONNXOPS_INT32, {2, 1}, {3, 4});
  OnnxopsValue slot = tensor.getSlot();
  EXPECT_EQ(slot.kind, ONNXOPS_TENSOR);
  EXPECT_EQ(slot.elementType, ONNXOPS_INT32);
  EXPECT_EQ(slot.data, tensor.getBytes().data());
  EXPECT_EQ(llvm::ArrayRef(slot.sizes, slot.rank), tensor.getSizes());
  EXPECT_EQ(slot.strides, nullptr);
  EXPECT_EQ(slot.owned, 0);
}
