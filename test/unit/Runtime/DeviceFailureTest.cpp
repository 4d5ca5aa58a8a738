//===- DeviceFailureTest.cpp - failing drivers ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of the driver fails in turn, in stub libraries in front of it:
// a message each time, and no leaks.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "DeviceTest.h"
#include "Library.h"

#include <cstdlib>
#include <cstring>
#include <string>

using namespace mlir::onnxops::test;

namespace {

/// The message of opening a device.
std::string openError(const char *kind) {
  char message[500] = "";
  OnnxopsDevice *device = onnxopsDeviceOpen(kind, message, sizeof(message));
  EXPECT_EQ(device, nullptr);
  return message;
}

TEST(DeviceOpenFailureTest, NoLibrary) {
  Replacement none("/nowhere/libnone.so.1");
  for (const char *kind : {"vulkan", "cuda"}) {
    const std::string message = openError(kind);
    EXPECT_EQ(message.find(std::string("expected the library lib") + kind +
                           ".so.1, but got /nowhere/libnone.so.1: cannot "
                           "open"),
              0u)
        << message;
  }
}

TEST(DeviceOpenFailureTest, AnotherLibrary) {
  Replacement another("libc.so.6");
  EXPECT_EQ(openError("vulkan"),
            "expected Vulkan 1.2 with function vkGetInstanceProcAddr, but "
            "libvulkan.so.1 has none");
  EXPECT_EQ(openError("cuda"), "expected a CUDA driver with function cuInit, "
                               "but libcuda.so.1 has none");
}

TEST(DeviceOpenFailureTest, NoDevice) {
  {
    Stub stub("vulkan");
    setenv("ONNXOPS_STUB_NO_DEVICE", "1", 1);
    EXPECT_EQ(openError("vulkan"),
              "expected a Vulkan device, but libvulkan.so.1 found none");
  }
  Stub stub("cuda");
  setenv("ONNXOPS_STUB_NO_DEVICE", "1", 1);
  EXPECT_EQ(openError("cuda"),
            "expected a CUDA device, but libcuda.so.1 found none");
}

TEST(DeviceOpenFailureTest, MissingFeatures) {
  Stub stub("vulkan");
  for (auto [feature, text] :
       {std::pair("bufferDeviceAddress", "bufferDeviceAddress"),
        std::pair("shaderInt64", "shaderInt64"),
        std::pair("vulkan12", "Vulkan 1.2")}) {
    setenv("ONNXOPS_STUB_WITHOUT", feature, 1);
    const std::string message = openError("vulkan");
    EXPECT_EQ(message.find(std::string("expected a Vulkan device with ") +
                           text + ", but got '"),
              0u)
        << message;
  }
}

/// One device, one context, and a call that uses everything.
class Scenario {
public:
  explicit Scenario(std::string kind) : kind(std::move(kind)) {}

  /// Whether everything succeeded; otherwise `message` has the failure.
  bool run() {
    char text[500] = "";
    device = onnxopsDeviceOpen(kind.c_str(), text, sizeof(text));
    message = text;
    if (!device)
      return false;
    context = onnxopsContextCreate();
    message = context ? "" : "no context";
    bool isFine = context && prepare() && call();
    onnxopsContextDestroy(context);
    onnxopsValueRelease(&table[0]);
    onnxopsValueRelease(&table[1]);
    onnxopsDeviceClose(device);
    return isFine;
  }

  std::string message;

private:
  bool failDevice() {
    message = onnxopsDeviceError(device);
    return false;
  }

  /// Makes a matrix 2x3, through a sequence.
  bool prepare() {
    onnxopsContextSetDevice(context, device, nullptr);
    void *data = onnxopsDeviceAllocate(device, 24);
    if (!data)
      return failDevice();
    const std::vector<int32_t> values = countFrom(0, 6);
    int32_t back = 0;
    if (onnxopsDeviceUpload(device, data, values.data(), 24) ||
        onnxopsDeviceDownload(device, &back, data, 4))
      return failDevice();
    EXPECT_EQ(back, values[0]);
    OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT32, device);
    OnnxopsValue tensor = {};
    int64_t sizes[] = {2, 3};
    tensor.elementType = ONNXOPS_INT32;
    tensor.rank = 2;
    tensor.data = data;
    tensor.sizes = sizes;
    bool isFine = sequence && onnxopsSequenceAppend(sequence, &tensor) == 0;
    if (!isFine)
      failDevice();
    onnxopsSequenceDestroy(sequence);
    return isFine;
  }

  bool call() {
    Signature signature({}, {tensor("y", ONNXOPS_INT32, {-1}),
                             sequenceOf(unranked("s", ONNXOPS_INT32))});
    int32_t status = onnxopsRtEnterDevice(context, table, 2, signature.data(),
                                          signature.names(), kind.c_str());
    if (status == 0)
      status = onnxopsRtLeave(context, body());
    EXPECT_EQ(status != 0, *onnxopsContextError(context) != 0);
    message = onnxopsContextError(context);
    return status == 0;
  }

