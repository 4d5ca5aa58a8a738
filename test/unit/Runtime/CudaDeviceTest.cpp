//===- CudaDeviceTest.cpp - streams and modules of CUDA -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls on a caller's stream return without waiting: their memory stays
// allocated until they are done. The stub defers all work until something
// waits.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"
#include "Library.h"

using namespace mlir::onnxops::test;

namespace {

class CudaDeviceTest : public DeviceTest {
protected:
  CudaDeviceTest() : DeviceTest("cuda") {}

  void SetUp() override {
    DeviceTest::SetUp();
    onnxopsContextSetDevice(context, device, &stream);
    stub.reset();
  }
  void TearDown() override {
    DeviceTest::TearDown();
    EXPECT_EQ(stub.live(), 0);
  }

  int64_t waits() {
    return stub.calls("cuStreamSynchronize") + stub.calls("cuCtxSynchronize") +
           stub.calls("cuEventSynchronize");
  }

  /// A call with a temporary, through which it adds 1 to `data`.
  void addOne(void *data, int64_t count) {
    ASSERT_EQ(enterDevice(), 0) << error();
    void *copy = onnxopsRtAllocate(context, 4, 1, &count, "tile");
    ASSERT_NE(copy, nullptr) << error();
    ASSERT_EQ(launch(code, "copy", {count, word(data), word(copy)}), 0);
    ASSERT_EQ(launch(code, "add", {count, word(copy), word(data), 1}), 0);
    ASSERT_EQ(leave(), 0) << error();
  }

  Stub stub{"cuda"};
  int stream = 0; ///< the stub takes any address for one
};

TEST_F(CudaDeviceTest, CallersStreamIsNotWaitedFor) {
  void *data = upload(countFrom(0, 100));
  stub.reset();
  for (int i = 0; i < 50; ++i)
    addOne(data, 100);
  EXPECT_EQ(waits(), 0);
  EXPECT_EQ(stub.calls("cuEventRecord"), 0);
  EXPECT_EQ(onnxopsContextDeviceTime(context), 0);
  EXPECT_EQ(download(data, 100), countFrom(50, 100)); // waits
}

// As required while a graph is captured from the stream.
TEST_F(CudaDeviceTest, NothingIsAskedOfTheStreamWithoutTemporaries) {
  void *data = upload(countFrom(0, 100));
  stub.reset();
  for (int i = 0; i < 50; ++i) {
    ASSERT_EQ(enterDevice(), 0) << error();
    ASSERT_EQ(launch(code, "add", {100, word(data), word(data), 1}), 0);
    ASSERT_EQ(leave(), 0) << error();
  }
  EXPECT_EQ(waits(), 0);
  EXPECT_EQ(stub.calls("cuStreamQuery"), 0);
  EXPECT_EQ(download(data, 100), countFrom(50, 100));
}

TEST_F(CudaDeviceTest, TemporariesStayUntilTheStreamIsDone) {
  void *data = upload(countFrom(0, 1000));
  addOne(data, 1000);
  addOne(data, 500);
  // Memory in use by queued kernels is not reused elsewhere.
  std::vector<int32_t> zeros(1000);
  for (int i = 0; i < 100; ++i) {
    void *other = onnxopsDeviceAllocate(device, 4000);
    auto copy = stub.find<int(uint64_t, const void *, size_t)>(
        "cuMemcpyHtoD_v2"); // unlike onnxopsDeviceUpload it does not wait
    auto push = stub.find<int(void *)>("cuCtxPushCurrent_v2");
    auto retain = stub.find<int(void **, int)>("cuDevicePrimaryCtxRetain");
    auto release = stub.find<int(int)>("cuDevicePrimaryCtxRelease_v2");
    auto pop = stub.find<int(void **)>("cuCtxPopCurrent_v2");
    void *current;
    ASSERT_EQ(retain(&current, 7), 0);
    ASSERT_EQ(push(current), 0);
    EXPECT_EQ(copy(reinterpret_cast<uintptr_t>(other), zeros.data(), 4000), 0);
    ASSERT_EQ(pop(&current), 0);
    release(7);
  }
  std::vector<int32_t> expected = countFrom(1, 1000);
  for (int i = 0; i < 500; ++i)
    ++expected[i];
  EXPECT_EQ(download(data, 1000), expected);
}

TEST_F(CudaDeviceTest, LargerOutputWaits) {
  std::vector<OnnxopsValue> table(1);
  for (int64_t count : {100, 10, 100000}) {
    ASSERT_EQ(
        enterDevice(Signature({}, {tensor("y", ONNXOPS_INT32, {-1})}), table),
        0);
    void *y = onnxopsRtOutput(context, 0, 1, &count);
    ASSERT_EQ(launch(code, "add", {count, word(y), word(y), 1}), 0);
    ASSERT_EQ(leave(), 0);
    EXPECT_EQ(waits(), count == 100000); // frees memory of the first call
  }
  onnxopsContextSetDevice(context, nullptr, nullptr);
  onnxopsValueRelease(&table[0]);
}

TEST_F(CudaDeviceTest, OwnStreamIsWaitedForOnce) {
  onnxopsContextSetDevice(context, device, nullptr);
  void *data = upload(countFrom(0, 100));
  stub.reset();
  addOne(data, 100);
  EXPECT_EQ(waits(), 1);
  EXPECT_EQ(onnxopsContextDeviceTime(context), 1500000);
}

TEST_F(CudaDeviceTest, ManyElementsAreWaitedForOnce) {
  void *data = upload(countFrom(7, 100));
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {100, word(data), word(data), 1}), 0);
  std::vector<int64_t> words;
  for (int64_t i = 0; i < 100; ++i)
    words.insert(words.end(), {word(data) + 4 * i, 4});
  stub.reset();
  ASSERT_EQ(onnxopsRtReadWords(context, words.data(), 60), 0);
  EXPECT_EQ(waits(), 1);
  for (int64_t i = 0; i < 60; ++i)
    EXPECT_EQ(int32_t(words[2 * i]), 8 + i);
  // More than the ring holds at once.
  for (int64_t i = 0; i < 60; ++i)
    words[2 * i] = word(data) + 4 * i;
  ASSERT_EQ(onnxopsRtReadWords(context, words.data(), 100), 0);
  EXPECT_EQ(int32_t(words[2 * 99]), 107);
  ASSERT_EQ(leave(), 0);
}

