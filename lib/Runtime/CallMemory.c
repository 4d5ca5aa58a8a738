/*===- CallMemory.c - blocks that end with a call -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every block that a call allocates begins with a link, in a circular list
 * whose head is in the context: freeing one block is O(1), and the failing exit
 * of compiled code frees them all without naming them. Large blocks stay cached
 * in the context for the next call, since touching fresh pages costs several
 * times the work done on them. A context never keeps more than a call has had
 * at one time: cached blocks that do not fit are freed before a new one is
 * allocated. The arena's first block stays cached as well, since allocating and
 * freeing it takes 0.1 us, more than a small call.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "Poison.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  CachedBytes = 64 << 10, ///< bytes of the smallest large block
  CachedLimit = 16,       ///< low, since the list is searched linearly
  FirstArenaBytes = 1 << 10,
  LastArenaBytes = 32 << 10
};

/// Whether blocks of this size stay cached for the next call.
static bool isCached(int64_t bytes) {
  return bytes >= CachedBytes || bytes == FirstArenaBytes;
}

/// The data of a block begins one alignment unit after its link.
static void *dataOf(Allocation *allocation) {
  return (char *)allocation + onnxopsAlignment;
}

static void freeCachedBlock(OnnxopsContext *context, Allocation **cached) {
  Allocation *next = (*cached)->next;
  ASAN_UNPOISON_MEMORY_REGION(dataOf(*cached), (size_t)(*cached)->capacity);
  free(*cached);
  *cached = next;
  --context->cachedBlockCount;
}

static void freeCachedBlocks(OnnxopsContext *context) {
  while (context->cachedBlocks)
    freeCachedBlock(context, &context->cachedBlocks);
}

/// Takes a cached block that fits `bytes` without wasting a large part of it.
static Allocation *takeCachedBlock(OnnxopsContext *context, int64_t bytes) {
  for (Allocation **at = &context->cachedBlocks; *at; at = &(*at)->next) {
    Allocation *cached = *at;
    if (cached->capacity < bytes || cached->capacity - bytes > bytes / 4)
      continue;
    *at = cached->next;
    --context->cachedBlockCount;
    // Accessible like a new block of the requested size.
    ASAN_UNPOISON_MEMORY_REGION(dataOf(cached), (size_t)bytes);
    return cached;
  }
  return NULL;
}

/// Removes a block from the list, and frees it unless it may be kept and stays
/// cached.
static void unlinkBlock(OnnxopsContext *context, Allocation *allocation,
                        bool mayBeKept) {
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  if (!mayBeKept || !isCached(allocation->capacity) ||
      context->cachedBlockCount == CachedLimit) {
    ASAN_UNPOISON_MEMORY_REGION(dataOf(allocation),
                                (size_t)allocation->capacity);
    free(allocation);
    return;
  }
  ASAN_POISON_MEMORY_REGION(dataOf(allocation), (size_t)allocation->capacity);
  allocation->call = context->call;
  allocation->next = context->cachedBlocks;
  context->cachedBlocks = allocation;
  ++context->cachedBlockCount;
}

static Allocation *newBlock(OnnxopsContext *context, int64_t bytes) {
  _Static_assert(sizeof(Allocation) <= onnxopsAlignment,
                 "a link fits in front of aligned data");
  Allocation *cached = isCached(bytes) ? takeCachedBlock(context, bytes) : NULL;
  if (cached)
    return cached;
  if (bytes >= CachedBytes)
    freeCachedBlocks(context);
  Allocation *allocation =
      onnxopsImplAlignedAlloc(onnxopsAlignment + (size_t)bytes);
  if (allocation)
    allocation->capacity = bytes;
  return allocation;
}

/*===--------------------------------------------------------------------===*
 * The memory limit of a call
 *===--------------------------------------------------------------------===*/

void onnxopsImplRecordCancelled(OnnxopsContext *context) {
  onnxopsImplRecord(context, "the call was cancelled");
}

