/*===- Copy.c - strided copies at the speed of memory ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Groups tensors of a common layout into batches.
 *
 *===--------------------------------------------------------------------===*/

#include "Copy.h"

#include <stddef.h>
#include <string.h>

/// Leaves the layout as it is.
static void clear(CopyBatch *batch) {
  batch->count = 0;
  batch->longestRun = 0;
  batch->bytes = 0;
}

static void flush(CopyBatch *batch) {
  if (batch->count > 0) {
    const CopyThreads *threads = &batch->threads;
    const int64_t *table = (const int64_t *)(const void *)batch;
    int64_t units = onnxopsImplCountUnits(batch),
            grain = onnxopsImplGrain(batch);
    int64_t words = (int64_t)(offsetof(CopyBatch, segments) +
                              batch->count * sizeof(CopySegment)) /
                    8;
    if (threads->fromBytes < 0)
      onnxopsRtShareWork(threads->context, onnxopsImplCopyUnits, table, words,
                         units, grain, threads->count, batch->bytes);
    else
      onnxopsRtParallelFor(
          threads->context, onnxopsImplCopyUnits, table, words, units, grain,
          batch->bytes >= threads->fromBytes ? threads->count : 1);
  }
  clear(batch);
}

/// Finds the contiguous runs of a tensor and merges the dimensions outside of
/// them. Returns the bytes of a run.
static int64_t layOut(CopyLayout *layout, int64_t elementBytes, int64_t rank,
                      const int64_t *sizes, const int64_t *strides) {
  int64_t run = 1, outer = rank;
  while (outer > 0 && (sizes[outer - 1] == 1 || strides[outer - 1] == run))
    run *= sizes[--outer];
  // From the innermost one outwards; `sizes` and `strides` are filled from
  // their ends, then moved to their beginnings.
  int64_t *mergedSizes = layout->sizes, *mergedStrides = layout->strides;
  int64_t first = ONNXOPS_MAX_RANK;
  layout->rows = 1;
  for (int64_t i = outer; i-- > 0;) {
    if (sizes[i] == 1)
      continue;
    layout->rows *= sizes[i];
    int64_t stride = strides[i] * elementBytes;
    if (first < ONNXOPS_MAX_RANK &&
        stride == mergedStrides[first] * mergedSizes[first]) {
      mergedSizes[first] *= sizes[i];
      continue;
    }
    --first;
    mergedSizes[first] = sizes[i];
    mergedStrides[first] = stride;
  }
  layout->rank = ONNXOPS_MAX_RANK - first;
  if (layout->rank == 0)
    return run * elementBytes;
  size_t bytes = (size_t)layout->rank * sizeof(int64_t);
  memmove(mergedSizes, mergedSizes + first, bytes);
  memmove(mergedStrides, mergedStrides + first, bytes);
  return run * elementBytes;
}

static bool isSameLayout(const CopyLayout *a, const CopyLayout *b) {
  size_t bytes = (size_t)a->rank * sizeof(int64_t);
  if (a->rank == 0 || b->rank == 0)
    return a->rank == b->rank;
  return a->rank == b->rank && memcmp(a->sizes, b->sizes, bytes) == 0 &&
         memcmp(a->strides, b->strides, bytes) == 0;
}

void onnxopsImplBeginCopies(CopyBatch *batch, int64_t bytes,
                            CopyThreads threads) {
  clear(batch);
  batch->threads = threads;
  batch->isStreaming = 2 * bytes >= ONNXOPS_LEAST_STREAMED &&
                       onnxopsRtStreamsCopy(2 * bytes, threads.count);
  batch->isInOrder = batch->isStreaming && onnxopsRtStreamedPages() == 1;
}

void onnxopsImplAddCopy(CopyBatch *batch, void *to, const void *from,
                        int64_t elementBytes, int64_t rank,
                        const int64_t *sizes, const int64_t *strides) {
  CopyLayout layout;
  batch->lastRun = layOut(&layout, elementBytes, rank, sizes, strides);
  if (batch->count > 0 && !isSameLayout(&layout, &batch->layout))
    flush(batch);
  if (batch->count == 0)
    batch->layout = layout;
  onnxopsImplAddLikeLast(batch, to, from);
}

void onnxopsImplAddLikeLast(CopyBatch *batch, void *to, const void *from) {
  const int64_t capacity = sizeof(batch->segments) / sizeof(batch->segments[0]);
  const int64_t runBytes = batch->lastRun;
  if (batch->count == capacity)
    flush(batch);
  batch->segments[batch->count++] = (CopySegment){to, from, runBytes};
  batch->bytes += batch->layout.rows * runBytes;
  if (runBytes > batch->longestRun)
    batch->longestRun = runBytes;
}

void onnxopsImplEndCopies(CopyBatch *batch) { flush(batch); }
