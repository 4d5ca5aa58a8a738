/*===- VulkanWork.c - launches and copies on a Vulkan device --------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Work is recorded into one command buffer, with a barrier between any two
 * items, and submitted when the host needs a result or the ring is full. The
 * ring holds tables of kernels and bytes that are written to the device; it
 * starts over with every submission, as each is waited for.
 *
 *===--------------------------------------------------------------------===*/

#include "Vulkan.h"

#include <string.h>

/*===--------------------------------------------------------------------===*
 * Recording and submitting
 *===--------------------------------------------------------------------===*/

/// Makes earlier writes visible to later work.
static void addBarrier(const VulkanStream *stream, VkPipelineStageFlags to,
                       VkAccessFlags access) {
  const VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask =
                                       VK_ACCESS_SHADER_WRITE_BIT |
                                       VK_ACCESS_TRANSFER_WRITE_BIT,
                                   .dstAccessMask = access};
  onnxopsImplVulkanOf(stream)->vk.CmdPipelineBarrier(
      stream->commands,
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, to,
      0, 1, &barrier, 0, NULL, 0, NULL);
}

/// Prepares to record an item of work that sees those before it.
static bool begin(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
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

/// Drops the recorded work.
static void forget(VulkanStream *stream) {
  stream->isRecording = stream->hasWork = stream->hasKernels = false;
  stream->used = 0;
}

/// Reads the clock of a submission that has finished.
static void readClock(VulkanStream *stream) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
  uint64_t times[VulkanQueryCount];
  if (device->vk.GetQueryPoolResults(
          device->device, stream->queries, 0, VulkanQueryCount, sizeof(times),
          times, sizeof(uint64_t), VK_QUERY_RESULT_64_BIT) != VK_SUCCESS)
    return;
  if (!stream->isTimed)
    stream->begin = times[VulkanQueryBegin];
  stream->end = times[VulkanQueryEnd];
  stream->isTimed = true;
}

/// Submits the recorded work and waits for it.
static bool submit(VulkanStream *stream, DeviceFailure *failure) {
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
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
  // The memory that it uses may be freed next, so wait until it has stopped.
  pthread_mutex_lock(&device->base.lock);
  (void)vk->QueueWaitIdle(device->queue);
  pthread_mutex_unlock(&device->base.lock);
  return false;
}

bool onnxopsImplVulkanFinish(DeviceStream *base, DeviceFailure *failure) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
  if (!stream->isRecording)
    return true;
  addBarrier(stream, VK_PIPELINE_STAGE_HOST_BIT,
             VK_ACCESS_HOST_READ_BIT | VK_ACCESS_HOST_WRITE_BIT);
  const bool isTimed = stream->hasKernels && stream->queries;
  if (isTimed)
    onnxopsImplVulkanOf(stream)->vk.CmdWriteTimestamp(
        stream->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, stream->queries,
        VulkanQueryEnd);
  bool isDone = submit(stream, failure);
  if (isDone && isTimed)
    readClock(stream);
  forget(stream);
  return isDone;
}

bool onnxopsImplVulkanIsDone(DeviceStream *stream) {
  return true; // all submitted work is waited for
}

void onnxopsImplVulkanAbandon(DeviceStream *base) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
  if (stream->isRecording)
    (void)onnxopsImplVulkanOf(stream)->vk.ResetCommandBuffer(stream->commands,
                                                             0);
  forget(stream);
}

/// Reserves space in the ring for `bytes`, at most a window. Returns the
/// offset, or -1 with a failure.
static int64_t reserve(VulkanStream *stream, int64_t bytes,
                       DeviceFailure *failure) {
  const int64_t mask = onnxopsDeviceAlignment - 1;
  if (stream->used > VulkanRingBytes &&
      !onnxopsImplVulkanFinish(&stream->base, failure))
    return -1;
  int64_t offset = stream->used;
  stream->used = (offset + bytes + mask) & ~mask;
  return offset;
}

/*===--------------------------------------------------------------------===*
 * Work
 *===--------------------------------------------------------------------===*/

