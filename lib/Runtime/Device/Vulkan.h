/*===- Vulkan.h - devices of the Vulkan driver --------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shared by the files of the Vulkan driver. Memory is addressed by pointers
 * (buffer device address); a kernel has one argument, a storage buffer with the
 * words of its table, and reaches everything else from there.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_DEVICE_VULKAN_H
#define ONNXOPS_LIB_RUNTIME_DEVICE_VULKAN_H

#include "Device.h"

#include <stdatomic.h>

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/// The functions that are used, as X(name without vk). Those of the first list
/// belong to an instance, the others to a device.
#define ONNXOPS_VULKAN_INSTANCE_FUNCTIONS(X)                                   \
  X(EnumeratePhysicalDevices)                                                  \
  X(GetPhysicalDeviceProperties)                                               \
  X(GetPhysicalDeviceFeatures2)                                                \
  X(GetPhysicalDeviceMemoryProperties)                                         \
  X(GetPhysicalDeviceQueueFamilyProperties)                                    \
  X(CreateDevice)                                                              \
  X(GetDeviceProcAddr)
#define ONNXOPS_VULKAN_DEVICE_FUNCTIONS(X)                                     \
  X(DestroyDevice)                                                             \
  X(DeviceWaitIdle)                                                            \
  X(GetDeviceQueue)                                                            \
  X(QueueSubmit)                                                               \
  X(QueueWaitIdle)                                                             \
  X(CreateBuffer)                                                              \
  X(DestroyBuffer)                                                             \
  X(GetBufferMemoryRequirements)                                               \
  X(GetBufferDeviceAddress)                                                    \
  X(AllocateMemory)                                                            \
  X(FreeMemory)                                                                \
  X(BindBufferMemory)                                                          \
  X(MapMemory)                                                                 \
  X(CreateDescriptorSetLayout)                                                 \
  X(DestroyDescriptorSetLayout)                                                \
  X(CreateDescriptorPool)                                                      \
  X(DestroyDescriptorPool)                                                     \
  X(AllocateDescriptorSets)                                                    \
  X(UpdateDescriptorSets)                                                      \
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
  X(ResetCommandBuffer)                                                        \
  X(CmdBindPipeline)                                                           \
  X(CmdBindDescriptorSets)                                                     \
  X(CmdDispatch)                                                               \
  X(CmdCopyBuffer)                                                             \
  X(CmdPipelineBarrier)                                                        \
  X(CmdResetQueryPool)                                                         \
  X(CmdWriteTimestamp)                                                         \
  X(CreateQueryPool)                                                           \
  X(DestroyQueryPool)                                                          \
  X(GetQueryPoolResults)                                                       \
  X(CreateFence)                                                               \
  X(DestroyFence)                                                              \
  X(ResetFences)                                                               \
  X(WaitForFences)

typedef struct VulkanFunctions {
#define ONNXOPS_VULKAN_MEMBER(name) PFN_vk##name name;
  ONNXOPS_VULKAN_INSTANCE_FUNCTIONS(ONNXOPS_VULKAN_MEMBER)
  ONNXOPS_VULKAN_DEVICE_FUNCTIONS(ONNXOPS_VULKAN_MEMBER)
#undef ONNXOPS_VULKAN_MEMBER
} VulkanFunctions;

/// The optional features that a device has or is opened with, in a chain.
typedef struct VulkanFeatures {
  VkPhysicalDeviceFeatures2 core;
  VkPhysicalDeviceVulkan11Features since11;
  VkPhysicalDeviceVulkan12Features since12;
} VulkanFeatures;

/// A kernel that is ready to run.
typedef struct VulkanKernel {
  struct VulkanKernel *next; ///< in its bucket
  uint64_t hash[2];          ///< of the module
  VkPipeline pipeline;
  char name[]; ///< of the entry point
} VulkanKernel;

enum { VulkanKernelBuckets = 64 };

typedef struct VulkanDevice {
  OnnxopsDevice base;
  VulkanFunctions vk;
  VkInstance instance; ///< shared between devices
  VkPhysicalDevice physical;
  VkPhysicalDeviceLimits limits;
  VulkanFeatures enabled;
  VkDevice device;
  VkQueue queue; ///< locked by `base.lock`
  uint32_t queueFamily;
  uint32_t memoryType;
  uint32_t timestampBits; ///< valid bits of a timestamp
  atomic_bool isLost;     ///< every later call fails
  VkDescriptorSetLayout setLayout;
  VkPipelineLayout layout;
  pthread_mutex_t kernelLock;
  VulkanKernel *kernels[VulkanKernelBuckets];
} VulkanDevice;

/// A buffer with memory of its own, mapped to the host.
typedef struct VulkanBuffer {
  VkBuffer buffer;
  VkDeviceMemory memory;
  char *mapped;
  VkDeviceAddress address;
} VulkanBuffer;

static inline VulkanDevice *onnxopsImplVulkan(OnnxopsDevice *device) {
  return (VulkanDevice *)(void *)device;
}

/// Bytes of the ring beside the window, and the smallest window.
enum { VulkanRingBytes = 512 << 10, VulkanSmallestWindow = 64 << 10 };

/// Queries of a submission: the start of its first kernel, and its end.
enum { VulkanQueryBegin, VulkanQueryEnd, VulkanQueryCount };

/// Work is recorded into one command buffer, which is submitted and waited for
/// as a whole.
typedef struct VulkanStream {
  DeviceStream base;
  VkCommandPool commandPool;
  VkCommandBuffer commands;
  VkFence fence;
  VkDescriptorPool descriptorPool;
  VkDescriptorSet set;
  VkQueryPool queries; ///< null if the device has no clock
  VulkanBuffer ring;
  int64_t window; ///< bytes visible to a kernel from the start of its table
  int64_t used;   ///< bytes of the ring
  bool isRecording;
  bool hasWork;    ///< is recorded
  bool hasKernels; ///< are recorded
  bool isTimed;    ///< the two below are known
  uint64_t begin, end;
} VulkanStream;

static inline VulkanStream *onnxopsImplVulkanStream(DeviceStream *stream) {
  return (VulkanStream *)(void *)stream;
}

static inline VulkanDevice *onnxopsImplVulkanOf(const VulkanStream *stream) {
  return onnxopsImplVulkan(stream->base.device);
}

/// Makes the ring of a stream that has no work, for tables of at most `window`
/// bytes.
bool onnxopsImplMakeVulkanRing(VulkanStream *stream, int64_t window,
                               DeviceFailure *failure);

/// Whether a function of the driver has succeeded; writes the failure
/// otherwise.
bool onnxopsImplVulkanSucceeds(VulkanDevice *device, VkResult result,
                               const char *function, DeviceFailure *failure);

/// The name of a result, "VkResult -42" for an unknown one.
typedef struct VulkanName {
  char text[40];
} VulkanName;
VulkanName onnxopsImplVulkanResult(VkResult result);

/// Opens the library and finds its functions.
bool onnxopsImplOpenVulkanLibrary(VulkanDevice *device, DeviceFailure *failure);

/// Keeps a required function.
bool onnxopsImplFindVulkan(PFN_vkVoidFunction function, const char *name,
                           void *to, DeviceFailure *failure);

/// Chooses a physical device, and copies its name to the caller's buffer.
bool onnxopsImplChooseVulkan(VulkanDevice *device, VulkanFeatures *features,
                             VkPhysicalDeviceProperties *properties,
                             DeviceFailure *failure);

/// Chains those of a device's features that are worth enabling.
void onnxopsImplVulkanWanted(const VulkanFeatures *has, VulkanFeatures *wanted);

bool onnxopsImplMakeVulkanBuffer(VulkanDevice *device, int64_t bytes,
                                 VulkanBuffer *buffer, DeviceFailure *failure);
/// Also destroys a partly made one.
void onnxopsImplFreeVulkanBuffer(VulkanDevice *device, VulkanBuffer *buffer);

/// Whether the device can run a module, by its header, its capabilities and the
/// properties of the kernel.
bool onnxopsImplCheckSpirv(const VulkanDevice *device,
                           const OnnxopsDeviceCode *code, const char *kernel,
                           DeviceFailure *failure);

/// A kernel of a module, made on first use. Null with a failure.
const VulkanKernel *onnxopsImplVulkanKernel(VulkanDevice *device,
                                            const OnnxopsDeviceCode *code,
                                            const char *name,
                                            DeviceFailure *failure);
void onnxopsImplFreeVulkanKernels(VulkanDevice *device);

/* The parts of DeviceOps. */
bool onnxopsImplVulkanAllocate(OnnxopsDevice *device, DeviceBlock *block,
                               DeviceFailure *failure);
