/*===- CopyRows.h - the loops that copy rows of runs ---------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Copies of runs that strides keep apart: several rows of a segment at a time
 * if runs are short, all segments of a row otherwise. A part of CopyUnits.c,
 * which compiles it for several targets.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_COPYROWS_H
#define ONNXOPS_LIB_RUNTIME_COPYROWS_H

#include "CopyRuns.h"

/// A position in the rows of a layout, and the offset of its run from the
/// first.
typedef struct RowWalk {
  const CopyLayout *layout;
  int64_t offset;
  int64_t indices[ONNXOPS_MAX_RANK];
} RowWalk;

INLINE RowWalk walkFrom(const CopyLayout *layout, int64_t row) {
  RowWalk walk;
  walk.layout = layout;
  walk.offset = 0;
  for (int64_t i = layout->rank; i-- > 0;) {
    walk.indices[i] = row % layout->sizes[i];
    walk.offset += walk.indices[i] * layout->strides[i];
    row /= layout->sizes[i];
  }
  return walk;
}

/// Advances to the next row. Returns the offset of the current one.
INLINE int64_t nextRow(RowWalk *walk) {
  const CopyLayout *layout = walk->layout;
  int64_t offset = walk->offset;
  for (int64_t i = layout->rank; i-- > 0;) {
    walk->offset += layout->strides[i];
    if (++walk->indices[i] < layout->sizes[i])
      break;
    walk->offset -= walk->indices[i] * layout->strides[i];
    walk->indices[i] = 0;
  }
  return offset;
}

/// Copies a run from each of `count` offsets. Inlined for every `size` that is
/// a constant.
INLINE void copyRowsOf(int64_t size, char *to, const char *from,
                       const int64_t *offsets, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    memcpy(to + i * size, from + offsets[i], (size_t)size);
}

/// The same for runs of `step`, a constant, to twice that: by two moves each
/// that may overlap.
INLINE void copyRowsByEnds(int64_t step, int64_t size, char *to,
                           const char *from, const int64_t *offsets,
                           int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    char head[LineBytes / 2], tail[LineBytes / 2];
    const char *run = from + offsets[i];
    memcpy(head, run, (size_t)step);
    memcpy(tail, run + size - step, (size_t)step);
    memcpy(to + i * size, head, (size_t)step);
    memcpy(to + i * size + size - step, tail, (size_t)step);
  }
}

/// Copies rows of runs that are shorter than a line.
INLINE void copyShortRows(int64_t size, char *to, const char *from,
                          const int64_t *offsets, int64_t count) {
  switch (size) {
  case 1:
    return copyRowsOf(1, to, from, offsets, count);
  case 2:
    return copyRowsOf(2, to, from, offsets, count);
  case 4:
    return copyRowsOf(4, to, from, offsets, count);
  case 8:
    return copyRowsOf(8, to, from, offsets, count);
  case 16:
    return copyRowsOf(16, to, from, offsets, count);
  case 32:
    return copyRowsOf(32, to, from, offsets, count);
  default:
    break;
  }
  if (size > 32)
    copyRowsByEnds(32, size, to, from, offsets, count);
  else if (size > 16)
    copyRowsByEnds(16, size, to, from, offsets, count);
  else if (size > 8)
    copyRowsByEnds(8, size, to, from, offsets, count);
  else if (size > 4)
    copyRowsByEnds(4, size, to, from, offsets, count);
  else
    copyRowsByEnds(2, size, to, from, offsets, count);
}

/// Copies a few rows of a segment with runs shorter than a line. `to` is the
/// target of the first one.
INLINE void copyRowsOfSegment(const CopySegment *segment, char *to,
                              const int64_t *offsets, int64_t count,
                              const CopyBatch *batch) {
  const int64_t size = segment->runBytes;
  if (!batch->isStreaming || bytesToLine(to) > 0) {
    copyShortRows(size, to, segment->from, offsets, count);
    return;
  }
  _Alignas(LineBytes) char stage[StagedRows * LineBytes];
  copyShortRows(size, stage, segment->from, offsets, count);
  streamRun(to, stage, count * size, batch->isInOrder);
}

/// Copies rows of runs shorter than a line: some rows of one segment, then the
/// same rows of the next, so that the lines of all are complete before they
/// leave the cache.
INLINE void copyShortRowsInterleaved(const CopyBatch *batch, int64_t begin,
                                     int64_t end) {
  const int64_t atOnce = batch->isStreaming ? StagedRows : CachedRows;
  int64_t offsets[StagedRows];
  RowWalk walk = walkFrom(&batch->layout, begin);
  while (begin < end) {
    // Up to a multiple, where lines of the copies begin.
    int64_t count = atOnce - begin % atOnce;
    if (count > end - begin)
      count = end - begin;
    for (int64_t i = 0; i < count; ++i)
      offsets[i] = nextRow(&walk);
    for (int64_t i = 0; i < batch->count; ++i) {
      const CopySegment *segment = &batch->segments[i];
      copyRowsOfSegment(segment, segment->to + begin * segment->runBytes,
                        offsets, count, batch);
    }
    begin += count;
  }
}

/// Streams one of the rows from `begin` to `end`, of at least a line. The row
/// before has completed the line in which this one begins, and this one
/// completes the line in which it ends with the start of the next row.
INLINE void streamRow(const CopySegment *segment, int64_t row, int64_t begin,
                      int64_t end, int64_t offset, int64_t nextOffset,
                      bool isInOrder) {
  const int64_t size = segment->runBytes;
  char *to = segment->to + row * size;
  const char *from = segment->from + offset;
  int64_t head = bytesToLine(to), tail = (size - head) & (LineBytes - 1);
  streamWholeLines(to + head, from + head, size - head - tail, isInOrder);
  if (head > 0 && row == begin)
    copyEnd(to, from, head);
  if (tail == 0)
    return;
  if (row + 1 == end) {
    copyEnd(to + size - tail, from + size - tail, tail);
    return;
  }
  _Alignas(LineBytes) char line[LineBytes];
  copyEnd(line, from + size - tail, tail);
  copyEnd(line + tail, segment->from + nextOffset, LineBytes - tail);
  streamLine(to + size - tail, loadLine(line));
}

/// Copies one of the rows from `begin` to `end`, of at least a line.
INLINE void copyRow(const CopyBatch *batch, const CopySegment *segment,
                    int64_t row, int64_t begin, int64_t end, int64_t offset,
                    int64_t nextOffset) {
  const int64_t size = segment->runBytes;
  if (batch->isStreaming && size >= LineBytes)
    streamRow(segment, row, begin, end, offset, nextOffset, batch->isInOrder);
  else
    copyRun(segment->to + row * size, segment->from + offset, size);
}

/// Whether every row of every segment consists of whole lines.
INLINE bool isWholeLines(const CopyBatch *batch) {
  int64_t odd = 0;
  for (int64_t i = 0; i < batch->count; ++i)
    odd |= batch->segments[i].runBytes | (intptr_t)batch->segments[i].to;
  return (odd & (LineBytes - 1)) == 0;
}

/// Consecutive rows, given by their offsets.
typedef struct RowBlock {
  int64_t count;
  int64_t offsets[StagedRows];
} RowBlock;

/// The next `count` rows.
INLINE RowBlock nextRows(RowWalk *walk, int64_t count) {
  RowBlock block;
  block.count = count;
  for (int64_t i = 0; i < count; ++i)
    block.offsets[i] = nextRow(walk);
  return block;
}

/// Copies whole lines by non-temporal stores, and prefetches as many from
/// `next`.
INLINE void streamAndFetch(char *to, const char *from, const char *next,
                           int64_t size) {
  enum { Step = LinesAtOnce * LineBytes };
  for (; size >= Step; size -= Step) {
    for (int64_t at = 0; at < Step; at += LineBytes)
      __builtin_prefetch(next + at);
    streamLines(to, from);
    to += Step;
    from += Step;
    next += Step;
  }
  for (; size > 0; size -= LineBytes) {
    __builtin_prefetch(next);
    streamLine(to, loadLine(from));
    to += LineBytes;
    from += LineBytes;
    next += LineBytes;
  }
}

/// Streams rows of a segment that consist of whole lines, and prefetches the
/// same number of the rows that follow.
INLINE void streamRowsOfSegment(const CopySegment segment, char *to,
                                const RowBlock *rows,
                                const RowBlock *nextRows) {
  int64_t i = 0;
  for (; i < nextRows->count; ++i)
    streamAndFetch(to + i * segment.runBytes, segment.from + rows->offsets[i],
                   segment.from + nextRows->offsets[i], segment.runBytes);
  for (; i < rows->count; ++i)
    streamWholeLines(to + i * segment.runBytes, segment.from + rows->offsets[i],
                     segment.runBytes, /*isInOrder=*/true);
}

