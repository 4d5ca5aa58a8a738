//===- DeviceSegmentsTest.cpp - sequence outputs by a kernel --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One launch for all elements whose runs form rows of one stride, on the stub
// of CUDA, which counts launches.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"
#include "Library.h"

using namespace mlir::onnxops::test;

namespace {

class DeviceSegmentsTest : public DeviceTest {
protected:
  DeviceSegmentsTest() : DeviceTest("cuda") {}

  void TearDown() override {
    onnxopsValueRelease(&table[0]);
    DeviceTest::TearDown();
    EXPECT_EQ(stub.live(), 0);
  }

  /// Begins a call with a sequence to fill.
  OnnxopsSequence *begin(int64_t capacity) {
    EXPECT_EQ(
        enterDevice(Signature({}, {sequenceOf(unranked("s", ONNXOPS_INT32))}),
                    table),
        0)
        << error();
    return onnxopsRtSequenceCreate(context, ONNXOPS_INT32, capacity);
  }

  /// A view of elements of i32.
  void push(OnnxopsSequence *sequence, void *data, int64_t first, Sizes sizes,
            Sizes strides) {
    ASSERT_EQ(onnxopsRtSequencePush(context, sequence,
                                    static_cast<int32_t *>(data) + first,
                                    sizes.size(), sizes.data(), strides.data()),
              0)
        << error();
  }

  int32_t output(const OnnxopsSequence *sequence,
                 const char *kernel = "segments") {
    return onnxopsRtOutputSequenceBy(context, 0, sequence, code.get(), kernel);
  }

  std::vector<int32_t> elementOf(int64_t position) {
    OnnxopsValue element = onnxopsSequenceElement(
        static_cast<OnnxopsSequence *>(table[0].data), position);
    int64_t count = 1;
    for (int64_t i = 0; i < element.rank; ++i)
      count *= element.sizes[i];
    return download(element.data, count);
  }

  Stub stub{"cuda"};
  std::vector<OnnxopsValue> table{1};
};

TEST_F(DeviceSegmentsTest, AllElementsAreOneLaunch) {
  void *data = upload(countFrom(0, 24));
  OnnxopsSequence *sequence = begin(6);
  push(sequence, data, 0, {4, 1}, {6, 1});
  push(sequence, data, 1, {4, 2}, {6, 1});
  push(sequence, data, 0, {0, 3}, {6, 1});
  push(sequence, data, 6, {2, 1, 6}, {6, 99, 1});
  push(sequence, data, 5, {2, 2}, {12, 6});
  push(sequence, data, 23, {}, {});
  ASSERT_EQ(output(sequence), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(stub.calls("cuLaunchKernel"), 1);
  EXPECT_EQ(stub.calls("cuMemcpyDtoDAsync_v2"), 0);
  EXPECT_EQ(elementOf(0), (std::vector<int32_t>{0, 6, 12, 18}));
  EXPECT_EQ(elementOf(1), (std::vector<int32_t>{1, 2, 7, 8, 13, 14, 19, 20}));
  EXPECT_EQ(elementOf(3), countFrom(6, 12));
  EXPECT_EQ(elementOf(4), (std::vector<int32_t>{5, 11, 17, 23}));
  EXPECT_EQ(elementOf(5), countFrom(23, 1));
}

TEST_F(DeviceSegmentsTest, ThousandsAreOneLaunch) {
  constexpr int64_t count = 5000;
  void *data = upload(countFrom(0, 2 * count));
  OnnxopsSequence *sequence = begin(count);
  for (int64_t i = 0; i < count; ++i)
    push(sequence, data, i, {2, 1}, {count, 1});
  ASSERT_EQ(output(sequence), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(stub.calls("cuLaunchKernel"), 1);
  for (int32_t i = 0; i < count; ++i)
    ASSERT_EQ(elementOf(i), (std::vector<int32_t>{i, i + int32_t(count)}));
}

TEST_F(DeviceSegmentsTest, ElementsWithoutRowsAreLeftToTheDriver) {
  void *data = upload(countFrom(0, 12));
  OnnxopsSequence *sequence = begin(2);
  push(sequence, data, 0, {2, 3, 2}, {1, 4, 2});
  push(sequence, data, 2, {3, 1}, {-1, 1});
  ASSERT_EQ(output(sequence), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(stub.calls("cuLaunchKernel"), 1);
  EXPECT_EQ(elementOf(0),
            (std::vector<int32_t>{0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(elementOf(1), (std::vector<int32_t>{2, 1, 0}));
}

TEST_F(DeviceSegmentsTest, NothingIsLaunchedForNothing) {
  OnnxopsSequence *sequence = begin(1);
  push(sequence, nullptr, 0, {0, 3}, {3, 1});
  ASSERT_EQ(output(sequence), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  ASSERT_EQ(output(begin(0)), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(stub.calls("cuLaunchKernel"), 0);
}

TEST_F(DeviceSegmentsTest, KernelsThatCannotBeLaunchedAreRefused) {
  EXPECT_EQ(output(begin(0), nullptr), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected code and a kernel, but got a null "
                               "pointer");
  OnnxopsSequence *sequence = begin(1);
  push(sequence, upload(countFrom(0, 1)), 0, {}, {});
  EXPECT_EQ(output(sequence, "none"), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected kernel 'none' in a PTX module, but "
                               "it is not there");
  code->format = ONNXOPS_CODE_SPIRV;
  EXPECT_EQ(output(begin(0)), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected kernel 'segments' in format 2, but "
                               "got 1");
  EXPECT_EQ(table[0].data, nullptr);
}

} // namespace
