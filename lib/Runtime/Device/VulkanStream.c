/*===- VulkanStream.c - work for a Vulkan device, in order ----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Work is recorded into one command buffer, with a barrier between any two
 * pieces, and submitted when the host wants to see a result or the room for
 * tables is used up. Tables of kernels, and bytes that are written to the
 * device, are copied to that room first: a ring that begins again with every
 * submission, as each is waited for.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <stdlib.h>
#include <string.h>

/// Bytes of the ring beside the window, and the smallest window.
enum { RingBytes = 512 << 10, SmallestWindow = 64 << 10 };

/// Queries of a submission: when its first kernel began, and its end.
enum { QueryBegin, QueryEnd, QueryCount };

typedef struct VulkanStream {
  DeviceStream base;
  VkCommandPool commandPool;
  VkCommandBuffer commands;
  VkFence fence;
  VkDescriptorPool descriptorPool;
  VkDescriptorSet set;
  VkQueryPool queries; ///< null where the device has no clock
  VulkanBuffer ring;
  int64_t window; ///< bytes that a kernel sees from where its table begins
  int64_t used;   ///< bytes of the ring
  bool isRecording;
  bool hasWork;    ///< is recorded
  bool hasKernels; ///< are recorded
  bool isTimed;    ///< the two below are known
  uint64_t begin, end;
} VulkanStream;

static VulkanStream *streamOf(DeviceStream *stream) {
  return (VulkanStream *)(void *)stream;
}

static VulkanDevice *deviceOf(const VulkanStream *stream) {
  return onnxopsImplVulkan(stream->base.device);
}

/*===--------------------------------------------------------------------===*
 * Making and freeing
 *===--------------------------------------------------------------------===*/

/// Makes the ring, for tables of at most `window` bytes.
static bool makeRing(VulkanStream *stream, int64_t window,
                     DeviceFailure *failure) {
  VulkanDevice *device = deviceOf(stream);
  if (window > (int64_t)device->limits.maxStorageBufferRange)
    return onnxopsImplDeviceFail(
        failure, "%s: expected a table of at most %u bytes, but got more",
        device->base.label, device->limits.maxStorageBufferRange);
  VulkanBuffer ring;
  if (!onnxopsImplMakeVulkanBuffer(device, RingBytes + window, &ring, failure))
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
  VulkanDevice *device = deviceOf(stream);
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
  VulkanDevice *device = deviceOf(stream);
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
  VulkanDevice *device = deviceOf(stream);
  if (device->timestampBits == 0)
    return true;
  const VkQueryPoolCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
      .queryType = VK_QUERY_TYPE_TIMESTAMP,
      .queryCount = QueryCount};
  VkResult result =
      device->vk.CreateQueryPool(device->device, &info, NULL, &stream->queries);
  return onnxopsImplVulkanSucceeds(device, result, "vkCreateQueryPool",
                                   failure);
}

void onnxopsImplCloseVulkanStream(DeviceStream *base) {
  VulkanStream *stream = streamOf(base);
  VulkanDevice *device = deviceOf(stream);
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
      makeQueries(stream, failure) && makeRing(stream, SmallestWindow, failure))
    return &stream->base;
  onnxopsImplCloseVulkanStream(&stream->base);
  return NULL;
}

/*===--------------------------------------------------------------------===*
 * Recording and submitting
 *===--------------------------------------------------------------------===*/