/// Streams rows that consist of whole lines, in the order in which they are
/// read.
INLINE void streamLinesInOrder(const CopyBatch *batch, int64_t begin,
                               int64_t end) {
  RowWalk walk = walkFrom(&batch->layout, begin);
  for (int64_t row = begin; row < end; ++row) {
    const int64_t offset = nextRow(&walk);
    for (int64_t i = 0; i < batch->count; ++i) {
      const CopySegment *segment = &batch->segments[i];
      streamWholeLines(segment->to + row * segment->runBytes,
                       segment->from + offset, segment->runBytes,
                       /*isInOrder=*/true);
    }
  }
}

/// Streams rows that consist of whole lines: about a page of each segment at a
/// time, which memory takes faster than scattered lines. Hardware prefetchers
/// do not predict these reads, so that the next block of rows is prefetched.
INLINE void streamLinesInterleaved(const CopyBatch *batch, int64_t begin,
                                   int64_t end) {
  const int64_t atOnce = PageBytes / batch->longestRun;
  RowWalk walk = walkFrom(&batch->layout, begin);
  RowBlock rows = nextRows(&walk, smaller(atOnce, end - begin));
  while (rows.count > 0) {
    const int64_t next = begin + rows.count;
    const RowBlock ahead = nextRows(&walk, smaller(atOnce, end - next));
    for (int64_t i = 0; i < batch->count; ++i) {
      const CopySegment segment = batch->segments[i];
      streamRowsOfSegment(segment, segment.to + begin * segment.runBytes, &rows,
                          &ahead);
    }
    begin = next;
    rows = ahead;
  }
}

