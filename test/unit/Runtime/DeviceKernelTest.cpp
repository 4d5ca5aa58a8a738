//===- DeviceKernelTest.cpp - kernels, their tables and constants ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modules that a device cannot run are refused by name; tables of any size
// arrive; several contexts share a device.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

#include <algorithm>
#include <thread>

using namespace mlir::onnxops::test;

namespace {

class DeviceKernelTest : public DeviceTest {
protected:
  Code code = kernels();

  /// What launching a kernel of a module says.
  std::string launchError(const Code &module, const char *kernel = "copy") {
    EXPECT_EQ(enterDevice(), 0);
    EXPECT_EQ(launch(module, kernel, {0, 0, 0, 0}), 1);
    EXPECT_EQ(leave(), 1);
    return error();
  }

  /// Replaces the first word `from` of a module.
  void patch(Code &module, uint32_t from, uint32_t to) {
    uint32_t *end = module.words() + module->size / 4;
    uint32_t *at = std::find(module.words(), end, from);
    ASSERT_NE(at, end);
    *at = to;
  }
};

constexpr uint32_t opCapability = 2 << 16 | 17;

TEST_F(DeviceKernelTest, MissingFeatureIsNamed) {
  Code module = kernels();
  module.words()[6] = 4435; // StoragePushConstant16
  EXPECT_EQ(module.words()[5], opCapability);
  EXPECT_EQ(launchError(module),
            label() + ": expected kernel 'copy' to need known capabilities, "
                      "but got 4435");
}

TEST_F(DeviceKernelTest, WhatIsNoModuleIsRefused) {
  const std::string message = label() + ": expected a SPIR-V module for kernel "
                                        "'copy', but got something else";
  EXPECT_EQ(launchError(Code({})), message);
  EXPECT_EQ(launchError(Code({1, 2, 3, 4, 5})), message);
  EXPECT_EQ(launchError(Code(std::vector<char>(100, 0))), message);
  Code cutOff = kernels();
  for (int64_t bytes : {2, 2, 16}) {
    cutOff->size -= bytes;
    EXPECT_EQ(launchError(cutOff), message);
  }
  Code endless = kernels();
  endless.words()[5] = 17; // an instruction of no words
  EXPECT_EQ(launchError(endless), message);
}

TEST_F(DeviceKernelTest, MissingKernelIsNamed) {
  EXPECT_EQ(launchError(code, "move"),
            label() + ": expected kernel 'move' in a SPIR-V module, but it is "
                      "not there");
  EXPECT_EQ(launchError(code, "cop"),
            label() + ": expected kernel 'cop' in a SPIR-V module, but it is "
                      "not there");
}

TEST_F(DeviceKernelTest, BlockSizeMustAgree) {
  Code module = kernels();
  module->blockSize = 128;
  EXPECT_EQ(launchError(module), label() + ": expected kernel 'copy' to have "
                                           "blocks of 128 threads, but got "
                                           "64x1x1");
}

TEST_F(DeviceKernelTest, TooLargeBlocksAreRefused) {
  Code module = kernels();
  patch(module, 64, 1 << 20); // of copy, the first
  module->blockSize = 1 << 20;
  EXPECT_NE(launchError(module).find("threads, but kernel 'copy' has 1048576"),
            std::string::npos)
      << error();
}

TEST_F(DeviceKernelTest, OtherFormatsAreRefused) {
  Code module = kernels();
  module->format = ONNXOPS_CODE_PTX;
  EXPECT_EQ(launchError(module),
            label() + ": expected kernel 'copy' in format 1, but got 2");
}

TEST_F(DeviceKernelTest, AbsurdLaunchesAreRefused) {
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(code, "copy", {}, -1), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(onnxopsRtLaunch(nullptr, code.get(), "copy", nullptr, 0, 1), 1);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  EXPECT_EQ(launch(code, "copy", {}), 1);
  EXPECT_EQ(onnxopsRtConstant(context, "a", 1, 0, 0), nullptr);
  EXPECT_EQ(onnxopsRtRead(context, nullptr, nullptr, 0), 1);
  EXPECT_EQ(onnxopsRtWrite(context, nullptr, nullptr, 0), 1);
}

TEST_F(DeviceKernelTest, NoBlocksAreNothing) {
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(code, "nothing", {}, 0), 0);
  EXPECT_EQ(leave(), 0);
  EXPECT_EQ(onnxopsContextDeviceTime(context), 0);
}

TEST_F(DeviceKernelTest, MoreBlocksThanAGridHas) {
  void *data = upload(countFrom(0, 10));
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {10, word(data), word(data), 1}, 100000), 0);
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 10), countFrom(1, 10));
}

