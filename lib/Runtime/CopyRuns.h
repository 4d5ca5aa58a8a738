/*===- CopyRuns.h - the loops that copy runs ------------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Contiguous bytes: long runs use memcpy, short ones a few loads and stores of
 * a constant size; data larger than the caches is written in whole lines by
 * non-temporal stores. A part of CopyUnits.c, which compiles it for several
 * targets.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_COPYRUNS_H
#define ONNXOPS_LIB_RUNTIME_COPYRUNS_H

#include "Copy.h"

#include <string.h>

/// Inlined into each target's variant of the loops.
#define INLINE static inline __attribute__((always_inline))

enum {
  BlockPages = 4,
  BlockBytes = BlockPages * PageBytes, ///< of a long run: a unit of work
  LinesAtOnce = 4,                     ///< loaded together and then stored
  MemcpyRun = 512,                     ///< bytes from which on memcpy is faster
  CachedRows = 8, ///< short rows copied to one segment at a time
  StagedRows =
      64 ///< the same when streaming: rows of any size fill whole lines
};

INLINE int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

/// Copies `size` bytes, step <= size <= 2 * step, by two moves that may
/// overlap.
#define COPY_ENDS(step)                                                        \
  do {                                                                         \
    char head[step], tail[step];                                               \
    memcpy(head, from, step);                                                  \
    memcpy(tail, from + size - (step), step);                                  \
    memcpy(to, head, step);                                                    \
    memcpy(to + size - (step), tail, step);                                    \
  } while (false)

/// Copies a run of less than MemcpyRun bytes without a call.
INLINE void copyShortRun(char *to, const char *from, int64_t size) {
  for (; size > 2 * LineBytes; size -= LineBytes) {
    memcpy(to, from, LineBytes);
    to += LineBytes;
    from += LineBytes;
  }
  if (size >= LineBytes)
    COPY_ENDS(LineBytes);
  else if (size >= 32)
    COPY_ENDS(32);
  else if (size >= 16)
    COPY_ENDS(16);
  else if (size >= 8)
    COPY_ENDS(8);
  else if (size >= 4)
    COPY_ENDS(4);
  else if (size >= 2)
    COPY_ENDS(2);
  else if (size == 1)
    *to = *from;
}

/// The same for code that runs once per run, where a call is cheaper than
/// inlined code.
__attribute__((noinline)) static void copyEnd(char *to, const char *from,
                                              int64_t size) {
  copyShortRun(to, from, size);
}

typedef char Line __attribute__((vector_size(LineBytes)));

INLINE Line loadLine(const char *from) {
  Line line;
  memcpy(&line, from, LineBytes);
  return line;
}

/// Stores a line to an aligned address, non-temporally if the target can.
INLINE void streamLine(char *to, Line line) {
#if __has_builtin(__builtin_nontemporal_store)
  __builtin_nontemporal_store(line, (Line *)(void *)to);
#else
  *(Line *)(void *)to = line;
#endif
}

/// Copies LinesAtOnce lines. All are loaded before the first is stored: loads
/// between the stores would leave the write-combining buffers half full.
INLINE void streamLines(char *to, const char *from) {
  const Line first = loadLine(from), second = loadLine(from + LineBytes),
             third = loadLine(from + 2 * LineBytes),
             last = loadLine(from + 3 * LineBytes);
  streamLine(to, first);
  streamLine(to + LineBytes, second);
  streamLine(to + 2 * LineBytes, third);
  streamLine(to + 3 * LineBytes, last);
}

/// The same by stores through the caches.
INLINE void copyLines(char *to, const char *from) {
  const Line first = loadLine(from), second = loadLine(from + LineBytes),
             third = loadLine(from + 2 * LineBytes),
             last = loadLine(from + 3 * LineBytes);
  memcpy(to, &first, LineBytes);
  memcpy(to + LineBytes, &second, LineBytes);
  memcpy(to + 2 * LineBytes, &third, LineBytes);
  memcpy(to + 3 * LineBytes, &last, LineBytes);
}

/// Copies a multiple of LinesAtOnce lines.
INLINE void copyWholeLines(char *to, const char *from, int64_t size) {
  enum { Step = LinesAtOnce * LineBytes };
  for (; size >= Step; size -= Step) {
    copyLines(to, from);
    to += Step;
    from += Step;
  }
}

/// Copies a block to an aligned address, four pages at once: memory has more
/// rows open, and the prefetchers of several pages are at work.
INLINE void streamBlock(char *to, const char *from) {
  enum { Step = LinesAtOnce * LineBytes };
  for (int64_t at = 0; at < PageBytes; at += Step)
    for (int64_t page = 0; page < BlockBytes; page += PageBytes)
      streamLines(to + page + at, from + page + at);
}

/// Copies whole lines to an aligned address, in order or many pages at once.
INLINE void streamWholeLines(char *to, const char *from, int64_t size,
                             bool isInOrder) {
  enum { Step = LinesAtOnce * LineBytes };
  for (; !isInOrder && size >= BlockBytes; size -= BlockBytes) {
    streamBlock(to, from);
    to += BlockBytes;
    from += BlockBytes;
  }
  for (; size >= Step; size -= Step) {
    streamLines(to, from);
    to += Step;
    from += Step;
  }
  for (; size >= LineBytes; size -= LineBytes) {
    streamLine(to, loadLine(from));
    to += LineBytes;
    from += LineBytes;
  }
}

/// The number of bytes before the next line begins.
INLINE int64_t bytesToLine(const void *address) {
  return -(intptr_t)address & (LineBytes - 1);
}

/// Copies a run by non-temporal stores; ends that are not whole lines are
/// stored as usual.
INLINE void streamRun(char *to, const char *from, int64_t size,
                      bool isInOrder) {
  int64_t head = bytesToLine(to);
  if (head > size)
    head = size;
  int64_t tail = (size - head) & (LineBytes - 1);
  if (head > 0)
    copyEnd(to, from, head);
  streamWholeLines(to + head, from + head, size - head - tail, isInOrder);
  if (tail > 0)
    copyEnd(to + size - tail, from + size - tail, tail);
}

INLINE void copyRun(char *to, const char *from, int64_t size) {
  if (size >= MemcpyRun)
    memcpy(to, from, (size_t)size);
  else
    copyShortRun(to, from, size);
}

/// Copies blocks `begin` to `end` of segments of one run each. A segment has
/// `blocks` of them, the last one possibly shorter.
INLINE void copyBlocks(const CopyBatch *batch, int64_t blocks, int64_t begin,
                       int64_t end) {
  while (begin < end) {
    const CopySegment *segment = &batch->segments[begin / blocks];
    int64_t first = begin % blocks;
    int64_t count = blocks - first < end - begin ? blocks - first : end - begin;
    int64_t from = first * BlockBytes, to = from + count * BlockBytes;
    if (to > segment->runBytes)
      to = segment->runBytes;
    if (from < to && batch->isStreaming)
      streamRun(segment->to + from, segment->from + from, to - from,
                batch->isInOrder);
    else if (from < to)
      copyRun(segment->to + from, segment->from + from, to - from);
    begin += count;
  }
}

#endif // ONNXOPS_LIB_RUNTIME_COPYRUNS_H
