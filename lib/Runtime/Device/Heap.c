/*===- Heap.c - suballocation of device memory ----------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Drivers allocate slowly, and some of them only a few thousand times. So a
 * large tensor has a block of its own, and small ones share blocks of equal
 * suballocations. Their metadata is in host memory: nothing here reads device
 * memory.
 *
 *===--------------------------------------------------------------------===*/

#include "Device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the largest suballocation that shares a block, and of the largest
/// such block.
static const int64_t largestSuballocation = (int64_t)onnxopsDeviceAlignment
                                            << (DeviceClassCount - 1);
static const int64_t smallestBlock = 64 << 10, largestBlock = 16 << 20;

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/// The size class that fits `bytes`, -1 for a block of their own.
static int classOf(int64_t bytes) {
  if (bytes > largestSuballocation)
    return -1;
  int number = 0;
  while ((int64_t)onnxopsDeviceAlignment << number < bytes)
    ++number;
  return number;
}

/// The index of the first block that begins behind `address`.
static int64_t findBehind(const DeviceHeap *heap, uint64_t address) {
  int64_t low = 0, high = heap->count;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (heap->blocks[middle]->address <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static DeviceBlock *blockAt(const DeviceHeap *heap, uint64_t address) {
  int64_t behind = findBehind(heap, address);
  DeviceBlock *block = behind > 0 ? heap->blocks[behind - 1] : NULL;
  return block && onnxopsImplIsInBlock(block, (void *)(uintptr_t)address, 1)
             ? block
             : NULL;
}

static bool reserveBlock(DeviceHeap *heap) {
  if (heap->count < heap->capacity)
    return true;
  int64_t capacity = heap->capacity ? 2 * heap->capacity : 16;
  DeviceBlock **larger =
      realloc(heap->blocks, (size_t)capacity * sizeof(DeviceBlock *));
  if (!larger)
    return false;
  heap->blocks = larger;
  heap->capacity = capacity;
  return true;
}

static void addBlock(DeviceHeap *heap, DeviceBlock *block) {
  int64_t at = findBehind(heap, block->address);
  memmove(heap->blocks + at + 1, heap->blocks + at,
          (size_t)(heap->count - at) * sizeof(DeviceBlock *));
  heap->blocks[at] = block;
  ++heap->count;
}

static void removeBlock(DeviceHeap *heap, const DeviceBlock *block) {
  int64_t behind = findBehind(heap, block->address);
  memmove(heap->blocks + behind - 1, heap->blocks + behind,
          (size_t)(heap->count - behind) * sizeof(DeviceBlock *));
  --heap->count;
}

static void listAsFree(DeviceBlock **list, DeviceBlock *block) {
  block->previousFree = NULL;
  block->nextFree = *list;
  if (*list)
    (*list)->previousFree = block;
  *list = block;
}

static void unlistAsFree(DeviceBlock **list, DeviceBlock *block) {
  if (block->nextFree)
    block->nextFree->previousFree = block->previousFree;
  if (block->previousFree)
    block->previousFree->nextFree = block->nextFree;
  else
    *list = block->nextFree;
}

/// Makes a block of free suballocations, which is in no list yet.
static DeviceBlock *makeBlock(OnnxopsDevice *device, int64_t suballocationBytes,
                              int64_t suballocationCount,
                              DeviceFailure *failure) {
  DeviceBlock *block = NULL;
  if (reserveBlock(&device->heap))
    block = calloc(1, sizeof(DeviceBlock) +
                          (size_t)suballocationCount * sizeof(Suballocation));
  if (!block) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for a block of %" PRId64
                          " bytes, but there is not enough",
                          device->label,
                          suballocationBytes * suballocationCount);
    return NULL;
  }
  block->bytes = suballocationBytes * suballocationCount;
  block->suballocationBytes = suballocationBytes;
  block->suballocationCount = suballocationCount;
  if (!device->ops->allocate(device, block, failure)) {
    free(block);
    return NULL;
  }
  for (int64_t i = suballocationCount; i-- > 0;) {
    block->suballocations[i] =
        (Suballocation){.next = block->freeSuballocations, .block = block};
    block->freeSuballocations = &block->suballocations[i];
  }
  addBlock(&device->heap, block);
  return block;
}

static void freeBlock(OnnxopsDevice *device, DeviceBlock *block) {
  removeBlock(&device->heap, block);
  device->ops->free(device, block);
  free(block);
}

