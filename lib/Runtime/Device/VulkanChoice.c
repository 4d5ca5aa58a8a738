/*===- VulkanChoice.c - the choice of a device and its features -----------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Prefers the fastest kind of device. Devices without a feature that every
 * kernel needs are skipped, but reported if there is no other.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <stdio.h>
#include <string.h>

/// Queries the features of a device.
static void askFeatures(const VulkanDevice *device, VkPhysicalDevice physical,
                        VulkanFeatures *features) {
  memset(features, 0, sizeof(*features));
  features->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features->core.pNext = &features->since11;
  features->since11.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
  features->since11.pNext = &features->since12;
  features->since12.sType =
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  device->vk.GetPhysicalDeviceFeatures2(physical, &features->core);
}

void onnxopsImplVulkanWanted(const VulkanFeatures *has,
                             VulkanFeatures *wanted) {
  const VkPhysicalDeviceFeatures *core = &has->core.features;
  const VkPhysicalDeviceVulkan11Features *since11 = &has->since11;
  const VkPhysicalDeviceVulkan12Features *since12 = &has->since12;
  *wanted = (VulkanFeatures){
      .core = {.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
               .pNext = &wanted->since11,
               .features = {.shaderInt64 = core->shaderInt64,
                            .shaderInt16 = core->shaderInt16,
                            .shaderFloat64 = core->shaderFloat64}},
      .since11 = {.sType =
                      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES,
                  .pNext = &wanted->since12,
                  .storageBuffer16BitAccess = since11->storageBuffer16BitAccess,
                  .uniformAndStorageBuffer16BitAccess =
                      since11->uniformAndStorageBuffer16BitAccess,
                  .variablePointersStorageBuffer =
                      since11->variablePointersStorageBuffer,
                  .variablePointers = since11->variablePointers},
      .since12 = {.sType =
                      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES,
                  .storageBuffer8BitAccess = since12->storageBuffer8BitAccess,
                  .uniformAndStorageBuffer8BitAccess =
                      since12->uniformAndStorageBuffer8BitAccess,
                  .shaderFloat16 = since12->shaderFloat16,
                  .shaderInt8 = since12->shaderInt8,
                  .bufferDeviceAddress = since12->bufferDeviceAddress}};
}

/// How fast a kind of device is likely to be.
static int rankOf(VkPhysicalDeviceType type) {
  switch (type) {
  case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    return 4;
  case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    return 3;
  case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
    return 2;
  default:
    return 1;
  }
}

static bool findQueueFamily(VulkanDevice *device, VkPhysicalDevice physical) {
  VkQueueFamilyProperties families[32];
  uint32_t count = 32;
  device->vk.GetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
  for (uint32_t i = 0; i < count; ++i)
    if (families[i].queueCount > 0 &&
        (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT)) {
      device->queueFamily = i;
      device->timestampBits = families[i].timestampValidBits;
      return true;
    }
  return false;
}

/// Finds memory that is mapped to the host: the device's own, if all of it is
/// mapped, and otherwise the host's.
static bool findMemoryType(VulkanDevice *device, VkPhysicalDevice physical) {
  const VkMemoryPropertyFlags mapped = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                       VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties memory;
  device->vk.GetPhysicalDeviceMemoryProperties(physical, &memory);
  VkDeviceSize largest = 0;
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i)
    if ((memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) &&
        memory.memoryHeaps[i].size > largest)
      largest = memory.memoryHeaps[i].size;
  bool isFound = false;
  for (uint32_t i = memory.memoryTypeCount; i-- > 0;) {
    const VkMemoryType *type = &memory.memoryTypes[i];
    if ((type->propertyFlags & mapped) != mapped)
      continue;
    const VkMemoryHeap *heap = &memory.memoryHeaps[type->heapIndex];
    bool isLocal =
        (type->propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
    if (isLocal && heap->size < largest)
      continue; // a window of the device's memory, too small for tensors
    device->memoryType = i;
    isFound = true;
    if (isLocal)
      break;
  }
  return isFound;
}

/// A required feature that a device lacks, null for none.
static const char *findLack(VulkanDevice *device, VkPhysicalDevice physical,
                            const VkPhysicalDeviceProperties *properties,
                            VulkanFeatures *features) {
  if (properties->apiVersion < VK_API_VERSION_1_2)
    return "Vulkan 1.2";
  askFeatures(device, physical, features);
  return !features->since12.bufferDeviceAddress ? "bufferDeviceAddress"
         : !features->core.features.shaderInt64 ? "shaderInt64"
         : !findQueueFamily(device, physical)   ? "a queue for compute"
         : !findMemoryType(device, physical)    ? "memory that the host can map"
                                                : NULL;
}

bool onnxopsImplChooseVulkan(VulkanDevice *device, VulkanFeatures *features,
                             VkPhysicalDeviceProperties *properties,
                             DeviceFailure *failure) {
  VkPhysicalDevice candidates[16];
  uint32_t count = 16;
  VkResult result =
      device->vk.EnumeratePhysicalDevices(device->instance, &count, candidates);
  if (result != VK_INCOMPLETE &&
      !onnxopsImplVulkanSucceeds(device, result, "vkEnumeratePhysicalDevices",
                                 failure))
    return false;
  onnxopsImplDeviceFail(
      failure, "expected a Vulkan device, but libvulkan.so.1 found none");
  int best = 0;
  for (uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties found;
    device->vk.GetPhysicalDeviceProperties(candidates[i], &found);
    VulkanFeatures unused;
    const char *lack = findLack(device, candidates[i], &found, &unused);
    if (lack && !best)
      onnxopsImplDeviceFail(failure,
                            "expected a Vulkan device with %s, but got '%s' "
                            "without it",
                            lack, found.deviceName);
    if (lack || rankOf(found.deviceType) <= best)
      continue;
    best = rankOf(found.deviceType);
    *properties = found;
    device->physical = candidates[i];
  }
  // Again for the chosen device, to fill in the caller's structs.
  return best && !findLack(device, device->physical, properties, features);
}
