/*===- VulkanMemory.c - memory of a Vulkan device -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * All memory is of one type, which is mapped to the host: an upload is a
 * memcpy.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <inttypes.h>
#include <string.h>

void onnxopsImplFreeVulkanBuffer(VulkanDevice *device, VulkanBuffer *buffer) {
  device->vk.DestroyBuffer(device->device, buffer->buffer, NULL);
  device->vk.FreeMemory(device->device, buffer->memory, NULL);
  *buffer = (VulkanBuffer){0};
}

/// Whether memory was allocated; otherwise the message has the requested size.
static bool allocates(VulkanDevice *device, VkResult result,
                      const char *function, VkDeviceSize bytes,
                      DeviceFailure *failure) {
  if (result != VK_ERROR_OUT_OF_HOST_MEMORY &&
      result != VK_ERROR_OUT_OF_DEVICE_MEMORY &&
      result != VK_ERROR_TOO_MANY_OBJECTS)
    return onnxopsImplVulkanSucceeds(device, result, function, failure);
  return onnxopsImplDeviceFail(
      failure, "%s: expected memory for %" PRIu64 " bytes, but got %s",
      device->base.label, (uint64_t)bytes,
      onnxopsImplVulkanResult(result).text);
}

/// Gives a buffer memory that is mapped to the host.
static bool backBuffer(VulkanDevice *device, VulkanBuffer *buffer,
                       DeviceFailure *failure) {
  const VulkanFunctions *vk = &device->vk;
  VkMemoryRequirements needs;
  vk->GetBufferMemoryRequirements(device->device, buffer->buffer, &needs);
  if (!(needs.memoryTypeBits >> device->memoryType & 1))
    return onnxopsImplDeviceFail(
        failure,
        "%s: expected memory that the host can map for every "
        "buffer, but got other memory for one",
        device->base.label);
  const VkMemoryAllocateFlagsInfo flags = {
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
      .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
  const VkMemoryAllocateInfo info = {.sType =
                                         VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = &flags,
                                     .allocationSize = needs.size,
                                     .memoryTypeIndex = device->memoryType};
  void *mapped = NULL;
  if (!allocates(
          device,
          vk->AllocateMemory(device->device, &info, NULL, &buffer->memory),
          "vkAllocateMemory", needs.size, failure) ||
      !onnxopsImplVulkanSucceeds(device,
                                 vk->BindBufferMemory(device->device,
                                                      buffer->buffer,
                                                      buffer->memory, 0),
                                 "vkBindBufferMemory", failure) ||
      !onnxopsImplVulkanSucceeds(device,
                                 vk->MapMemory(device->device, buffer->memory,
                                               0, VK_WHOLE_SIZE, 0, &mapped),
                                 "vkMapMemory", failure))
    return false;
  buffer->mapped = mapped;
  return true;
}

bool onnxopsImplMakeVulkanBuffer(VulkanDevice *device, int64_t bytes,
                                 VulkanBuffer *buffer, DeviceFailure *failure) {
  *buffer = (VulkanBuffer){0};
  if (atomic_load(&device->isLost))
    return onnxopsImplVulkanSucceeds(device, VK_ERROR_DEVICE_LOST,
                                     "vkCreateBuffer", failure);
  const VkBufferCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = (VkDeviceSize)bytes,
      .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
               VK_BUFFER_USAGE_TRANSFER_DST_BIT |
               VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT};
  VkResult result =
      device->vk.CreateBuffer(device->device, &info, NULL, &buffer->buffer);
  if (!allocates(device, result, "vkCreateBuffer", info.size, failure) ||
      !backBuffer(device, buffer, failure)) {
    onnxopsImplFreeVulkanBuffer(device, buffer);
    return false;
  }
  const VkBufferDeviceAddressInfo address = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
      .buffer = buffer->buffer};
  buffer->address = device->vk.GetBufferDeviceAddress(device->device, &address);
  return true;
}

bool onnxopsImplVulkanAllocate(OnnxopsDevice *base, DeviceBlock *block,
                               DeviceFailure *failure) {
  // The driver chooses the address of a buffer, so reserve space to align it.
  const int64_t alignment = onnxopsDeviceAlignment;
  VulkanBuffer buffer;
  if (!onnxopsImplMakeVulkanBuffer(onnxopsImplVulkan(base),
                                   block->bytes + alignment, &buffer, failure))
    return false;
  const uint64_t mask = (uint64_t)alignment - 1;
  block->offset = (int64_t)(-buffer.address & mask);
  block->address = buffer.address + (uint64_t)block->offset;
  block->mapped = buffer.mapped + block->offset;
  // Handles are pointers or integers, depending on the machine.
  _Static_assert(sizeof(buffer.buffer) == sizeof(uint64_t) &&
                     sizeof(buffer.memory) == sizeof(uint64_t),
                 "handles have 64 bits");
  memcpy(&block->handles[0], &buffer.buffer, sizeof(uint64_t));
  memcpy(&block->handles[1], &buffer.memory, sizeof(uint64_t));
  return true;
}

void onnxopsImplVulkanFree(OnnxopsDevice *base, DeviceBlock *block) {
  VulkanBuffer buffer;
  memcpy(&buffer.buffer, &block->handles[0], sizeof(uint64_t));
  memcpy(&buffer.memory, &block->handles[1], sizeof(uint64_t));
  onnxopsImplFreeVulkanBuffer(onnxopsImplVulkan(base), &buffer);
}

/// The host address of a device address. Every call waits for its own work, so
/// that there is nothing to wait for; memory is coherent.
static char *findMapped(OnnxopsDevice *base, const void *data, int64_t bytes,
                        DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkan(base);
  if (atomic_load(&device->isLost)) {
    (void)onnxopsImplVulkanSucceeds(device, VK_ERROR_DEVICE_LOST,
                                    "access to memory", failure);
    return NULL;
  }
  const DeviceBlock *block = onnxopsImplFindBlock(base, data, bytes, failure);
  return block ? block->mapped + ((uintptr_t)data - block->address) : NULL;
}

bool onnxopsImplVulkanUpload(OnnxopsDevice *base, void *to, const void *from,
                             int64_t bytes, DeviceFailure *failure) {
  char *mapped = findMapped(base, to, bytes, failure);
  if (mapped)
    memcpy(mapped, from, (size_t)bytes);
  return mapped;
}

bool onnxopsImplVulkanDownload(OnnxopsDevice *base, void *to, const void *from,
                               int64_t bytes, DeviceFailure *failure) {
  const char *mapped = findMapped(base, from, bytes, failure);
  if (mapped)
    memcpy(to, mapped, (size_t)bytes);
  return mapped;
}
