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

class DeviceKernelTest : public AnyDeviceTest {
protected:
  std::string module() const { return kind == "vulkan" ? "SPIR-V" : "PTX"; }

  /// In PTX, a kernel is for tables that are parameters, or for larger ones.
  const char *nameOfAdd(int64_t words) const {
    return kind == "cuda" && words > ONNXOPS_PARAMETER_WORDS ? "add_large"
                                                             : "add";
  }
};

TEST_P(DeviceKernelTest, MissingKernelIsNamed) {
  EXPECT_EQ(launchError(code, "move"),
            label() + ": expected kernel 'move' in a " + module() +
                " module, but it is not there");
  EXPECT_EQ(launchError(code, "cop"),
            label() + ": expected kernel 'cop' in a " + module() +
                " module, but it is not there");
}

TEST_P(DeviceKernelTest, OtherFormatsAreRefused) {
  Code module = kernels(kind);
  module->format = ONNXOPS_CODE_AMD;
  EXPECT_EQ(launchError(module),
            label() + ": expected kernel 'copy' in format " +
                std::to_string(code->format) + ", but got 3");
}

TEST_P(DeviceKernelTest, AbsurdLaunchesAreRefused) {
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(code, "copy", {}, -1), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(onnxopsRtLaunch(nullptr, code.get(), "copy", nullptr, 0, 1), 1);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  EXPECT_EQ(launch(code, "copy", {}), 1);
  EXPECT_EQ(onnxopsRtConstant(context, "a", 1, 0, 0), nullptr);
  EXPECT_EQ(onnxopsRtRead(context, nullptr, nullptr, 0), 1);
  EXPECT_EQ(onnxopsRtReadWords(context, nullptr, 0), 1);
  EXPECT_EQ(onnxopsRtWrite(context, nullptr, nullptr, 0), 1);
}

TEST_P(DeviceKernelTest, NoBlocksAreNothing) {
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(code, "nothing", {}, 0), 0);
  EXPECT_EQ(leave(), 0);
  EXPECT_EQ(onnxopsContextDeviceTime(context), 0);
}

TEST_P(DeviceKernelTest, MoreBlocksThanAGridHas) {
  void *data = upload(countFrom(0, 10));
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {10, word(data), word(data), 1}, 100000), 0);
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 10), countFrom(1, 10));
}

TEST_P(DeviceKernelTest, TheClockRuns) {
  void *data = upload(countFrom(0, 1000000));
  ASSERT_EQ(enterDevice(), 0);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(launch(code, "add", {1000000, word(data), word(data), 1}, 1000),
              0);
  ASSERT_EQ(leave(), 0);
  EXPECT_GT(onnxopsContextDeviceTime(context), 0);
  EXPECT_LT(onnxopsContextDeviceTime(context), INT64_C(100000000000));
}

TEST_P(DeviceKernelTest, TablesOfAnySizeArrive) {
  void *from = upload(countFrom(0, 1)), *to = allocate(4);
  for (int64_t words : {4, 500, 501, 1000, 8192, 8193, 100000, 1000, 300000}) {
    Sizes table(words, -1);
    table[0] = 1;
    table[1] = word(from);
    table[2] = word(to);
    table[3] = words;
    ASSERT_EQ(enterDevice(), 0);
    ASSERT_EQ(launch(code, nameOfAdd(words), table), 0) << error();
    table.assign(words, 0); // was copied
    ASSERT_EQ(leave(), 0) << error();
    EXPECT_EQ(download(to, 1)[0], words);
  }
}

TEST_P(DeviceKernelTest, MoreTablesThanTheRingHolds) {
  void *data = upload(countFrom(0, 1));
  ASSERT_EQ(enterDevice(), 0);
  for (int i = 0; i < 5000; ++i)
    ASSERT_EQ(launch(code, "add", {1, word(data), word(data), 1}), 0);
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 1)[0], 5000);
}

TEST_P(DeviceKernelTest, LargeWritesArrive) {
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

TEST_P(DeviceKernelTest, ReadsOutsideAreRefused) {
  int32_t value = 0;
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(onnxopsRtRead(context, &value, &value, 4), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_NE(error().find(foreign(4)), std::string::npos) << error();
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(onnxopsRtWrite(context, &value, &value, 4), 1);
  EXPECT_EQ(leave(), 1);
}

TEST_P(DeviceKernelTest, ConstantsAreMadeOnce) {
  std::vector<int32_t> values = countFrom(0, 10);
  void *first = nullptr;
  for (int i = 0; i < 2; ++i) {
    ASSERT_EQ(enterDevice(), 0);
    void *constant = onnxopsRtConstant(context, values.data(), 40, 1, 2);
    values.assign(10, 0); // only its hash counts
    EXPECT_EQ(download(constant, 10), countFrom(0, 10));
    EXPECT_TRUE(!first || constant == first);
    first = constant;
    EXPECT_NE(onnxopsRtConstant(context, values.data(), 40, 1, 3), constant);
    EXPECT_NE(onnxopsRtConstant(context, values.data(), 40, 2, 2), constant);
    EXPECT_NE(onnxopsRtConstant(context, nullptr, 0, 1, 2), nullptr);
    ASSERT_EQ(leave(), 0);
  }
}

TEST_P(DeviceKernelTest, ContextsShareADevice) {
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&, thread] {
      OnnxopsContext *own = onnxopsContextCreate();
      onnxopsContextSetDevice(own, device, nullptr);
      Signature signature({}, {tensor("y", ONNXOPS_INT32, {-1})});
      OnnxopsValue y = {};
      for (int call = 0; call < 20; ++call) {
        ASSERT_EQ(onnxopsRtEnterDevice(own, &y, 1, signature.data(),
                                       signature.names(), kind.c_str()),
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

ONNXOPS_FOR_ALL_DEVICES(DeviceKernelTest);

} // namespace