bool onnxopsImplCharge(OnnxopsContext *context, int64_t bytes) {
  if (!onnxopsImplGoesOn(context))
    return false;
  const bool isThere = bytes <= context->memoryLeft;
  context->isOverLimit = !isThere && context->memoryLimit != INT64_MAX;
  if (isThere)
    context->memoryLeft -= bytes;
  return isThere;
}

const char *onnxopsImplWhyNoMemory(const OnnxopsContext *context, Label *text) {
  if (!context->isOverLimit)
    return "there is not enough";
  snprintf(text->text, sizeof(text->text),
           "that is over the limit of %" PRId64 " bytes for a call",
           context->memoryLimit);
  return text->text;
}

/*===--------------------------------------------------------------------===*
 * Blocks of any size
 *===--------------------------------------------------------------------===*/

static void *allocBlock(OnnxopsContext *context, int64_t bytes) {
  Allocation *allocation = newBlock(context, bytes);
  if (!allocation)
    return NULL;
  context->memoryLeft -= allocation->capacity - bytes; // of a cached one
  Allocation *head = &context->allocations;
  allocation->previous = head;
  allocation->next = head->next;
  head->next->previous = allocation;
  head->next = allocation;
  return dataOf(allocation);
}

void *onnxopsImplListedAlloc(OnnxopsContext *context, int64_t bytes) {
  if (bytes > SmallBytes)
    return onnxopsImplCharge(context, bytes) ? allocBlock(context, bytes)
                                             : NULL;
  // Rounded up, so that freeing the block credits the same amount.
  bytes = bytes < 8 ? 8 : (bytes + 7) & ~(int64_t)7;
  return onnxopsImplCharge(context, bytes)
             ? onnxopsImplTakeSmall(context, bytes)
             : NULL;
}

void *onnxopsImplArenaAlloc(OnnxopsContext *context, int64_t bytes) {
  Arena *arena = &context->arena;
  if (!onnxopsImplCharge(context, bytes))
    return NULL;
  bytes = (bytes + 7) & ~(int64_t)7;
  if (bytes > arena->left) {
    if (arena->nextBytes < FirstArenaBytes)
      arena->nextBytes = FirstArenaBytes;
    // A large request does not waste the rest of the block.
    if (bytes > arena->nextBytes / 4)
      return allocBlock(context, bytes);
    arena->cursor = allocBlock(context, arena->nextBytes);
    arena->left = arena->cursor ? arena->nextBytes : 0;
    if (!arena->cursor)
      return NULL;
    if (arena->nextBytes < LastArenaBytes)
      arena->nextBytes *= 2;
  }
  void *data = arena->cursor;
  arena->cursor += bytes;
  arena->left -= bytes;
  return data;
}

static bool isSmall(const void *data) {
  return (uintptr_t)data % onnxopsAlignment != 0;
}

void onnxopsImplFreeListed(OnnxopsContext *context, void *data,
                           bool mayBeKept) {
  if (isSmall(data)) {
    context->memoryLeft += onnxopsImplGiveSmall(context, data);
  } else {
    Allocation *block = (Allocation *)(void *)((char *)data - onnxopsAlignment);
    context->memoryLeft += block->capacity;
    unlinkBlock(context, block, mayBeKept);
  }
}

void onnxopsRtFree(OnnxopsContext *context, void *data) {
  if (data && context && context->device)
    onnxopsImplFreeOnDevice(context, data);
  else if (data && context)
    onnxopsImplFreeListed(context, data, /*mayBeKept=*/true);
}

void onnxopsImplEndAllocations(OnnxopsContext *context) {
  context->arena = (Arena){0};
  if (context->keptSizes | context->usedSizes)
    onnxopsImplEndSmall(context);
  while (context->allocations.next != &context->allocations)
    unlinkBlock(context, context->allocations.next, /*mayBeKept=*/true);
  for (Allocation **at = &context->cachedBlocks; *at;)
    if ((*at)->call != context->call)
      freeCachedBlock(context, at);
    else
      at = &(*at)->next;
  ++context->call;
}

void onnxopsImplFreeAllocations(OnnxopsContext *context) {
  onnxopsImplEndAllocations(context);
  onnxopsImplEndSmall(context); // now all pages count as unused
  freeCachedBlocks(context);
}
