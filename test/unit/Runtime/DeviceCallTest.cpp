//===- DeviceCallTest.cpp - calls of code that runs on a device -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocation and release of memory, and the order of work.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <thread>

using namespace mlir::onnxops::test;

namespace {

class DeviceCallTest : public AnyDeviceTest {
protected:
  void *allocateInCall(Sizes sizes) {
    return onnxopsRtAllocate(context, 4, sizes.size(), sizes.data(), "concat");
  }

  /// y = x + value, as compiled code does it.
  int32_t callAdd(std::vector<OnnxopsValue> &table, int64_t value) {
    if (enterDevice(Signature({tensor("x", ONNXOPS_INT32, {-1})},
                              {tensor("y", ONNXOPS_INT32, {-1})}),
                    table))
      return 1;
    const int64_t count = table[0].sizes[0];
    void *y = onnxopsRtOutput(context, 0, 1, &count);
    int32_t status =
        y ? launch(code, "add", {count, word(table[0].data), word(y), value}, 3)
          : 1;
    return leave(status);
  }

  OnnxopsValue input(void *data, int64_t *sizes) {
    OnnxopsValue value = {};
    value.elementType = ONNXOPS_INT32;
    value.rank = 1;
    value.data = data;
    value.sizes = sizes;
    return value;
  }
};

TEST_P(DeviceCallTest, KernelMakesAnOutput) {
  int64_t count = 1000;
  std::vector<OnnxopsValue> table = {input(upload(countFrom(0, count)), &count),
                                     {}};
  ASSERT_EQ(callAdd(table, 7), 0) << error();
  EXPECT_EQ(download(table[1].data, count), countFrom(7, count));
  EXPECT_EQ(sizesOf(table[1]), Sizes{1000});
  EXPECT_EQ(table[1].owned, ONNXOPS_OWNS_DATA | ONNXOPS_OWNS_SIZES);
  EXPECT_GE(onnxopsContextDeviceTime(context), 0);
  onnxopsValueRelease(&table[1]);
  EXPECT_EQ(table[1].data, nullptr);
}

TEST_P(DeviceCallTest, OutputIsReused) {
  int64_t count = 1000;
  std::vector<OnnxopsValue> table = {input(upload(countFrom(0, count)), &count),
                                     {}};
  ASSERT_EQ(callAdd(table, 7), 0) << error();
  void *data = table[1].data;
  count = 10;
  ASSERT_EQ(callAdd(table, 8), 0) << error();
  EXPECT_EQ(table[1].data, data);
  EXPECT_EQ(download(data, 10), countFrom(8, 10));
  onnxopsValueRelease(&table[1]);
}

TEST_P(DeviceCallTest, LentMemoryIsUsed) {
  int64_t count = 1000;
  void *lent = allocate(4000);
  std::vector<OnnxopsValue> table = {input(upload(countFrom(0, count)), &count),
                                     {}};
  table[1].data = lent;
  table[1].capacity = 4000;
  ASSERT_EQ(callAdd(table, 1), 0) << error();
  EXPECT_EQ(table[1].data, lent);
  EXPECT_EQ(download(lent, count), countFrom(1, count));
  onnxopsValueRelease(&table[1]);
  EXPECT_EQ(table[1].data, lent);
}

TEST_P(DeviceCallTest, LaunchesRunInOrder) {
  const int64_t count = 5000;
  void *a = upload(countFrom(0, count)), *b = allocate(4 * count);
  ASSERT_EQ(enterDevice(), 0) << error();
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(launch(code, "add", {count, word(a), word(b), 1}, 79), 0);
    ASSERT_EQ(launch(code, "copy", {count, word(b), word(a)}, 2), 0);
  }
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(a, count), countFrom(100, count));
}

TEST_P(DeviceCallTest, ReadsAndWritesAreInOrder) {
  void *a = upload(countFrom(0, 4)), *b = allocate(16);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(a), word(b), 10}), 0);
  int32_t value = 100;
  ASSERT_EQ(onnxopsRtWrite(context, a, &value, 4), 0); // after it was read
  value = 0;
  ASSERT_EQ(launch(code, "add", {1, word(a), word(a), 1}), 0);
  int32_t values[2];
  ASSERT_EQ(onnxopsRtRead(context, &values[0], b, 4), 0);
  ASSERT_EQ(onnxopsRtRead(context, &values[1], a, 4), 0);
  EXPECT_EQ(values[0], 10);
  EXPECT_EQ(values[1], 101);
  EXPECT_EQ(leave(), 0);
}

ONNXOPS_FOR_ALL_DEVICES(DeviceCallTest);

} // namespace