void onnxopsImplVulkanFree(OnnxopsDevice *device, DeviceBlock *block);
bool onnxopsImplVulkanUpload(OnnxopsDevice *device, void *to, const void *from,
                             int64_t bytes, DeviceFailure *failure);
bool onnxopsImplVulkanDownload(OnnxopsDevice *device, void *to,
                               const void *from, int64_t bytes,
                               DeviceFailure *failure);
DeviceStream *onnxopsImplOpenVulkanStream(OnnxopsDevice *device, void *callers,
                                          DeviceFailure *failure);
void onnxopsImplCloseVulkanStream(DeviceStream *stream);
bool onnxopsImplVulkanLaunch(DeviceStream *stream,
                             const OnnxopsDeviceCode *code, const char *kernel,
                             const int64_t *table, int64_t words,
                             int64_t blocks, DeviceFailure *failure);
bool onnxopsImplVulkanCopy(DeviceStream *stream, const DeviceCopy *copies,
                           int64_t count, DeviceFailure *failure);
bool onnxopsImplVulkanWrite(DeviceStream *stream, void *to, const void *from,
                            int64_t bytes, DeviceFailure *failure);
bool onnxopsImplVulkanRead(DeviceStream *stream, const DeviceCopy *copies,
                           int64_t count, DeviceFailure *failure);
bool onnxopsImplVulkanFinish(DeviceStream *stream, DeviceFailure *failure);
bool onnxopsImplVulkanIsDone(DeviceStream *stream);
void onnxopsImplVulkanAbandon(DeviceStream *stream);
int64_t onnxopsImplVulkanTime(const DeviceStream *stream);
void onnxopsImplVulkanResetTime(DeviceStream *stream);

#endif /* ONNXOPS_LIB_RUNTIME_DEVICE_VULKAN_H */