/// Widens the window for a table, if needed.
static bool widenWindow(VulkanStream *stream, int64_t bytes,
                        DeviceFailure *failure) {
  if (bytes <= stream->window)
    return true;
  int64_t window = stream->window;
  while (window < bytes)
    window *= 2;
  return onnxopsImplVulkanFinish(&stream->base, failure) &&
         onnxopsImplMakeVulkanRing(stream, window, failure);
}

/// Records the time before the first kernel of a submission.
static void startClock(VulkanStream *stream) {
  const VulkanFunctions *vk = &onnxopsImplVulkanOf(stream)->vk;
  if (!stream->hasKernels && stream->queries) {
    vk->CmdResetQueryPool(stream->commands, stream->queries, 0,
                          VulkanQueryCount);
    vk->CmdWriteTimestamp(stream->commands,
                          VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, stream->queries,
                          VulkanQueryBegin);
  }
  stream->hasKernels = true;
}

bool onnxopsImplVulkanLaunch(DeviceStream *base, const OnnxopsDeviceCode *code,
                             const char *name, const int64_t *table,
                             int64_t words, int64_t blocks,
                             DeviceFailure *failure) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
  VulkanDevice *device = onnxopsImplVulkanOf(stream);
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
  // Every device supports at least this many; kernels loop with the stride of
  // the grid.
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

/// The offset of an address in its block's buffer.
static VkDeviceSize offsetIn(const DeviceBlock *block, const void *data) {
  return (uintptr_t)data - block->address + (uint64_t)block->offset;
}

bool onnxopsImplVulkanCopy(DeviceStream *base, const DeviceCopy *copies,
                           int64_t count, DeviceFailure *failure) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
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
    onnxopsImplVulkanOf(stream)->vk.CmdCopyBuffer(
        stream->commands, bufferOf(from), bufferOf(to), number, regions);
  }
  return true;
}

bool onnxopsImplVulkanWrite(DeviceStream *base, void *to, const void *from,
                            int64_t bytes, DeviceFailure *failure) {
  VulkanStream *stream = onnxopsImplVulkanStream(base);
  const DeviceBlock *block =
      onnxopsImplFindBlock(base->device, to, bytes, failure);
  if (!block)
    return false;
  for (int64_t done = 0; done < bytes;) {
    const int64_t left = bytes - done;
    const int64_t part =
        left < VulkanSmallestWindow ? left : VulkanSmallestWindow;
    int64_t offset = reserve(stream, part, failure);
    if (offset < 0 || !begin(stream, failure))
      return false;
    memcpy(stream->ring.mapped + offset, (const char *)from + done,
           (size_t)part);
    const VkBufferCopy region = {.srcOffset = (VkDeviceSize)offset,
                                 .dstOffset =
                                     offsetIn(block, (char *)to + done),
                                 .size = (VkDeviceSize)part};
    onnxopsImplVulkanOf(stream)->vk.CmdCopyBuffer(
        stream->commands, stream->ring.buffer, bufferOf(block), 1, &region);
    done += part;
  }
  return true;
}

bool onnxopsImplVulkanRead(DeviceStream *stream, const DeviceCopy *copies,
                           int64_t count, DeviceFailure *failure) {
  bool isDone = onnxopsImplVulkanFinish(stream, failure);
  for (int64_t i = 0; i < count && isDone; ++i)
    isDone = onnxopsImplVulkanDownload(
        stream->device, copies[i].to, copies[i].from, copies[i].bytes, failure);
  return isDone;
}

int64_t onnxopsImplVulkanTime(const DeviceStream *base) {
  const VulkanStream *stream = (const VulkanStream *)(const void *)base;
  const VulkanDevice *device = onnxopsImplVulkanOf(stream);
  if (!stream->isTimed)
    return 0;
  uint64_t ticks = stream->end - stream->begin;
  if (device->timestampBits < 64) // the clock may have wrapped around
    ticks &= (UINT64_C(1) << device->timestampBits) - 1;
  return (int64_t)((double)ticks * (double)device->limits.timestampPeriod);
}

void onnxopsImplVulkanResetTime(DeviceStream *stream) {
  onnxopsImplVulkanStream(stream)->isTimed = false;
}
