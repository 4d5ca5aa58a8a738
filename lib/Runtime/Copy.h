/*===- Copy.h - strided copies at the speed of memory --------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Copies of tensors with any strides to row-major memory, several at a time:
 * the chunks of a split have rows in common, and a sweep over these rows reads
 * the source once in order where chunk by chunk it would be read with gaps.
 * Of the context this knows nothing but that it has threads.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_COPY_H
#define ONNXOPS_LIB_RUNTIME_COPY_H

#include "Tensor.h"
#include "onnxops/ABI/GeneratedCode.h"

/// Bytes read and written above which a copy goes past the caches of this
/// machine: more than they hold, so that what it writes would push out what it
/// reads, and leave them anyway before somebody reads it.
int64_t onnxopsImplStreamingBytes(void);

/// Whether copies past the caches of this machine had better read and write one
/// page after the other: else several at once keep more of the memory busy.
bool onnxopsImplStreamsInOrder(void);

/// What the tensors of a batch have in common: the dimensions outside of the
/// runs that are contiguous in source and copy, merged where they can be.
typedef struct CopyLayout {
  int64_t rank;
  int64_t rows; ///< the product of `sizes`, 1 for a rank of 0
  int64_t sizes[ONNXOPS_MAX_RANK];
  int64_t strides[ONNXOPS_MAX_RANK]; ///< in bytes
} CopyLayout;

/// A tensor of a batch. Row `r` is a run that begins at `to + r * runBytes`.
typedef struct CopySegment {
  char *to;
  const char *from;
  int64_t runBytes;
} CopySegment;

/// Who makes copies.
typedef struct CopyThreads {
  OnnxopsContext *context;
  int64_t count;     ///< of threads, at most
  int64_t fromBytes; ///< written in a batch, where more than one take part
} CopyThreads;

/// Copies that are made together.
typedef struct CopyBatch {
  CopyLayout layout; ///< of all segments
  int64_t count;
  int64_t longestRun; ///< of a segment, in bytes
  int64_t bytes;      ///< of all segments
  bool isStreaming;   ///< copies go past the caches
  bool isInOrder;     ///< those go line after line
  CopyThreads threads;
  CopySegment segments[64];
} CopyBatch;

/// The caller's thread alone.
static inline CopyThreads onnxopsImplOneThread(void) {
  CopyThreads alone = {NULL, 1, 0};
  return alone;
}

/// Begins copies that read and write `bytes` in all.
void onnxopsImplBeginCopies(CopyBatch *batch, int64_t bytes,
                            CopyThreads threads);

/// Copies a tensor that has elements to `to`, sooner or later. `strides` are in
/// elements; `to` must not overlap anything that the batch reads.
void onnxopsImplAddCopy(CopyBatch *batch, void *to, const void *from,
                        int64_t elementBytes, int64_t rank,
                        const int64_t *sizes, const int64_t *strides);

/// Makes the copies that are still to be made. Then all of them can be seen by
/// every thread that synchronizes with this one.
void onnxopsImplEndCopies(CopyBatch *batch);

/// How many units of work a batch has.
int64_t onnxopsImplCountUnits(const CopyBatch *batch);

/// How many of them a thread should do at a time, at least: fewer would share
/// lines with others.
int64_t onnxopsImplGrain(const CopyBatch *batch);

/// Does the units of work from `begin` to `end` of the CopyBatch at `batch`.
/// Units write different bytes: they can be done in any order, and at once.
void onnxopsImplCopyUnits(const int64_t *batch, int64_t begin, int64_t end);

/// The loops that do so, compiled for one target. They leave it to the caller
/// to order what was stored past the caches.
typedef void CopyLoops(const CopyBatch *batch, int64_t begin, int64_t end);

/// The loops that this processor can run: 0 is the best of them, null where
/// there are no more.
CopyLoops *onnxopsImplCopyLoops(int64_t index);

#endif /* ONNXOPS_LIB_RUNTIME_COPY_H */
