/*===- SmallBlocks.c - small blocks that end with a call ------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A loop may append ten million elements of eight bytes each, so that small
 * blocks have no header: their metadata is at the start of the page, which is
 * found from the address. A page stays with the context as long as each call
 * uses blocks of its size.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200112L

#include "Context.h"
#include "Poison.h"

#include <stdlib.h>
#include <string.h>

/// The header of a page.
typedef struct SmallPage {
  struct SmallPage *next;
  int64_t blockBytes;
} SmallPage;

enum {
  PageAlignment = 4096,
  PageBytes =
      PageAlignment - 32 ///< leaves space for the C library's next header
};

/// The first position for a block at or behind `cursor`.
static char *placeAt(char *cursor) {
  return (uintptr_t)cursor % onnxopsAlignment ? cursor : cursor + 8;
}

static char *firstPlace(SmallPage *page) { return placeAt((char *)(page + 1)); }

static SmallPage *pageOf(const void *data) {
  return (SmallPage *)((uintptr_t)data & ~(uintptr_t)(PageAlignment - 1));
}

static bool makePage(SmallBlocks *blocks, int64_t blockBytes) {
  void *data = NULL;
  if (posix_memalign(&data, PageAlignment, PageBytes))
    return false;
  SmallPage *page = data;
  *page = (SmallPage){blocks->pages, blockBytes};
  blocks->pages = page;
  blocks->cursor = firstPlace(page);
  ASAN_POISON_MEMORY_REGION(page + 1, PageBytes - sizeof(SmallPage));
  return true;
}

void *onnxopsImplTakeSmall(OnnxopsContext *context, int64_t bytes) {
  const int64_t size = bytes > 0 ? (bytes - 1) / 8 : 0;
  const int64_t blockBytes = 8 * (size + 1);
  SmallBlocks *blocks = &context->small[size];
  context->usedSizes |= 1u << size;
  void *data = blocks->freed;
  if (data) {
    ASAN_UNPOISON_MEMORY_REGION(data, sizeof(void *));
    memcpy(&blocks->freed, data, sizeof(void *));
  } else {
    if ((!blocks->pages ||
         blocks->cursor + blockBytes > (char *)blocks->pages + PageBytes) &&
        !makePage(blocks, blockBytes))
      return NULL;
    context->keptSizes |= 1u << size;
    data = blocks->cursor;
    blocks->cursor = placeAt(blocks->cursor + blockBytes);
  }
  ASAN_POISON_MEMORY_REGION(data, (size_t)blockBytes);
  ASAN_UNPOISON_MEMORY_REGION(data, (size_t)bytes);
  return data;
}

int64_t onnxopsImplGiveSmall(OnnxopsContext *context, void *data) {
  const int64_t blockBytes = pageOf(data)->blockBytes;
  SmallBlocks *blocks = &context->small[blockBytes / 8 - 1];
  ASAN_UNPOISON_MEMORY_REGION(data, sizeof(void *));
  memcpy(data, &blocks->freed, sizeof(void *));
  ASAN_POISON_MEMORY_REGION(data, (size_t)blockBytes);
  blocks->freed = data;
  return blockBytes;
}

/// Frees the pages except one, or all.
static void freePages(SmallBlocks *blocks, bool keepsOne) {
  SmallPage *page = blocks->pages;
  blocks->freed = NULL;
  blocks->pages = keepsOne ? page : NULL;
  if (keepsOne) {
    SmallPage *others = page->next;
    page->next = NULL;
    blocks->cursor = firstPlace(page);
    ASAN_POISON_MEMORY_REGION(page + 1, PageBytes - sizeof(SmallPage));
    page = others;
  }
  while (page) {
    SmallPage *next = page->next;
    ASAN_UNPOISON_MEMORY_REGION(page, PageBytes);
    free(page);
    page = next;
  }
}

void onnxopsImplEndSmall(OnnxopsContext *context) {
  for (uint32_t sizes = context->keptSizes; sizes; sizes &= sizes - 1) {
    const int size = __builtin_ctz(sizes);
    freePages(&context->small[size], context->usedSizes >> size & 1);
  }
  context->keptSizes &= context->usedSizes;
  context->usedSizes = 0;
}
