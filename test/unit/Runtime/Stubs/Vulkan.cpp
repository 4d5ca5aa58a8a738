//===- Vulkan.cpp - a libvulkan.so.1 that fails on request ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Forwards all calls to the real library, except as the environment says:
//
//   ONNXOPS_STUB_FAIL=vkQueueSubmit:2:-4  call 2 of this function, counted from
//                                         0, returns this VkResult
//   ONNXOPS_STUB_WITHOUT=shaderInt64      a feature that no device has
//   ONNXOPS_STUB_NO_DEVICE=1              there is no device at all
//
// Found as libvulkan.so.1 by LD_LIBRARY_PATH. Counts objects made and not
// freed, for tests that open it themselves.
//
//===----------------------------------------------------------------------===//

#include "Order.h"

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <tuple>

using namespace stub;

namespace {

std::atomic<int64_t> live{0};

template <int, typename>
struct Wrapper;

/// For functions that can fail.
template <int number, typename... Arguments>
struct Wrapper<number, VkResult(VKAPI_PTR *)(Arguments...)> {
  static Function function;

  static VkResult VKAPI_CALL call(Arguments... arguments) {
    VkResult failure;
    const bool fails = failsNow(function, failure);
    // Submitted work must have stopped before its memory is freed.
    if (fails && std::strcmp(function.name, "vkWaitForFences") != 0)
      return failure;
    auto *real =
        reinterpret_cast<VkResult(VKAPI_PTR *)(Arguments...)>(function.real);
    VkResult result = real(arguments...);
    const bool makes = std::strcmp(function.name, "vkAllocateMemory") == 0 ||
                       (beginsWith(function.name, "vkCreate") &&
                        std::strcmp(function.name, "vkCreateInstance") != 0);
    if (result == VK_SUCCESS && makes)
      ++live;
    return fails ? failure : result;
  }
};

template <int number, typename... Arguments>
Function Wrapper<number, VkResult(VKAPI_PTR *)(Arguments...)>::function;

/// For functions that free something, given by the last argument but one.
template <int number, typename... Arguments>
struct Wrapper<number, void(VKAPI_PTR *)(Arguments...)> {
  static Function function;

  static void VKAPI_CALL call(Arguments... arguments) {
    if (std::get<sizeof...(Arguments) - 2>(std::make_tuple(arguments...)))
      --live;
    reinterpret_cast<void(VKAPI_PTR *)(Arguments...)>(function.real)(
        arguments...);
  }
};

template <int number, typename... Arguments>
Function Wrapper<number, void(VKAPI_PTR *)(Arguments...)>::function;

#define ONNXOPS_STUB_FUNCTIONS(X)                                              \
  X(CreateInstance)                                                            \
  X(EnumeratePhysicalDevices)                                                  \
  X(CreateDevice)                                                              \
  X(DestroyDevice)                                                             \
  X(QueueSubmit)                                                               \
  X(CreateBuffer)                                                              \
  X(DestroyBuffer)                                                             \
  X(AllocateMemory)                                                            \
  X(FreeMemory)                                                                \
  X(BindBufferMemory)                                                          \
  X(MapMemory)                                                                 \
  X(CreateDescriptorSetLayout)                                                 \
  X(DestroyDescriptorSetLayout)                                                \
  X(CreateDescriptorPool)                                                      \
  X(DestroyDescriptorPool)                                                     \
  X(AllocateDescriptorSets)                                                    \
  X(CreatePipelineLayout)                                                      \
  X(DestroyPipelineLayout)                                                     \
  X(CreateShaderModule)                                                        \
  X(DestroyShaderModule)                                                       \
  X(CreateComputePipelines)                                                    \
  X(DestroyPipeline)                                                           \
  X(CreateCommandPool)                                                         \
  X(DestroyCommandPool)                                                        \
  X(AllocateCommandBuffers)                                                    \
  X(BeginCommandBuffer)                                                        \
  X(EndCommandBuffer)                                                          \
  X(CreateQueryPool)                                                           \
  X(DestroyQueryPool)                                                          \
  X(CreateFence)                                                               \
  X(DestroyFence)                                                              \
  X(ResetFences)                                                               \
  X(WaitForFences)

} // namespace

