//===- DeviceFailureTest.cpp - what drivers do not do ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every function of the driver fails in turn, in libraries of our own that
// stand before it: a message each time, and nothing is left behind. The
// linker's --wrap sends dlopen here; see test/unit/CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "DeviceTest.h"

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <string>

using namespace mlir::onnxops::test;

/// What is opened in place of a driver's library; null for itself.
static const char *replacement = nullptr;

extern "C" {
void *__real_dlopen(const char *name, int flags);
void *__wrap_dlopen(const char *name, int flags) {
  return __real_dlopen(replacement ? replacement : name, flags);
}
}

namespace {

/// Results of Vulkan.
enum { OutOfHostMemory = -1, OutOfDeviceMemory = -2, DeviceLost = -4 };

/// The stub library, in place of the driver's while this lives.
class Stub {
public:
  Stub() : library(__real_dlopen(ONNXOPS_STUB_VULKAN, RTLD_NOW)) {
    EXPECT_NE(library, nullptr) << dlerror();
    replacement = ONNXOPS_STUB_VULKAN;
    reset();
  }
  ~Stub() {
    replacement = nullptr;
    unsetenv("ONNXOPS_STUB_FAIL");
    unsetenv("ONNXOPS_STUB_WITHOUT");
    unsetenv("ONNXOPS_STUB_NO_DEVICE");
    EXPECT_EQ(live(), 0);
  }

  /// Makes call `number` of a function fail, from now on.
  void fail(const char *function, int64_t number, int result) {
    std::string order = std::string(function) + ":" + std::to_string(number) +
                        ":" + std::to_string(result);
    setenv("ONNXOPS_STUB_FAIL", order.c_str(), 1);
    reset();
  }

  void reset() { find<void()>("onnxopsStubReset")(); }
  int64_t live() { return find<int64_t()>("onnxopsStubLive")(); }
  int64_t calls(const char *function) {
    return find<int64_t(const char *)>("onnxopsStubCalls")(function);
  }

private:
  template <typename Function>
  Function *find(const char *name) {
    return reinterpret_cast<Function *>(dlsym(library, name));
  }

  void *library;
};

/// What opening a device says.
std::string openError() {
  char message[500] = "";
  OnnxopsDevice *device = onnxopsDeviceOpen("vulkan", message, sizeof(message));
  EXPECT_EQ(device, nullptr);
  return message;
}

TEST(DeviceOpenFailureTest, NoLibrary) {
  replacement = "/nowhere/libvulkan.so.1";
  const std::string message = openError();
  replacement = nullptr;
  EXPECT_EQ(message.find("expected the library libvulkan.so.1, but got "
                         "/nowhere/libvulkan.so.1: cannot open"),
            0u)
      << message;
}

TEST(DeviceOpenFailureTest, AnotherLibrary) {
  replacement = "libc.so.6";
  const std::string message = openError();
  replacement = nullptr;
  EXPECT_EQ(message, "expected Vulkan 1.2 with function vkGetInstanceProcAddr, "
                     "but libvulkan.so.1 has none");
}

TEST(DeviceOpenFailureTest, NoDevice) {
  Stub stub;
  setenv("ONNXOPS_STUB_NO_DEVICE", "1", 1);
  EXPECT_EQ(openError(),
            "expected a Vulkan device, but libvulkan.so.1 found none");
}

TEST(DeviceOpenFailureTest, MissingFeatures) {
  Stub stub;
  for (auto [feature, text] :
       {std::pair("bufferDeviceAddress", "bufferDeviceAddress"),
        std::pair("shaderInt64", "shaderInt64"),
        std::pair("vulkan12", "Vulkan 1.2")}) {
    setenv("ONNXOPS_STUB_WITHOUT", feature, 1);
    const std::string message = openError();
    EXPECT_EQ(message.find(std::string("expected a Vulkan device with ") +
                           text + ", but got '"),
              0u)
        << message;
  }
}

/// One device, one context, and a call that does everything.
class Scenario {
public:
  /// Whether all went well; otherwise `message` says what did not.
  bool run() {
    char text[500] = "";
    device = onnxopsDeviceOpen("vulkan", text, sizeof(text));
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

  /// Makes a matrix 2x3, by way of a sequence.
  bool prepare() {
    onnxopsContextSetDevice(context, device, nullptr);
    void *data = onnxopsDeviceAllocate(device, 24);
    if (!data)
      return failDevice();
    const std::vector<int32_t> values = countFrom(0, 6);
    if (onnxopsDeviceUpload(device, data, values.data(), 24))
      return failDevice();
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
                                          signature.names(), "vulkan");
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
           onnxopsRtOutputSequence(context, 1, chunks, 1, 0);
  }

  Code code = kernels();
  OnnxopsDevice *device = nullptr;
  OnnxopsContext *context = nullptr;
  OnnxopsValue table[2] = {};
};

TEST(DeviceFailureTest, WithoutAFailureAllIsWell) {
  Stub stub;
  Scenario scenario;
  EXPECT_TRUE(scenario.run()) << scenario.message;
}

TEST(DeviceFailureTest, EveryFunctionFailsInTurn) {
  Stub stub;
  for (const char *function : {"vkEnumeratePhysicalDevices",
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
                               "vkWaitForFences"})
    for (int result : {OutOfHostMemory, OutOfDeviceMemory, DeviceLost}) {
      int64_t number = 0;
      for (;; ++number) {
        stub.fail(function, number, result);
        Scenario scenario;
        bool isFine = scenario.run();
        EXPECT_EQ(stub.live(), 0) << function << " " << number;
        if (stub.calls(function) <= number) {
          EXPECT_TRUE(isFine) << scenario.message;
          break;
        }
        EXPECT_FALSE(isFine) << function << " " << number;
        const std::string name =
            result == OutOfHostMemory     ? "VK_ERROR_OUT_OF_HOST_MEMORY"
            : result == OutOfDeviceMemory ? "VK_ERROR_OUT_OF_DEVICE_MEMORY"
                                          : "VK_ERROR_DEVICE_LOST";
        EXPECT_NE(scenario.message.find(name), std::string::npos)
            << function << " " << number << ": " << scenario.message;
      }
      EXPECT_GT(number, 0) << function << " is never called";
    }
}

TEST(DeviceFailureTest, EveryAllocationFailsInTurn) {
  for (int64_t failing = 0;; ++failing) {
    Scenario scenario;
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

class LostDeviceTest : public DeviceTest {
protected:
  void TearDown() override {
    DeviceTest::TearDown();
    EXPECT_EQ(stub.live(), 0);
  }

  Stub stub;
  Code code = kernels();
};

TEST_F(LostDeviceTest, LostDeviceStaysLost) {
  void *data = upload(countFrom(0, 4));
  stub.fail("vkQueueSubmit", 0, DeviceLost);
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
  stub.fail("vkQueueSubmit", 0, OutOfDeviceMemory);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(data), word(data), 1}), 0);
  EXPECT_EQ(leave(), 1);
  ASSERT_EQ(enterDevice(), 0);
  ASSERT_EQ(launch(code, "add", {4, word(data), word(data), 5}), 0);
  EXPECT_EQ(leave(), 0) << error();
  EXPECT_EQ(download(data, 4), countFrom(5, 4));
}

TEST_F(LostDeviceTest, SparesAreGivenForAnAllocation) {
  ASSERT_EQ(enterDevice(), 0);
  int64_t bytes = 10000000;
  onnxopsRtFree(context, onnxopsRtAllocate(context, 1, 1, &bytes, "tile"));
  stub.fail("vkAllocateMemory", 0, OutOfDeviceMemory);
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
  Code module = kernels();
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