TEST_F(DeviceKernelTest, TheClockRuns) {
  void *data = upload(countFrom(0, 1000000));
  ASSERT_EQ(enterDevice(), 0);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(launch(code, "add", {1000000, word(data), word(data), 1}, 1000),
              0);
  ASSERT_EQ(leave(), 0);
  EXPECT_GT(onnxopsContextDeviceTime(context), 0);
  EXPECT_LT(onnxopsContextDeviceTime(context), INT64_C(100000000000));
}

TEST_F(DeviceKernelTest, TablesOfAnySizeArrive) {
  void *from = upload(countFrom(0, 1)), *to = allocate(4);
  for (int64_t words : {4, 1000, 8192, 8193, 100000, 1000, 300000}) {
    Sizes table(words, -1);
    table[0] = 1;
    table[1] = word(from);
    table[2] = word(to);
    table[3] = words;
    ASSERT_EQ(enterDevice(), 0);
    ASSERT_EQ(launch(code, "add", table), 0) << error();
    table.assign(words, 0); // was copied
    ASSERT_EQ(leave(), 0) << error();
    EXPECT_EQ(download(to, 1)[0], words);
  }
}

TEST_F(DeviceKernelTest, MoreTablesThanTheRingHolds) {
  void *data = upload(countFrom(0, 1));
  ASSERT_EQ(enterDevice(), 0);
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(launch(code, "add", {1, word(data), word(data), 1}), 0);
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 1)[0], 5000);
}

TEST_F(DeviceKernelTest, LargeWritesArrive) {
  const int64_t count = 500001;
  char *data = static_cast<char *>(allocate(4 * count + 1));
  const std::vector<int32_t> values = countFrom(3, count);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(onnxopsRtWrite(context, data + 1, values.data(), 4 * count), 0);
  std::vector<int32_t> result(count);
  ASSERT_EQ(onnxopsRtRead(context, result.data(), data + 1, 4 * count), 0);
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(result, values);
}

TEST_F(DeviceKernelTest, ReadsOutsideAreRefused) {
  int32_t value = 0;
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(onnxopsRtRead(context, &value, &value, 4), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error().find(label() + ": expected 4 bytes of its memory"), 0u);
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(onnxopsRtWrite(context, &value, &value, 4), 1);
  EXPECT_EQ(leave(), 1);
}

TEST_F(DeviceKernelTest, ConstantsAreMadeOnce) {
  std::vector<int32_t> values = countFrom(0, 10);
  void *first = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(enterDevice(), 0);
    void *constant = onnxopsRtConstant(context, values.data(), 40, 1, 2);
    values.assign(10, 0); // its hash is what counts
    EXPECT_EQ(download(constant, 10), countFrom(0, 10));
    EXPECT_TRUE(!first || constant == first);
    first = constant;
    EXPECT_NE(onnxopsRtConstant(context, values.data(), 40, 1, 3), constant);
    EXPECT_NE(onnxopsRtConstant(context, values.data(), 40, 2, 2), constant);
    EXPECT_NE(onnxopsRtConstant(context, nullptr, 0, 1, 2), nullptr);
    ASSERT_EQ(leave(), 0);
  }
}

TEST_F(DeviceKernelTest, ContextsShareADevice) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      OnnxopsContext *own = onnxopsContextCreate();
      onnxopsContextSetDevice(own, device, nullptr);
      Signature signature({}, {tensor("y", ONNXOPS_INT32, {-1})});
      OnnxopsValue y = {};
      for (int call = 0; call < 20; ++call) {
        ASSERT_EQ(onnxopsRtEnterDevice(own, &y, 1, signature.data(),
                                       signature.names(), "vulkan"),
                  0);
        const int64_t count = 1000;
        void *data = onnxopsRtOutput(own, 0, 1, &count);
        void *copy = onnxopsRtAllocate(own, 4, 1, &count, "tile");
        const std::vector<int32_t> values = countFrom(thread, count);
        ASSERT_EQ(onnxopsRtWrite(own, copy, values.data(), 4 * count), 0);
        const int64_t table[] = {count, word(copy), word(data), call};
        ASSERT_EQ(onnxopsRtLaunch(own, code.get(), "add", table, 4, 16), 0);
        ASSERT_EQ(onnxopsRtLeave(own, 0), 0) << onnxopsContextError(own);
        EXPECT_EQ(download(data, count), countFrom(thread + call, count));
      }
      onnxopsValueRelease(&y);
      onnxopsContextDestroy(own);
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
