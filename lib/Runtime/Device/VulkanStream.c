/*===- VulkanStream.c - streams of a Vulkan device ------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream consists of a command buffer, the ring for tables with its
 * descriptor, and a clock.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <stdlib.h>

bool onnxopsImplMakeVulkanRing(VulkanStream *stream, int64_t window,
                               DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  if (window > (int64_t)device->limits.maxStorageBufferRange)
    return onnxopsImplDeviceFail(
        failure, "%s: expected a table of at most %u bytes, but got more",
        device->base.label, device->limits.maxStorageBufferRange);
  VulkanBuffer ring;
  if (!onnxopsImplMakeVulkanBuffer(device, VulkanRingBytes + window, &ring,
                                   failure))
    return false;
  onnxopsImplFreeVulkanBuffer(device, &stream->ring);
  stream->ring = ring;
  stream->window = window;
  const VkDescriptorBufferInfo buffer = {
      .buffer = ring.buffer, .offset = 0, .range = (VkDeviceSize)window};
  const VkWriteDescriptorSet write = {
      .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
      .dstSet = stream->set,
      .dstBinding = 0,
      .descriptorCount = 1,
      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
      .pBufferInfo = &buffer};
  device->vk.UpdateDescriptorSets(device->device, 1, &write, 0, NULL);
  return true;
}

static bool makeCommands(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  const VkCommandPoolCreateInfo poolInfo = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
      .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
      .queueFamilyIndex = device->queueFamily};
  VkResult result = device->vk.CreateCommandPool(device->device, &poolInfo,
                                                 NULL, &stream->commandPool);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkCreateCommandPool",
                                 failure))
    return false;
  const VkCommandBufferAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
      .commandPool = stream->commandPool,
      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
      .commandBufferCount = 1};
  result = device->vk.AllocateCommandBuffers(device->device, &info,
                                             &stream->commands);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkAllocateCommandBuffers",
                                 failure))
    return false;
  const VkFenceCreateInfo fenceInfo = {.sType =
                                           VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  result =
      device->vk.CreateFence(device->device, &fenceInfo, NULL, &stream->fence);
  return onnxopsImplVulkanSucceeds(device, result, "vkCreateFence", failure);
}

static bool makeSet(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  const VkDescriptorPoolSize size = {
      .type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC, .descriptorCount = 1};
  const VkDescriptorPoolCreateInfo poolInfo = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
      .maxSets = 1,
      .poolSizeCount = 1,
      .pPoolSizes = &size};
  VkResult result = device->vk.CreateDescriptorPool(
      device->device, &poolInfo, NULL, &stream->descriptorPool);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkCreateDescriptorPool",
                                 failure))
    return false;
  const VkDescriptorSetAllocateInfo info = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
      .descriptorPool = stream->descriptorPool,
      .descriptorSetCount = 1,
      .pSetLayouts = &device->setLayout};
  result =
      device->vk.AllocateDescriptorSets(device->device, &info, &stream->set);
  return onnxopsImplVulkanSucceeds(device, result, "vkAllocateDescriptorSets",
                                   failure);
}

static bool makeQueries(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  if (device->timestampBits == 0)
    return true;
  const VkQueryPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
      .queryType = VK_QUERY_TYPE_TIMESTAMP,
      .queryCount = VulkanQueryCount};
  VkResult result =
      device->vk.CreateQueryPool(device->device, &info, NULL, &stream->queries);
  return onnxopsImplVulkanSucceeds(device, result, "vkCreateQueryPool",
                                   failure);
}

void onnxopsImplCloseVulkanStream(DeviceStream *base) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  const VulkanFunctions *vk = &device->vk;
  onnxopsImplFreeVulkanBuffer(device, &stream->ring);
  vk->DestroyQueryPool(device->device, stream->queries, NULL);
  vk->DestroyDescriptorPool(device->device, stream->descriptorPool, NULL);
  vk->DestroyFence(device->device, stream->fence, NULL);
  vk->DestroyCommandPool(device->device, stream->commandPool, NULL);
  free(stream);
}

DeviceStream *onnxopsImplOpenVulkanStream(OnnxopsDevice *device, void *callers,
                                          DeviceFailure *failure) {
  if (callers) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected a null stream, but got one of the "
                          "caller's, which Vulkan has not",
                          device->label);
    return NULL;
  }
  VulkanStream *stream = calloc(1, sizeof(VulkanStream));
  if (!stream) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for a stream, but there "
                          "is not enough",
                          device->label);
    return NULL;
  }
  stream->base.device = device;
  if (makeCommands(stream, failure) && makeSet(stream, failure) &&
      makeQueries(stream, failure) &&
      onnxopsImplMakeVulkanRing(stream, VulkanSmallestWindow, failure))
    return &stream->base;
  onnxopsImplCloseVulkanStream(&stream->base);
  return NULL;
}
