/*===- VulkanDevice.c - creation of a Vulkan device -----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A device is created with every feature that kernels may use and it supports.
 * Objects shared by all kernels are made at once.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

VulkanName onnxopsImplVulkanResult(VkResult result) {
  VulkanName name;
  const char *known = NULL;
  switch (result) {
#define ONNXOPS_VULKAN_RESULT(code)                                            \
  case code:                                                                   \
    known = #code;                                                             \
    break;
    ONNXOPS_VULKAN_RESULT(VK_ERROR_OUT_OF_HOST_MEMORY)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_INITIALIZATION_FAILED)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_DEVICE_LOST)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_MEMORY_MAP_FAILED)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_FEATURE_NOT_PRESENT)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_INCOMPATIBLE_DRIVER)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_TOO_MANY_OBJECTS)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_OUT_OF_POOL_MEMORY)
    ONNXOPS_VULKAN_RESULT(VK_ERROR_INVALID_SHADER_NV)
#undef ONNXOPS_VULKAN_RESULT
  default:
    break;
  }
  if (known)
    (void)snprintf(name.text, sizeof(name.text), "%s", known);
  else
    (void)snprintf(name.text, sizeof(name.text), "VkResult %d", (int)result);
  return name;
}

bool onnxopsImplVulkanSucceeds(VulkanDevice *device, VkResult result,
                               const char *function, DeviceFailure *failure) {
  if (result == VK_SUCCESS)
    return true;
  if (result == VK_ERROR_DEVICE_LOST)
    atomic_store(&device->isLost, true);
  return onnxopsImplDeviceFail(
      failure, "%s: expected %s to succeed, but got %s", device->base.label,
      function, onnxopsImplVulkanResult(result).text);
}

/// Frees everything that has been made so far, in reverse order.
static void closeDevice(OnnxopsDevice *base) {
  VulkanDevice *device = onnxopsImplVulkan(base);
  const VulkanFunctions *vk = &device->vk;
  onnxopsImplFreeVulkanKernels(device);
  if (device->layout)
    vk->DestroyPipelineLayout(device->device, device->layout, NULL);
  if (device->setLayout)
    vk->DestroyDescriptorSetLayout(device->device, device->setLayout, NULL);
  if (device->device && vk->DestroyDevice)
    vk->DestroyDevice(device->device, NULL);
  pthread_mutex_destroy(&device->kernelLock);
  onnxopsImplDeviceDestroy(base);
  free(device);
}

static const DeviceOps ops = {
    .kind = "vulkan",
    .format = ONNXOPS_CODE_SPIRV,
    .close = closeDevice,
    .allocate = onnxopsImplVulkanAllocate,
    .free = onnxopsImplVulkanFree,
    .upload = onnxopsImplVulkanUpload,
    .download = onnxopsImplVulkanDownload,
    .openStream = onnxopsImplOpenVulkanStream,
    .closeStream = onnxopsImplCloseVulkanStream,
    .launch = onnxopsImplVulkanLaunch,
    .copy = onnxopsImplVulkanCopy,
    .write = onnxopsImplVulkanWrite,
    .read = onnxopsImplVulkanRead,
    .finish = onnxopsImplVulkanFinish,
    .leave = onnxopsImplVulkanFinish,
    .isDone = onnxopsImplVulkanIsDone,
    .abandon = onnxopsImplVulkanAbandon,
    .time = onnxopsImplVulkanTime,
    .resetTime = onnxopsImplVulkanResetTime,
};

/// Creates the logical device and finds its functions.
static bool openDevice(VulkanDevice *device, DeviceFailure *failure) {
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue = {
      .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
      .queueFamilyIndex = device->queueFamily,
      .queueCount = 1,
      .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info = {.sType =
                                       VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                   .pNext = &device->enabled.core,
                                   .queueCreateInfoCount = 1,
                                   .pQueueCreateInfos = &queue};
  VkResult result =
      device->vk.CreateDevice(device->physical, &info, NULL, &device->device);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkCreateDevice", failure)) {
    device->device = NULL;
    return false;
  }
#define ONNXOPS_VULKAN_FIND(name)                                              \
  &&onnxopsImplFindVulkan(                                                     \
      device->vk.GetDeviceProcAddr(device->device, "vk" #name), "vk" #name,    \
      &device->vk.name, failure)
  if (!(true ONNXOPS_VULKAN_DEVICE_FUNCTIONS(ONNXOPS_VULKAN_FIND)))
    return false;
#undef ONNXOPS_VULKAN_FIND
  device->vk.GetDeviceQueue(device->device, device->queueFamily, 0,
                            &device->queue);
  return true;
}

/// Makes the layout of the kernels' arguments.
static bool makeLayout(VulkanDevice *device, DeviceFailure *failure) {
  const VkDescriptorSetLayoutBinding binding = {
      .binding = 0,
      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
      .descriptorCount = 1,
      .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  const VkDescriptorSetLayoutCreateInfo setInfo = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .bindingCount = 1,
      .pBindings = &binding};
  VkResult result = device->vk.CreateDescriptorSetLayout(
      device->device, &setInfo, NULL, &device->setLayout);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkCreateDescriptorSetLayout",
                                 failure))
    return false;
  const VkPipelineLayoutCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
      .setLayoutCount = 1,
      .pSetLayouts = &device->setLayout};
  result = device->vk.CreatePipelineLayout(device->device, &info, NULL,
                                           &device->layout);
  return onnxopsImplVulkanSucceeds(device, result, "vkCreatePipelineLayout",
                                   failure);
}

OnnxopsDevice *onnxopsImplOpenVulkan(DeviceFailure *failure) {
  VulkanDevice *device = calloc(1, sizeof(VulkanDevice));
  if (!device) {
    onnxopsImplDeviceFail(failure, "expected host memory for a Vulkan device, "
                                   "but there is not enough");
    return NULL;
  }
  pthread_mutex_init(&device->kernelLock, NULL);
  onnxopsImplDeviceInit(&device->base, &ops);
  VulkanFeatures features;
  VkPhysicalDeviceProperties properties;
  if (!onnxopsImplOpenVulkanLibrary(device, failure) ||
      !onnxopsImplChooseVulkan(device, &features, &properties, failure)) {
    closeDevice(&device->base);
    return NULL;
  }
  onnxopsImplVulkanWanted(&features, &device->enabled);
  device->limits = properties.limits;
  onnxopsImplNameDevice(&device->base, properties.deviceName);
  if (!openDevice(device, failure) || !makeLayout(device, failure)) {
    closeDevice(&device->base);
    return NULL;
  }
  return &device->base;
}
