/*===- CopyUnits.c - the loops of strided copies --------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Copies are limited by memory, not by computation. No code here is specific to
 * a target: moves of constant size become vector moves, and the loops are
 * compiled for several targets, of which the first that the machine can run is
 * used.
 *
 *===--------------------------------------------------------------------===*/

#include "CopyRows.h"
#include "Vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/*===--------------------------------------------------------------------===*
 * Units of work
 *===--------------------------------------------------------------------===*/

/// The number of blocks of each segment when segments are one run each.
INLINE int64_t blocksOf(const CopyBatch *batch) {
  return (batch->longestRun + BlockBytes - 1) / BlockBytes;
}

int64_t onnxopsImplCountUnits(const CopyBatch *batch) {
  return batch->layout.rank == 0 ? batch->count * blocksOf(batch)
                                 : batch->layout.rows;
}

int64_t onnxopsImplGrain(const CopyBatch *batch) {
  bool areShortRows = batch->layout.rank > 0 && batch->longestRun < LineBytes;
  return areShortRows ? StagedRows : 1;
}

INLINE void copyUnits(const CopyBatch *batch, int64_t begin, int64_t end) {
  if (batch->layout.rank == 0)
    copyBlocks(batch, blocksOf(batch), begin, end);
  else if (batch->longestRun >= PageBytes)
    copyLongRows(batch, begin, end);
  else if (batch->longestRun >= LineBytes)
    copyRowsInterleaved(batch, begin, end);
  else
    copyShortRowsInterleaved(batch, begin, end);
}

#if defined(__x86_64__)

__attribute__((target("avx512f"))) static void
copyLinesAVX512(char *to, const char *from, int64_t bytes) {
  copyWholeLines(to, from, bytes);
}

__attribute__((target("avx"))) static void
copyLinesAVX(char *to, const char *from, int64_t bytes) {
  copyWholeLines(to, from, bytes);
}

/// For processors without AVX: they are rare, and the loops above take a tenth
/// of the library for each target.
static void copyUnitsAnywhere(const CopyBatch *batch, int64_t begin,
                              int64_t end) {
  const int64_t blocks = blocksOf(batch);
  for (; batch->layout.rank == 0 && begin < end; ++begin) {
    const CopySegment *segment = &batch->segments[begin / blocks];
    int64_t from = begin % blocks * BlockBytes;
    int64_t size = smaller(BlockBytes, segment->runBytes - from);
    if (size > 0)
      memcpy(segment->to + from, segment->from + from, (size_t)size);
  }
  RowWalk walk = walkFrom(&batch->layout, begin);
  for (; begin < end; ++begin) {
    const int64_t offset = nextRow(&walk);
    for (int64_t i = 0; i < batch->count; ++i) {
      const CopySegment *segment = &batch->segments[i];
      memcpy(segment->to + begin * segment->runBytes, segment->from + offset,
             (size_t)segment->runBytes);
    }
  }
}

__attribute__((target("avx512f"))) static void
copyUnitsAVX512(const CopyBatch *batch, int64_t begin, int64_t end) {
  copyUnits(batch, begin, end);
}

__attribute__((target("avx"))) static void
copyUnitsAVX(const CopyBatch *batch, int64_t begin, int64_t end) {
  copyUnits(batch, begin, end);
}

#else

static void copyUnitsAnywhere(const CopyBatch *batch, int64_t begin,
                              int64_t end) {
  copyUnits(batch, begin, end);
}

#endif

CopyLoops *onnxopsImplCopyLoops(int64_t index) {
#if defined(__x86_64__)
  if (onnxopsImplVectors() >= VectorsAVX512F && index-- == 0)
    return copyUnitsAVX512;
  if (onnxopsImplVectors() >= VectorsAVX && index-- == 0)
    return copyUnitsAVX;
#endif
  return index == 0 ? copyUnitsAnywhere : NULL;
}

void onnxopsImplCopyLines(char *to, const char *from, int64_t bytes) {
#if defined(__x86_64__)
  if (onnxopsImplVectors() >= VectorsAVX512F)
    copyLinesAVX512(to, from, bytes);
  else if (onnxopsImplVectors() >= VectorsAVX)
    copyLinesAVX(to, from, bytes);
  else
    memcpy(to, from, (size_t)bytes);
#else
  copyWholeLines(to, from, bytes);
#endif
}

void onnxopsImplCopyUnits(const int64_t *table, int64_t begin, int64_t end) {
  const CopyBatch *batch = (const CopyBatch *)(const void *)table;
  onnxopsImplCopyLoops(0)(batch, begin, end);
#if defined(__x86_64__)
  if (batch->isStreaming)
    _mm_sfence(); // nothing else orders non-temporal stores before later ones
#endif
}