/// Copies rows of runs of some lines, interleaving the segments of each row.
INLINE void copyRowsInterleaved(const CopyBatch *batch, int64_t begin,
                                int64_t end) {
  if (batch->isStreaming && isWholeLines(batch)) {
    if (batch->isInOrder)
      streamLinesInOrder(batch, begin, end);
    else
      streamLinesInterleaved(batch, begin, end);
    return;
  }
  RowWalk walk = walkFrom(&batch->layout, begin);
  for (int64_t row = begin; row < end; ++row) {
    const int64_t offset = nextRow(&walk);
    for (int64_t i = 0; i < batch->count; ++i)
      copyRow(batch, &batch->segments[i], row, begin, end, offset, walk.offset);
  }
}

/// Copies rows of long runs, one segment after the other: each is read and
/// written in order.
INLINE void copyLongRows(const CopyBatch *batch, int64_t begin, int64_t end) {
  for (int64_t i = 0; i < batch->count; ++i) {
    RowWalk walk = walkFrom(&batch->layout, begin);
    for (int64_t row = begin; row < end; ++row) {
      const int64_t offset = nextRow(&walk);
      copyRow(batch, &batch->segments[i], row, begin, end, offset, walk.offset);
    }
  }
}

#endif // ONNXOPS_LIB_RUNTIME_COPYROWS_H
