//===- DeviceOutputTest.cpp - ownership of device memory ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Entry checks, temporaries and outputs of calls on a device. Closing the
// device frees all remaining memory, so that allocations are counted here.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace mlir::onnxops::test;

namespace {

class DeviceOutputTest : public AnyDeviceTest {
protected:
  void *allocateInCall(int64_t count) {
    return onnxopsRtAllocate(context, 1, 1, &count, "concat");
  }

  /// A call that makes one output of `count` i32.
  int32_t enterForOne(std::vector<OnnxopsValue> &table) {
    return enterDevice(Signature({}, {tensor("y", ONNXOPS_INT32, {-1})}),
                       table);
  }
  void *output(int64_t count) { return onnxopsRtOutput(context, 0, 1, &count); }

  /// Whether an address is allocated memory of the device.
  bool isDevice(const void *data) {
    char byte;
    return onnxopsDeviceDownload(device, &byte, data, 1) == 0;
  }
};

TEST_P(DeviceOutputTest, HostCodeRefusesADevice) {
  std::vector<OnnxopsValue> table(1);
  EXPECT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_INT32, {})}), table), 1);
  EXPECT_EQ(error(), "function 'main': expected a context without a device, as "
                     "it was compiled for the host, but got one with " +
                         label());
}

TEST_P(DeviceOutputTest, DeviceCodeNeedsADevice) {
  onnxopsContextSetDevice(context, nullptr, nullptr);
  EXPECT_EQ(enterDevice(), 1);
  EXPECT_EQ(error(), "function 'main': expected a context with a " + kind +
                         " device, but got one without a device");
}

TEST_P(DeviceOutputTest, DeviceOfAnotherKindIsRefused) {
  std::vector<OnnxopsValue> table(1);
  EXPECT_EQ(enterDevice(Signature({}, {tensor("y", ONNXOPS_INT32, {})}), table,
                        "abacus"),
            1);
  EXPECT_EQ(error(),
            "function 'main': expected a context with a abacus device, "
            "but got one with " +
                label());
}

TEST_P(DeviceOutputTest, ContextGoesBackToTheHost) {
  ASSERT_EQ(enterDevice(), 0);
  allocateInCall(100); // left unfinished
  onnxopsContextSetDevice(context, nullptr, nullptr);
  std::vector<OnnxopsValue> table(1);
  ASSERT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_INT32, {1})}), table), 0);
  *static_cast<int32_t *>(output(1)) = 5;
  ASSERT_EQ(leave(), 0);
  onnxopsContextSetDevice(context, device, nullptr);
  onnxopsValueRelease(&table[0]); // host memory in spite of the device
}

TEST_P(DeviceOutputTest, StringsAreRefused) {
  std::vector<OnnxopsValue> table(2);
  EXPECT_EQ(enterDevice(Signature({tensor("x", ONNXOPS_STRING, {1})},
                                  {tensor("y", ONNXOPS_INT32, {})}),
                        table),
            1);
  EXPECT_EQ(error(), "input 'x': expected elements of a fixed width on " +
                         label() + ", but got strings");
  EXPECT_EQ(enterDevice(Signature({}, {tensor("a", ONNXOPS_INT32, {}),
                                       tensor("", ONNXOPS_STRING, {})}),
                        table),
            1);
  EXPECT_EQ(error(), "output 1: expected elements of a fixed width on " +
                         label() + ", but got strings");
  ASSERT_EQ(enterDevice(), 0);
  const int64_t end = 1;
  EXPECT_EQ(onnxopsRtStrings(context, "a", &end, 1), nullptr);
  EXPECT_EQ(leave(1), 1);
  EXPECT_NE(error().find("constant strings"), std::string::npos);
}

TEST_P(DeviceOutputTest, TemporariesAreTheDevices) {
  ASSERT_EQ(enterDevice(), 0);
  void *data = allocateInCall(100);
  EXPECT_TRUE(isDevice(data));
  EXPECT_NE(allocateInCall(0), nullptr);
  ASSERT_EQ(leave(), 0) << error();
}

TEST_P(DeviceOutputTest, FreedMemoryIsUsedAgainInTheCall) {
  ASSERT_EQ(enterDevice(), 0);
  void *large = allocateInCall(1000000);
  onnxopsRtFree(context, large);
  onnxopsRtFree(context, nullptr);
  EXPECT_EQ(allocateInCall(900000), large);
  EXPECT_NE(onnxopsDeviceAllocate(device, 900000), large);
  void *small = allocateInCall(10);
  onnxopsRtFree(context, small);
  EXPECT_EQ(allocateInCall(256), small);
  EXPECT_EQ(leave(), 0) << error();
}