  int32_t body() {
    const int64_t six = 6, sizes[] = {2, 1}, strides[] = {3, 1};
    const std::vector<int32_t> values = countFrom(10, 6);
    void *x = onnxopsRtConstant(context, values.data(), 24, 1, 2);
    void *y = x ? onnxopsRtOutput(context, 0, 1, &six) : nullptr;
    int64_t large = 100000;
    void *z = y ? onnxopsRtAllocate(context, 4, 1, &large, "tile") : nullptr;
    if (!z)
      return 1;
    int32_t value = 0;
    int64_t table[] = {6, word(x), word(z), 1};
    if (onnxopsRtLaunch(context, code.get(), "add", table, 4, 1) ||
        onnxopsRtRead(context, &value, z, 4) ||
        onnxopsRtWrite(context, z, &value, 4))
      return 1;
    EXPECT_EQ(value, 11);
    table[1] = word(z);
    table[2] = word(y);
    OnnxopsSequence *chunks =
        onnxopsRtSequenceCreate(context, ONNXOPS_INT32, 1);
    return onnxopsRtLaunch(context, code.get(), "copy", table, 4, 1) ||
           !chunks ||
           onnxopsRtSequencePush(context, chunks, z, 2, sizes, strides) ||
           output(chunks);
  }

  /// By a kernel if the tests have one.
  int32_t output(const OnnxopsSequence *sequence) {
    return kind == "cuda" ? onnxopsRtOutputSequenceBy(context, 1, sequence,
                                                      code.get(), "segments")
                          : onnxopsRtOutputSequence(context, 1, sequence, 1, 0);
  }

  const std::string kind;
  Code code = kernels(kind);
  OnnxopsDevice *device = nullptr;
  OnnxopsContext *context = nullptr;
  OnnxopsValue table[2] = {};
};

TEST(DeviceFailureTest, WithoutAFailureAllIsWell) {
  for (const char *kind : {"vulkan", "cuda"}) {
    Stub stub(kind);
    Scenario scenario(kind);
    EXPECT_TRUE(scenario.run()) << scenario.message;
  }
}

/// A result of a driver, and its name in messages.
struct Result {
  int number;
  const char *name;
};

/// Lets each call of each function fail with each result.
void failInTurn(const std::string &kind,
                std::initializer_list<const char *> functions,
                std::initializer_list<Result> results) {
  Stub stub(kind);
  for (const char *function : functions)
    for (Result result : results) {
      int64_t number = 0;
      for (;; ++number) {
        stub.fail(function, number, result.number);
        Scenario scenario(kind);
        bool isFine = scenario.run();
        EXPECT_EQ(stub.live(), 0) << function << " " << number;
        if (stub.calls(function) <= number) {
          EXPECT_TRUE(isFine) << scenario.message;
          break;
        }
        EXPECT_FALSE(isFine) << function << " " << number;
        EXPECT_NE(scenario.message.find(result.name), std::string::npos)
            << function << " " << number << ": " << scenario.message;
      }
      EXPECT_GT(number, 0) << function << " is never called";
    }
}

TEST(DeviceFailureTest, EveryFunctionOfVulkanFailsInTurn) {
  failInTurn("vulkan",
             {"vkEnumeratePhysicalDevices",
              "vkCreateDevice",
              "vkCreateDescriptorSetLayout",
              "vkCreatePipelineLayout",
              "vkCreateBuffer",
              "vkAllocateMemory",
              "vkBindBufferMemory",
              "vkMapMemory",
              "vkCreateCommandPool",
              "vkAllocateCommandBuffers",
              "vkCreateFence",
              "vkCreateDescriptorPool",
              "vkAllocateDescriptorSets",
              "vkCreateQueryPool",
              "vkCreateShaderModule",
              "vkCreateComputePipelines",
              "vkBeginCommandBuffer",
              "vkEndCommandBuffer",
              "vkResetFences",
              "vkQueueSubmit",
              "vkWaitForFences"},
             {{-1, "VK_ERROR_OUT_OF_HOST_MEMORY"},
              {-2, "VK_ERROR_OUT_OF_DEVICE_MEMORY"},
              {-4, "VK_ERROR_DEVICE_LOST"}});
}

TEST(DeviceFailureTest, EveryFunctionOfCudaFailsInTurn) {
  failInTurn("cuda",
             {"cuInit",
              "cuDeviceGetCount",
              "cuDeviceGet",
              "cuDeviceGetName",
              "cuDevicePrimaryCtxRetain",
              "cuMemAlloc_v2",
              "cuMemAllocHost_v2",
              "cuCtxSynchronize",
              "cuMemcpyHtoD_v2",
              "cuMemcpyHtoDAsync_v2",
              "cuMemcpyDtoH_v2",
              "cuMemcpyDtoHAsync_v2",
              "cuMemcpyDtoDAsync_v2",
              "cuStreamCreate",
              "cuStreamSynchronize",
              "cuEventCreate",
              "cuEventRecord",
              "cuModuleLoadDataEx",
              "cuModuleGetFunction",
              "cuLaunchKernel"},
             {{1, "CUDA_ERROR_OF_THE_STUB (1)"},
              {700, "CUDA_ERROR_ILLEGAL_ADDRESS (700)"}});
}