TEST_F(CudaDeviceTest, ReadAtTheEndIsTimed) {
  onnxopsContextSetDevice(context, device, nullptr);
  void *data = upload(countFrom(0, 100));
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {100, word(data), word(data), 1}), 0);
  int32_t value = 0;
  ASSERT_EQ(onnxopsRtRead(context, &value, data, 4), 0);
  ASSERT_EQ(leave(), 0);
  EXPECT_EQ(value, 1);
  EXPECT_EQ(onnxopsContextDeviceTime(context), 1500000);
}

TEST_F(CudaDeviceTest, CompilersMessageIsPassedOn) {
  const std::string text = "nonsense";
  EXPECT_EQ(launchError(Code({text.begin(), text.end()}, ONNXOPS_CODE_PTX)),
            label() + ": expected cuModuleLoadDataEx to succeed, but got "
                      "CUDA_ERROR_INVALID_PTX (218): ptxas fatal : Missing "
                      ".version directive");
}

TEST_F(CudaDeviceTest, ModulesAreLoadedOnce) {
  void *data = upload(countFrom(0, 100));
  for (int i = 0; i < 3; ++i)
    addOne(data, 100);
  EXPECT_EQ(stub.calls("cuModuleLoadDataEx"), 1);
  EXPECT_EQ(stub.calls("cuModuleGetFunction"), 2);
}

TEST_F(CudaDeviceTest, LostDeviceStaysLost) {
  void *data = upload(countFrom(0, 100));
  stub.fail("cuLaunchKernel", 0, 700);
  EXPECT_EQ(launchError(code), label() +
                                   ": expected cuLaunchKernel to succeed, but "
                                   "got CUDA_ERROR_ILLEGAL_ADDRESS (700)");
  const std::string lost = label() + ": expected a device that works, but it "
                                     "was lost in an earlier call";
  EXPECT_EQ(launchError(code), lost);
  int32_t value;
  EXPECT_EQ(onnxopsDeviceDownload(device, &value, data, 4), 1);
  EXPECT_EQ(onnxopsDeviceError(device), lost);
  EXPECT_EQ(onnxopsDeviceAllocate(device, 10000000), nullptr);
}

} // namespace