TEST_P(DeviceOutputTest, LargeTemporariesStayForTheNextCall) {
  ASSERT_EQ(enterDevice(), 0);
  void *data = allocateInCall(5000000);
  ASSERT_EQ(leave(), 0);
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(allocateInCall(5000000), data);
  ASSERT_EQ(leave(), 0);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(leave(), 0); // a call that needs none
  EXPECT_FALSE(isDevice(data));
}

TEST_P(DeviceOutputTest, FailedCallsFreeEverything) {
  std::vector<OnnxopsValue> table(1);
  ASSERT_EQ(enterForOne(table), 0);
  void *y = output(5000000), *data = allocateInCall(100);
  ASSERT_EQ(launch(code, "copy", {1, word(data), word(y)}), 0);
  EXPECT_EQ(leave(1), 1);
  EXPECT_EQ(table[0].data, nullptr);
  EXPECT_FALSE(isDevice(y));
}

TEST_P(DeviceOutputTest, ForeignMemoryIsNotFreed) {
  ASSERT_EQ(enterDevice(), 0);
  void *mine = allocate(10);
  onnxopsRtFree(context, mine);
  EXPECT_EQ(leave(), 1);
  EXPECT_NE(error().find(": expected memory of this call to free, but got "
                         "address 0x"),
            std::string::npos);
  EXPECT_TRUE(isDevice(mine));
  ASSERT_EQ(enterDevice(), 0);
  void *data = allocateInCall(10);
  onnxopsDeviceFree(device, data); // belongs to the call
  EXPECT_EQ(leave(), 0);
}

TEST_P(DeviceOutputTest, TooSmallOutputIsReplaced) {
  std::vector<OnnxopsValue> table(1);
  ASSERT_EQ(enterForOne(table), 0);
  void *first = output(2000000);
  ASSERT_EQ(leave(), 0);
  ASSERT_EQ(enterForOne(table), 0);
  void *second = output(3000000);
  EXPECT_NE(first, second);
  ASSERT_EQ(leave(), 0);
  EXPECT_FALSE(isDevice(first));
  EXPECT_TRUE(isDevice(second));
  onnxopsValueRelease(&table[0]);
  EXPECT_FALSE(isDevice(second));
}

TEST_P(DeviceOutputTest, OutputOfTheHostIsReplaced) {
  std::vector<OnnxopsValue> table(1);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  ASSERT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_INT32, {-1})}), table), 0);
  output(1000);
  ASSERT_EQ(leave(), 0);
  onnxopsContextSetDevice(context, device, nullptr);
  ASSERT_EQ(enterForOne(table), 0);
  EXPECT_TRUE(isDevice(output(1000)));
  ASSERT_EQ(leave(), 0);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  ASSERT_EQ(enter(Signature({}, {tensor("y", ONNXOPS_INT32, {-1})}), table), 0);
  EXPECT_FALSE(isDevice(output(1000)));
  ASSERT_EQ(leave(), 0);
  onnxopsValueRelease(&table[0]);
}

TEST_P(DeviceOutputTest, TooLittleLentMemoryIsRefused) {
  std::vector<OnnxopsValue> table(1);
  table[0].data = allocate(16);
  table[0].capacity = 16;
  ASSERT_EQ(enterForOne(table), 0);
  EXPECT_EQ(output(5), nullptr);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(
      error(),
      "output 'y': expected lent memory of at least 20 bytes, but got 16");
}

TEST_P(DeviceOutputTest, OutputOutlivesTheContext) {
  std::vector<OnnxopsValue> table(1);
  ASSERT_EQ(enterForOne(table), 0);
  void *y = output(10);
  ASSERT_EQ(leave(), 0);
  onnxopsContextDestroy(context);
  context = nullptr;
  EXPECT_TRUE(isDevice(y));
  onnxopsValueRelease(&table[0]);
}

TEST_P(DeviceOutputTest, MoreThanTheDeviceHasIsRefused) {
  std::vector<OnnxopsValue> table(1);
  ASSERT_EQ(enterForOne(table), 0);
  EXPECT_EQ(output(INT64_C(1) << 50), nullptr);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error().find("output 'y': " + label() + ": expected memory for"),
            0u)
      << error();
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(allocateInCall(INT64_C(1) << 50), nullptr);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error().find("concat: " + label() + ": expected memory for"), 0u)
      << error();
}

ONNXOPS_FOR_ALL_DEVICES(DeviceOutputTest);

} // namespace
