/*===- CallMemory.c - blocks that end with a call -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every block that a call allocates has a link in front, in a circular list
 * whose head is in the context: freeing one block is O(1), and the failing
 * exit of compiled code frees them all without knowing them. Large ones stay
 * with the context for the next call: to touch fresh pages costs several times
 * what is done with them. A context never keeps more than what a call has had
 * at one time, and a spare block that does not fit goes before a new one comes.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONNXOPS_SANITIZE_ADDRESS 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(ONNXOPS_SANITIZE_ADDRESS)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(address, size) ((void)(address), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(address, size)                             \
  ((void)(address), (void)(size))
#endif

enum {
  SpareBytes = 64 << 10, ///< of the smallest block that is kept
  SpareLimit = 16        ///< as they are searched one by one
};

/// The data of a block begins one alignment after its link.
static void *dataOf(Allocation *allocation) {
  return (char *)allocation + onnxopsAlignment;
}

static void freeSpare(OnnxopsContext *context, Allocation **spare) {
  Allocation *next = (*spare)->next;
  ASAN_UNPOISON_MEMORY_REGION(dataOf(*spare), (size_t)(*spare)->capacity);
  free(*spare);
  *spare = next;
  --context->spareCount;
}

static void freeSpares(OnnxopsContext *context) {
  while (context->spares)
    freeSpare(context, &context->spares);
}

/// Takes out a spare block that `bytes` fit and do not leave a large part of.
static Allocation *takeSpare(OnnxopsContext *context, int64_t bytes) {
  for (Allocation **at = &context->spares; *at; at = &(*at)->next) {
    Allocation *spare = *at;
    if (spare->capacity < bytes || spare->capacity - bytes > bytes / 4)
      continue;
    *at = spare->next;
    --context->spareCount;
    // As if it were new, with the bounds that were asked for.
    ASAN_UNPOISON_MEMORY_REGION(dataOf(spare), (size_t)bytes);
    return spare;
  }
  return NULL;
}

/// Takes a block out of the list, and keeps it if it is large or frees it.
static void unlinkBlock(OnnxopsContext *context, Allocation *allocation) {
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  if (allocation->capacity < SpareBytes || context->spareCount == SpareLimit) {
    ASAN_UNPOISON_MEMORY_REGION(dataOf(allocation),
                                (size_t)allocation->capacity);
    free(allocation);
    return;
  }
  ASAN_POISON_MEMORY_REGION(dataOf(allocation), (size_t)allocation->capacity);
  allocation->call = context->call;
  allocation->next = context->spares;
  context->spares = allocation;
  ++context->spareCount;
}

static Allocation *newBlock(OnnxopsContext *context, int64_t bytes) {
  _Static_assert(sizeof(Allocation) <= onnxopsAlignment,
                 "a link fits in front of aligned data");
  if (bytes >= SpareBytes) {
    Allocation *spare = takeSpare(context, bytes);
    if (spare)
      return spare;
    freeSpares(context);
  }
  Allocation *allocation =
      onnxopsImplAlignedAlloc(onnxopsAlignment + (size_t)bytes);
  if (allocation)
    allocation->capacity = bytes;
  return allocation;
}

void *onnxopsImplListedAlloc(OnnxopsContext *context, int64_t bytes) {
  Allocation *allocation = newBlock(context, bytes);
  if (!allocation)
    return NULL;
  Allocation *head = &context->allocations;
  allocation->previous = head;
  allocation->next = head->next;
  head->next->previous = allocation;
  head->next = allocation;
  return dataOf(allocation);
}

void onnxopsRtFree(OnnxopsContext *context, void *data) {
  if (data && context && context->device)
    onnxopsImplFreeOnDevice(context, data);
  else if (data)
    unlinkBlock(context,
                (Allocation *)(void *)((char *)data - onnxopsAlignment));
}

void onnxopsImplEndAllocations(OnnxopsContext *context) {
  while (context->allocations.next != &context->allocations)
    unlinkBlock(context, context->allocations.next);
  for (Allocation **at = &context->spares; *at;)
    if ((*at)->call != context->call)
      freeSpare(context, at);
    else
      at = &(*at)->next;
  ++context->call;
}

void onnxopsImplFreeAllocations(OnnxopsContext *context) {
  onnxopsImplEndAllocations(context);
  freeSpares(context);
}