/// Makes what was written before visible to what comes.
static void addBarrier(const VulkanStream *stream, VkPipelineStageFlags to,
                       VkAccessFlags access) {
  const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask =
                                       VK_ACCESS_SHADER_WRITE_BIT |
                                       VK_ACCESS_TRANSFER_WRITE_BIT,
                                   .dstAccessMask = access};
  deviceOf(stream)->vk.CmdPipelineBarrier(stream->commands,
                                          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                                              VK_PIPELINE_STAGE_TRANSFER_BIT,
                                          to, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/// Makes ready to record a piece of work that sees those before it.
static bool begin(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = deviceOf(stream);
  if (atomic_load(&device->isLost))
    return onnxopsImplVulkanSucceeds(device, VK_ERROR_DEVICE_LOST, "work on it",
                                     failure);
  if (!stream->isRecording) {
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VkResult result = device->vk.BeginCommandBuffer(stream->commands, &info);
    if (!onnxopsImplVulkanSucceeds(device, result, "vkBeginCommandBuffer",
                                   failure))
      return false;
    stream->isRecording = true;
  }
  if (stream->hasWork)
    addBarrier(stream,
               VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                   VK_PIPELINE_STAGE_TRANSFER_BIT,
               VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT |
                   VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
  stream->hasWork = true;
  return true;
}

/// Forgets what was recorded.
static void forget(VulkanStream *stream) {
  stream->isRecording = stream->hasWork = stream->hasKernels = false;
  stream->used = 0;
}

/// Reads the clock of a submission that has finished.
static void readClock(VulkanStream *stream) {
  VulkanDevice *device = deviceOf(stream);
  uint64_t times[QueryCount];
  if (device->vk.GetQueryPoolResults(
          device->device, stream->queries, 0, QueryCount, sizeof(times), times,
          sizeof(uint64_t), VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
    return;
  if (!stream->isTimed)
    stream->begin = times[QueryBegin];
  stream->end = times[QueryEnd];
  stream->isTimed = true;
}

/// Submits what is recorded and waits for it.
static bool submit(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = deviceOf(stream);
  const VulkanFunctions *vk = &device->vk;
  VkResult result = vk->EndCommandBuffer(stream->commands);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkEndCommandBuffer", failure))
    return false;
  result = vk->ResetFences(device->device, 1, &stream->fence);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkResetFences", failure))
    return false;
  const VkSubmitInfo info = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                             .commandBufferCount = 1,
                             .pCommandBuffers = &stream->commands};
  pthread_mutex_lock(&device->base.lock);
  result = vk->QueueSubmit(device->queue, 1, &info, stream->fence);
  pthread_mutex_unlock(&device->base.lock);
  if (!onnxopsImplVulkanSucceeds(device, result, "vkQueueSubmit", failure))
    return false;
  result =
      vk->WaitForFences(device->device, 1, &stream->fence, VK_TRUE, UINT64_MAX);
  if (onnxopsImplVulkanSucceeds(device, result, "vkWaitForFences", failure))
    return true;
  // What it uses may be freed next, so that it had better not run any more.
  pthread_mutex_lock(&device->base.lock);
  (void)vk->QueueWaitIdle(device->queue);
  pthread_mutex_unlock(&device->base.lock);
  return false;
}

bool onnxopsImplVulkanFinish(DeviceStream *base, DeviceFailure *failure) {
  VulkanStream *stream = streamOf(base);
  if (!stream->isRecording)
    return true;
  addBarrier(stream, VK_PIPELINE_STAGE_HOST_BIT,
             VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
  const bool isTimed = stream->hasKernels && stream->queries;
  if (isTimed)
    deviceOf(stream)->vk.CmdWriteTimestamp(stream->commands,
                                           VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT,
                                           stream->queries, QueryEnd);
  bool isDone = submit(stream, failure);
  if (isDone && isTimed)
    readClock(stream);
  forget(stream);
  return isDone;
}

void onnxopsImplVulkanAbandon(DeviceStream *base) {
  VulkanStream *stream = streamOf(base);
  if (stream->isRecording)
    (void)deviceOf(stream)->vk.ResetCommandBuffer(stream->commands, 0);
  forget(stream);
}

/// Makes room in the ring for `bytes`, at most a window. Returns the offset, or
/// -1 with a failure.
static int64_t reserve(VulkanStream *stream, int64_t bytes,
                       DeviceFailure *failure) {
  const int64_t mask = onnxopsDeviceAlignment - 1;
  if (stream->used + bytes > RingBytes + stream->window ||
      stream->used > RingBytes)
    if (!onnxopsImplVulkanFinish(&stream->base, failure))
      return -1;
  int64_t offset = stream->used;
  stream->used = (offset + bytes + mask) & ~mask;
  return offset;
}

/*===--------------------------------------------------------------------===*
 * Work
 *===--------------------------------------------------------------------===*/

/// Makes the window wide enough for a table.
static bool widenWindow(VulkanStream *stream, int64_t bytes,
                        DeviceFailure *failure) {
  if (bytes <= stream->window)
    return true;
  int64_t window = stream->window;
  while (window < bytes)
    window *= 2;
  return onnxopsImplVulkanFinish(&stream->base, failure) &&
         makeRing(stream, window, failure);
}

/// Notes the time before the first kernel of a submission.
static void startClock(VulkanStream *stream) {
  const VulkanFunctions *vk = &deviceOf(stream)->vk;
  if (!stream->hasKernels && stream->queries) {
    vk->CmdResetQueryPool(stream->commands, stream->queries, 0, QueryCount);
    vk->CmdWriteTimestamp(stream->commands,
                          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, stream->queries,
                          QueryBegin);
  }
  stream->hasKernels = true;
}

bool onnxopsImplVulkanLaunch(DeviceStream *base, const OnnxopsDeviceCode *code,
                             const char *name, const int64_t *table,
                             int64_t words, int64_t blocks,
                             DeviceFailure *failure) {
  VulkanStream *stream = streamOf(base);
  VulkanDevice *device = deviceOf(stream);
  const VulkanFunctions *vk = &device->vk;
  const VulkanKernel *kernel =
      onnxopsImplVulkanKernel(device, code, name, failure);
  const int64_t bytes = words * (int64_t)sizeof(int64_t);
  if (!kernel || !widenWindow(stream, bytes, failure))
    return false;
  int64_t offset = reserve(stream, bytes, failure);
  if (offset < 0 || !begin(stream, failure))
    return false;
  if (bytes > 0)
    memcpy(stream->ring.mapped + offset, table, (size_t)bytes);
  startClock(stream);
  vk->CmdBindPipeline(stream->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                      kernel->pipeline);
  const uint32_t dynamic = (uint32_t)offset;
  vk->CmdBindDescriptorSets(stream->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                            device->layout, 0, 1, &stream->set, 1, &dynamic);
  // Every device has at least this many; kernels go on with a stride.
  const int64_t most = 65535;
  vk->CmdDispatch(stream->commands, (uint32_t)(blocks < most ? blocks : most),
                  1, 1);
  return true;
}

static VkBuffer bufferOf(const DeviceBlock *block) {
  VkBuffer buffer;
  memcpy(&buffer, &block->handles[0], sizeof(buffer));
  return buffer;
}

/// Where an address is in its block's buffer.
static VkDeviceSize offsetIn(const DeviceBlock *block, const void *data) {
  return (uintptr_t)data - block->address + (uint64_t)block->offset;
}

bool onnxopsImplVulkanCopy(DeviceStream *base, const DeviceCopy *copies,
                           int64_t count, DeviceFailure *failure) {
  VulkanStream *stream = streamOf(base);
  OnnxopsDevice *device = base->device;
  if (!begin(stream, failure))
    return false;
  // Copies between the same two buffers are one command.
  enum { Most = 64 };
  VkBufferCopy regions[Most];
  for (int64_t i = 0; i < count;) {
    const DeviceBlock *to =
        onnxopsImplFindBlock(device, copies[i].to, copies[i].bytes, failure);
    const DeviceBlock *from =
        to ? onnxopsImplFindBlock(device, copies[i].from, copies[i].bytes,
                                  failure)
           : NULL;
    if (!from)
      return false;
    uint32_t number = 0;
    do {
      regions[number++] =
          (VkBufferCopy){.srcOffset = offsetIn(from, copies[i].from),
                         .dstOffset = offsetIn(to, copies[i].to),
                         .size = (VkDeviceSize)copies[i].bytes};
      ++i;
    } while (i < count && number < Most &&
             onnxopsImplIsInBlock(to, copies[i].to, copies[i].bytes) &&
             onnxopsImplIsInBlock(from, copies[i].from, copies[i].bytes));
    deviceOf(stream)->vk.CmdCopyBuffer(stream->commands, bufferOf(from),
                                       bufferOf(to), number, regions);
  }
  return true;
}

bool onnxopsImplVulkanWrite(DeviceStream *base, void *to, const void *from,
                            int64_t bytes, DeviceFailure *failure) {
  VulkanStream *stream = streamOf(base);
  const DeviceBlock *block =
      onnxopsImplFindBlock(base->device, to, bytes, failure);
  if (!block)
    return false;
  for (int64_t done = 0; done < bytes;) {
    const int64_t left = bytes - done;
    const int64_t part = left < SmallestWindow ? left : SmallestWindow;
    int64_t offset = reserve(stream, part, failure);
    if (offset < 0 || !begin(stream, failure))
      return false;
    memcpy(stream->ring.mapped + offset, (const char *)from + done,
           (size_t)part);
    const VkBufferCopy region = {.srcOffset = (VkDeviceSize)offset,
                                 .dstOffset =
                                     offsetIn(block, (char *)to + done),
                                 .size = (VkDeviceSize)part};
    deviceOf(stream)->vk.CmdCopyBuffer(stream->commands, stream->ring.buffer,
                                       bufferOf(block), 1, &region);
    done += part;
  }
  return true;
}

bool onnxopsImplVulkanRead(DeviceStream *stream, void *to, const void *from,
                           int64_t bytes, DeviceFailure *failure) {
  return onnxopsImplVulkanFinish(stream, failure) &&
         onnxopsImplVulkanDownload(stream->device, to, from, bytes, failure);
}

int64_t onnxopsImplVulkanTime(const DeviceStream *base) {
  const VulkanStream *stream = (const VulkanStream *)(const void *)base;
  const VulkanDevice *device = deviceOf(stream);
  if (!stream->isTimed)
    return 0;
  uint64_t ticks = stream->end - stream->begin;
  if (device->timestampBits < 64) // the clock may have begun again
    ticks &= (UINT64_C(1) << device->timestampBits) - 1;
  return (int64_t)((double)ticks * (double)device->limits.timestampPeriod);
}

void onnxopsImplVulkanResetTime(DeviceStream *stream) {
  streamOf(stream)->isTimed = false;
}