TEST(DeviceFailureTest, EveryAllocationFailsInTurn) {
  for (const char *kind : {"vulkan", "cuda"})
    for (int64_t failing = 0;; ++failing) {
      Scenario scenario(kind);
      bool isFine, hasFailed;
      {
        AllocationFailure failure(failing);
        isFine = scenario.run();
        hasFailed = failure.hasFailed();
      }
      if (!hasFailed) {
        EXPECT_TRUE(isFine) << scenario.message;
        break;
      }
      EXPECT_FALSE(isFine) << failing;
      EXPECT_NE(scenario.message, "") << failing;
    }
}

constexpr int outOfDeviceMemory = -2, deviceLost = -4;

class LostDeviceTest : public DeviceTest {
protected:
  LostDeviceTest() : DeviceTest("vulkan") {}

  void TearDown() override {
    DeviceTest::TearDown();
    EXPECT_EQ(stub.live(), 0);
  }

  Stub stub{"vulkan"};
};

TEST_F(LostDeviceTest, LostDeviceStaysLost) {
  void *data = upload(countFrom(0, 4));
  stub.fail("vkQueueSubmit", 0, deviceLost);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(data), word(data), 1}), 0);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected vkQueueSubmit to succeed, but got "
                               "VK_ERROR_DEVICE_LOST");
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(code, "add", {4, word(data), word(data), 1}), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected work on it to succeed, but got "
                               "VK_ERROR_DEVICE_LOST");
  int32_t value;
  EXPECT_EQ(onnxopsDeviceDownload(device, &value, data, 4), 1);
  EXPECT_EQ(std::string(onnxopsDeviceError(device)),
            label() + ": expected access to memory to succeed, but got "
                      "VK_ERROR_DEVICE_LOST");
  EXPECT_EQ(onnxopsDeviceAllocate(device, 10000000), nullptr);
  OnnxopsDevice *again = onnxopsDeviceOpen("vulkan", nullptr, 0);
  EXPECT_NE(again, nullptr);
  onnxopsDeviceClose(again);
}

TEST_F(LostDeviceTest, ContextGoesOnAfterAFailure) {
  void *data = upload(countFrom(0, 4));
  stub.fail("vkQueueSubmit", 0, outOfDeviceMemory);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(data), word(data), 1}), 0);
  EXPECT_EQ(leave(), 1);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(data), word(data), 5}), 0);
  EXPECT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 4), countFrom(5, 4));
}

TEST_F(LostDeviceTest, CachedMemoryIsFreedForAnAllocation) {
  ASSERT_EQ(enterDevice(), 0);
  int64_t bytes = 10000000;
  onnxopsRtFree(context, onnxopsRtAllocate(context, 1, 1, &bytes, "tile"));
  stub.fail("vkAllocateMemory", 0, outOfDeviceMemory);
  bytes = 20000000;
  EXPECT_NE(onnxopsRtAllocate(context, 1, 1, &bytes, "tile"), nullptr);
  EXPECT_EQ(stub.calls("vkAllocateMemory"), 2);
  EXPECT_EQ(leave(), 0) << error();
}

TEST_F(LostDeviceTest, MissingFeatureIsNamed) {
  setenv("ONNXOPS_STUB_WITHOUT", "shaderInt8", 1);
  OnnxopsDevice *without = onnxopsDeviceOpen("vulkan", nullptr, 0);
  ASSERT_NE(without, nullptr);
  onnxopsContextSetDevice(context, without, nullptr);
  Code module = kernels(kind);
  module.words()[6] = 39; // Int8 in place of Shader
  ASSERT_EQ(enterDevice(), 0);
  EXPECT_EQ(launch(module, "copy", {0, 0, 0, 0}), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_EQ(error(), label() + ": expected feature shaderInt8, which kernel "
                               "'copy' needs, but the device lacks it");
  onnxopsContextSetDevice(context, nullptr, nullptr);
  onnxopsDeviceClose(without);
}

TEST_F(LostDeviceTest, KernelsAreMadeOnce) {
  void *data = upload(countFrom(0, 4));
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(enterDevice(), 0);
    for (const char *kernel : {"add", "copy", "add"})
      ASSERT_EQ(launch(code, kernel, {4, word(data), word(data), 1}), 0);
    ASSERT_EQ(leave(), 0);
  }
  EXPECT_EQ(stub.calls("vkCreateComputePipelines"), 2);
  EXPECT_EQ(stub.calls("vkQueueSubmit"), 3);
  EXPECT_EQ(download(data, 4), countFrom(6, 4));
}

} // namespace
