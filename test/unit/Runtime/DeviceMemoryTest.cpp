//===- DeviceMemoryTest.cpp - devices and their memory --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of a device outside of calls.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <thread>

using namespace mlir::onnxops::test;

namespace {

class DeviceMemoryTest : public AnyDeviceTest {};

TEST_P(DeviceMemoryTest, DeviceHasAKindAndAName) {
  EXPECT_STREQ(onnxopsDeviceKind(device), GetParam());
  EXPECT_STRNE(onnxopsDeviceName(device), "");
  EXPECT_STREQ(onnxopsDeviceError(device), "");
}

TEST(DeviceOpenTest, UnknownKindIsRefused) {
  char message[200];
  EXPECT_EQ(onnxopsDeviceOpen("abacus", message, sizeof(message)), nullptr);
  EXPECT_STREQ(
      message,
      "expected the kind of a device, 'vulkan' or 'cuda', but got 'abacus'");
  EXPECT_EQ(onnxopsDeviceOpen(nullptr, nullptr, 0), nullptr);
}

TEST(DeviceOpenTest, MessageIsCutOff) {
  char message[10];
  EXPECT_EQ(onnxopsDeviceOpen("abacus", message, sizeof(message)), nullptr);
  EXPECT_STREQ(message, "expected ");
}

TEST(DeviceOpenTest, NullIsHarmless) {
  onnxopsDeviceClose(nullptr);
  onnxopsDeviceFree(nullptr, nullptr);
  EXPECT_EQ(onnxopsDeviceAllocate(nullptr, 1), nullptr);
  EXPECT_EQ(onnxopsDeviceUpload(nullptr, nullptr, nullptr, 1), 1);
  EXPECT_EQ(onnxopsDeviceDownload(nullptr, nullptr, nullptr, 1), 1);
  EXPECT_STREQ(onnxopsDeviceError(nullptr), "");
  onnxopsContextSetDevice(nullptr, nullptr, nullptr);
  EXPECT_EQ(onnxopsContextDeviceTime(nullptr), 0);
}

TEST_P(DeviceMemoryTest, TwoDevicesAtOnce) {
  OnnxopsDevice *other = onnxopsDeviceOpen(kind.c_str(), nullptr, 0);
  ASSERT_NE(other, nullptr);
  void *data = onnxopsDeviceAllocate(other, 8);
  EXPECT_NE(data, nullptr);
  onnxopsDeviceClose(other); // frees it
}

TEST_P(DeviceMemoryTest, AllocationsAreAligned) {
  for (int64_t bytes :
       {0, 1, 255, 256, 257, 100000, 1 << 20, (1 << 20) + 1, 5000000}) {
    void *data = allocate(bytes);
    ASSERT_NE(data, nullptr) << bytes;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(data) % 256, 0u) << bytes;
  }
}

TEST_P(DeviceMemoryTest, AllocationsDoNotOverlap) {
  std::vector<std::pair<char *, int64_t>> ranges;
  for (int64_t i = 0; i < 600; ++i) {
    const int64_t bytes = i * i * 7;
    ranges.push_back({static_cast<char *>(allocate(bytes)), bytes});
  }
  std::sort(ranges.begin(), ranges.end());
  for (size_t i = 1; i < ranges.size(); ++i)
    EXPECT_LE(ranges[i - 1].first + ranges[i - 1].second, ranges[i].first);
}

TEST_P(DeviceMemoryTest, FreedMemoryIsUsedAgain) {
  void *first = onnxopsDeviceAllocate(device, 1000);
  onnxopsDeviceFree(device, first);
  EXPECT_EQ(allocate(900), first);
}

TEST_P(DeviceMemoryTest, FreeInAnyOrder) {
  std::vector<void *> blocks;
  for (int i = 0; i < 5000; ++i)
    blocks.push_back(onnxopsDeviceAllocate(device, 256));
  for (int i = 0; i < 5000; ++i)
    onnxopsDeviceFree(device, blocks[i * 7 % 5000]);
  onnxopsDeviceFree(device, blocks[0]); // freed already
  onnxopsDeviceFree(device, device);    // never allocated
  EXPECT_NE(allocate(256), nullptr);
}

TEST_P(DeviceMemoryTest, AbsurdSizesAreRefused) {
  EXPECT_EQ(onnxopsDeviceAllocate(device, -1), nullptr);
  EXPECT_EQ(onnxopsDeviceError(device),
            label() + ": expected a number of bytes that can be addressed, but "
                      "got -1");
  EXPECT_EQ(onnxopsDeviceAllocate(device, INT64_MAX), nullptr);
}

TEST_P(DeviceMemoryTest, BytesCopyBothWays) {
  const std::vector<int32_t> values = countFrom(5, 100000);
  void *data = upload(values);
  EXPECT_EQ(download(data, 100000), values);
}

TEST_P(DeviceMemoryTest, BytesCopyFromAnyAddress) {
  char *data = static_cast<char *>(upload(countFrom(0, 100)));
  const char text[] = "abc";
  ASSERT_EQ(onnxopsDeviceUpload(device, data + 7, text, 3), 0);
  EXPECT_EQ(download<char>(data + 6, 5),
            (std::vector<char>{0, 'a', 'b', 'c', 0}));
}

TEST_P(DeviceMemoryTest, BytesOutsideAreRefused) {
  char *data = static_cast<char *>(allocate(5000000));
  char byte = 0;
  EXPECT_EQ(onnxopsDeviceUpload(device, &byte, &byte, 1), 1);
  EXPECT_NE(std::string(onnxopsDeviceError(device)).find(foreign(1)),
            std::string::npos);
  EXPECT_EQ(onnxopsDeviceDownload(device, &byte, data, 6000000), 1);
  EXPECT_EQ(onnxopsDeviceDownload(device, &byte, data, -1), 1);
  EXPECT_EQ(onnxopsDeviceDownload(device, nullptr, nullptr, 0), 0);
}

TEST_P(DeviceMemoryTest, ThreadsShareADevice) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 200; ++i) {
        int32_t value = thread * 1000 + i, result = 0;
        void *data = onnxopsDeviceAllocate(device, 1 << (i % 18));
        EXPECT_EQ(onnxopsDeviceUpload(device, data, &value, 1), 0);
        EXPECT_EQ(onnxopsDeviceDownload(device, &result, data, 1), 0);
        EXPECT_EQ(result, value & 0xff);
        onnxopsDeviceFree(device, data);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

ONNXOPS_FOR_ALL_DEVICES(DeviceMemoryTest);

} // namespace