// The real library's function, or our wrapper of it.
static PFN_vkVoidFunction wrap(const char *name, PFN_vkVoidFunction real) {
#define ONNXOPS_STUB_WRAP(api)                                                 \
  if (std::strcmp(name, "vk" #api) == 0) {                                     \
    using Ours = Wrapper<__COUNTER__, PFN_vk##api>;                            \
    if (!Ours::function.name)                                                  \
      known().push_back(&Ours::function);                                      \
    Ours::function.name = "vk" #api;                                           \
    Ours::function.real = real;                                                \
    return reinterpret_cast<PFN_vkVoidFunction>(&Ours::call);                  \
  }
  ONNXOPS_STUB_FUNCTIONS(ONNXOPS_STUB_WRAP)
#undef ONNXOPS_STUB_WRAP
  return real;
}

static PFN_vkGetInstanceProcAddr realInstanceProcAddr() {
  static void *library = dlopen(ONNXOPS_REAL_VULKAN, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(library, "vkGetInstanceProcAddr"));
}

static PFN_vkGetDeviceProcAddr realDeviceProcAddr;
static PFN_vkGetPhysicalDeviceFeatures2 realFeatures;
static PFN_vkGetPhysicalDeviceProperties realProperties;
static PFN_vkEnumeratePhysicalDevices wrappedDevices;

static PFN_vkVoidFunction VKAPI_CALL getDeviceProcAddr(VkDevice device,
                                                       const char *name) {
  return wrap(name, realDeviceProcAddr(device, name));
}

static void VKAPI_CALL getFeatures(VkPhysicalDevice device,
                                   VkPhysicalDeviceFeatures2 *features) {
  realFeatures(device, features);
  const char *without = std::getenv("ONNXOPS_STUB_WITHOUT");
  const std::string name = without ? without : "";
  if (name == "shaderInt64")
    features->features.shaderInt64 = VK_FALSE;
  for (auto *next = static_cast<VkBaseOutStructure *>(features->pNext); next;
       next = next->pNext)
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES) {
      auto *since12 =
          reinterpret_cast<VkPhysicalDeviceVulkan12Features *>(next);
      if (name == "bufferDeviceAddress")
        since12->bufferDeviceAddress = VK_FALSE;
      if (name == "shaderInt8")
        since12->shaderInt8 = VK_FALSE;
    }
}

static void VKAPI_CALL getProperties(VkPhysicalDevice device,
                                     VkPhysicalDeviceProperties *properties) {
  realProperties(device, properties);
  const char *without = std::getenv("ONNXOPS_STUB_WITHOUT");
  if (without && std::strcmp(without, "vulkan12") == 0)
    properties->apiVersion = VK_API_VERSION_1_1;
}

static VkResult VKAPI_CALL enumerateDevices(VkInstance instance,
                                            uint32_t *count,
                                            VkPhysicalDevice *devices) {
  if (!std::getenv("ONNXOPS_STUB_NO_DEVICE"))
    return wrappedDevices(instance, count, devices);
  *count = 0;
  return VK_SUCCESS;
}

template <typename To>
static PFN_vkVoidFunction replace(PFN_vkVoidFunction real, To &kept, To ours) {
  kept = reinterpret_cast<To>(real);
  return reinterpret_cast<PFN_vkVoidFunction>(ours);
}

extern "C" {

__attribute__((visibility("default"))) PFN_vkVoidFunction VKAPI_CALL
vkGetInstanceProcAddr(VkInstance instance, const char *name) {
  PFN_vkVoidFunction real = realInstanceProcAddr()(instance, name);
  const std::string wanted = name;
  if (wanted == "vkGetDeviceProcAddr")
    return replace(real, realDeviceProcAddr, &getDeviceProcAddr);
  if (wanted == "vkGetPhysicalDeviceFeatures2")
    return replace(real, realFeatures, &getFeatures);
  if (wanted == "vkGetPhysicalDeviceProperties")
    return replace(real, realProperties, &getProperties);
  real = wrap(name, real);
  if (wanted == "vkEnumeratePhysicalDevices")
    return replace(real, wrappedDevices, &enumerateDevices);
  return real;
}

/// The number of objects made and not freed.
__attribute__((visibility("default"))) int64_t onnxopsStubLive() {
  return live;
}
}
