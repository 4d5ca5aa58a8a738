/*===- Heap.c - device memory in parts ------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Drivers allocate slowly, and some of them only a few thousand times. So a
 * large tensor has a block of its own, and small ones share blocks of equal
 * cells. What describes them is in host memory: nothing here reads the
 * device's.
 *
 *===--------------------------------------------------------------------===*/

#include "Device.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// Bytes of the largest cell that shares a block, and of the largest such
/// block.
static const int64_t largestCell = (int64_t)onnxopsDeviceAlignment
                                   << (DeviceClassCount - 1);
static const int64_t smallestBlock = 64 << 10, largestBlock = 16 << 20;

static int64_t clamp(int64_t value, int64_t low, int64_t high) {
  return value < low ? low : value > high ? high : value;
}

/// The class of cells that `bytes` fit, -1 for a block of their own.
static int classOf(int64_t bytes) {
  if (bytes > largestCell)
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

/// Makes a block of free cells, which is in no list yet.
static DeviceBlock *makeBlock(OnnxopsDevice *device, int64_t cellBytes,
                              int64_t cellCount, DeviceFailure *failure) {
  DeviceBlock *block = NULL;
  if (reserveBlock(&device->heap))
    block =
        calloc(1, sizeof(DeviceBlock) + (size_t)cellCount * sizeof(DeviceCell));
  if (!block) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for a block of %" PRId64
                          " bytes, but there is not enough",
                          device->label, cellBytes * cellCount);
    return NULL;
  }
  block->bytes = cellBytes * cellCount;
  block->cellBytes = cellBytes;
  block->cellCount = cellCount;
  if (!device->ops->allocate(device, block, failure)) {
    free(block);
    return NULL;
  }
  for (int64_t i = cellCount; i-- > 0;) {
    block->cells[i] = (DeviceCell){.next = block->freeCells, .block = block};
    block->freeCells = &block->cells[i];
  }
  addBlock(&device->heap, block);
  return block;
}

static void freeBlock(OnnxopsDevice *device, DeviceBlock *block) {
  removeBlock(&device->heap, block);
  device->ops->free(device, block);
  free(block);
}

/// A block with a free cell for `bytes`.
static DeviceBlock *blockFor(OnnxopsDevice *device, int64_t bytes,
                             DeviceFailure *failure) {
  const int class = classOf(bytes);
  if (class < 0) {
    const int64_t large = bytes + smallestBlock - 1;
    return makeBlock(device, large - large % smallestBlock, 1, failure);
  }
  DeviceBlock **list = &device->heap.withFreeCells[class];
  if (*list)
    return *list;
  const int64_t cellBytes = (int64_t)onnxopsDeviceAlignment << class;
  const int64_t blockBytes =
      clamp(cellBytes * DeviceCellsPerBlock, smallestBlock, largestBlock);
  DeviceBlock *block =
      makeBlock(device, cellBytes, blockBytes / cellBytes, failure);
  if (block)
    listAsFree(list, block);
  return block;
}

DeviceCell *onnxopsImplTakeCell(OnnxopsDevice *device, int64_t bytes,
                                const void *owner, DeviceFailure *failure) {
  if (bytes < 0 || bytes > INT64_MAX / 2) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected a number of bytes that can be "
                          "addressed, but got %" PRId64,
                          device->label, bytes);
    return NULL;
  }
  pthread_mutex_lock(&device->lock);
  DeviceBlock *block = blockFor(device, bytes, failure);
  DeviceCell *cell = NULL;
  if (block) {
    cell = block->freeCells;
    block->freeCells = cell->next;
    cell->next = cell->previous = NULL;
    cell->owner = owner;
    ++block->cellsUsed;
    if (!block->freeCells && block->cellCount > 1)
      unlistAsFree(&device->heap.withFreeCells[classOf(block->cellBytes)],
                   block);
  }
  pthread_mutex_unlock(&device->lock);
  return cell;
}

void onnxopsImplGiveCell(OnnxopsDevice *device, DeviceCell *cell) {
  DeviceBlock *block = cell->block;
  pthread_mutex_lock(&device->lock);
  if (block->cellCount == 1) {
    freeBlock(device, block);
  } else {
    DeviceBlock **list = &device->heap.withFreeCells[classOf(block->cellBytes)];
    if (!block->freeCells)
      listAsFree(list, block);
    cell->owner = NULL;
    cell->next = block->freeCells;
    block->freeCells = cell;
    --block->cellsUsed;
    // One empty block of a class stays for what comes next.
    bool isOnly = *list == block && !block->nextFree;
    if (block->cellsUsed == 0 && !isOnly) {
      unlistAsFree(list, block);
      freeBlock(device, block);
    }
  }
  pthread_mutex_unlock(&device->lock);
}

DeviceCell *onnxopsImplFindCell(OnnxopsDevice *device, const void *data) {
  const uint64_t address = (uintptr_t)data;
  DeviceCell *cell = NULL;
  pthread_mutex_lock(&device->lock);
  DeviceBlock *block = blockAt(&device->heap, address);
  if (block) {
    const uint64_t inBlock = address - block->address;
    const uint64_t cellBytes = (uint64_t)block->cellBytes;
    if (inBlock % cellBytes == 0 && block->cells[inBlock / cellBytes].owner)
      cell = &block->cells[inBlock / cellBytes];
  }
  pthread_mutex_unlock(&device->lock);
  return cell;
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