/// A block with a free suballocation of at least `bytes`.
static DeviceBlock *blockFor(OnnxopsDevice *device, int64_t bytes,
                             DeviceFailure *failure) {
  const int class = classOf(bytes);
  if (class < 0) {
    const int64_t large = bytes + smallestBlock - 1;
    return makeBlock(device, large - large % smallestBlock, 1, failure);
  }
  DeviceBlock **list = &device->heap.blocksWithSpace[class];
  if (*list)
    return *list;
  const int64_t suballocationBytes = (int64_t)onnxopsDeviceAlignment << class;
  const int64_t blockBytes =
      clamp(suballocationBytes * DeviceSuballocationsPerBlock, smallestBlock,
            largestBlock);
  DeviceBlock *block = makeBlock(device, suballocationBytes,
                                 blockBytes / suballocationBytes, failure);
  if (block)
    listAsFree(list, block);
  return block;
}

Suballocation *onnxopsImplSuballocate(OnnxopsDevice *device, int64_t bytes,
                                      const void *owner,
                                      DeviceFailure *failure) {
  if (bytes < 0 || bytes > INT64_MAX / 2) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected a number of bytes that can be "
                          "addressed, but got %" PRId64,
                          device->label, bytes);
    return NULL;
  }
  pthread_mutex_lock(&device->lock);
  DeviceBlock *block = blockFor(device, bytes, failure);
  Suballocation *suballocation = NULL;
  if (block) {
    suballocation = block->freeSuballocations;
    block->freeSuballocations = suballocation->next;
    suballocation->next = suballocation->previous = NULL;
    suballocation->owner = owner;
    ++block->suballocationsUsed;
    if (!block->freeSuballocations && block->suballocationCount > 1)
      unlistAsFree(
          &device->heap.blocksWithSpace[classOf(block->suballocationBytes)],
          block);
  }
  pthread_mutex_unlock(&device->lock);
  return suballocation;
}

void onnxopsImplFreeSuballocation(OnnxopsDevice *device,
                                  Suballocation *suballocation) {
  DeviceBlock *block = suballocation->block;
  pthread_mutex_lock(&device->lock);
  if (block->suballocationCount == 1) {
    freeBlock(device, block);
  } else {
    DeviceBlock **list =
        &device->heap.blocksWithSpace[classOf(block->suballocationBytes)];
    if (!block->freeSuballocations)
      listAsFree(list, block);
    suballocation->owner = NULL;
    suballocation->next = block->freeSuballocations;
    block->freeSuballocations = suballocation;
    --block->suballocationsUsed;
    // One empty block of a class is kept for later allocations.
    bool isOnly = *list == block && !block->nextFree;
    if (block->suballocationsUsed == 0 && !isOnly) {
      unlistAsFree(list, block);
      freeBlock(device, block);
    }
  }
  pthread_mutex_unlock(&device->lock);
}

Suballocation *onnxopsImplFindSuballocation(OnnxopsDevice *device,
                                            const void *data) {
  const uint64_t address = (uintptr_t)data;
  Suballocation *suballocation = NULL;
  pthread_mutex_lock(&device->lock);
  DeviceBlock *block = blockAt(&device->heap, address);
  if (block) {
    const uint64_t inBlock = address - block->address;
    const uint64_t suballocationBytes = (uint64_t)block->suballocationBytes;
    if (inBlock % suballocationBytes == 0 &&
        block->suballocations[inBlock / suballocationBytes].owner)
      suballocation = &block->suballocations[inBlock / suballocationBytes];
  }
  pthread_mutex_unlock(&device->lock);
  return suballocation;
}

const DeviceBlock *onnxopsImplFindBlock(OnnxopsDevice *device, const void *data,
                                        int64_t bytes, DeviceFailure *failure) {
  const uint64_t address = (uintptr_t)data;
  pthread_mutex_lock(&device->lock);
  const DeviceBlock *block = blockAt(&device->heap, address);
  pthread_mutex_unlock(&device->lock);
  if (block && onnxopsImplIsInBlock(block, data, bytes))
    return block;
  onnxopsImplDeviceFail(failure,
                        "%s: expected %" PRId64
                        " bytes of its memory, but got address 0x%" PRIx64,
                        device->label, bytes, address);
  return NULL;
}

void onnxopsImplHeapDestroy(OnnxopsDevice *device) {
  while (device->heap.count > 0)
    freeBlock(device, device->heap.blocks[device->heap.count - 1]);
  free(device->heap.blocks);
}
