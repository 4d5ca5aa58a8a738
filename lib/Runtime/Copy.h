/*===- Copy.h - strided copies at the speed of memory --------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Copies of tensors with any strides to row-major memory, several at a time.
 * The chunks of a split have rows in common: an interleaved copy of these rows
 * reads the source once in order, where copying chunk by chunk would read it
 * with gaps. Depends on the context only for its threads.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_COPY_H
#define ONNXOPS_LIB_RUNTIME_COPY_H

#include "Tensor.h"
#include "onnxops/ABI/GeneratedCode.h"

enum { LineBytes = 64, PageBytes = 4096 }; ///< of caches, and of memory

/// The common layout of the tensors of a batch: the dimensions outside of the
/// runs that are contiguous in source and copy, merged where possible.
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

/// The threads that make copies.
typedef struct CopyThreads {
  OnnxopsContext *context;
  int64_t count; ///< most threads
  /// Bytes of a batch from which on threads share it; negative for those from
  /// which on that pays.
  int64_t fromBytes;
} CopyThreads;

/// Copies that are made together.
typedef struct CopyBatch {
  CopyLayout layout; ///< of all segments
  int64_t count;
  int64_t lastRun;    ///< bytes of a run of the last segment
  int64_t longestRun; ///< bytes of the longest run of a segment
  int64_t bytes;      ///< of all segments
  bool isStreaming;   ///< copies use non-temporal stores
  bool isInOrder;     ///< these write line after line
  CopyThreads threads;
  CopySegment segments[64];
} CopyBatch;

/// The caller's thread alone.
static inline CopyThreads onnxopsImplOneThread(void) {
  CopyThreads alone = {NULL, 1, 0};
  return alone;
}

/// Begins copies that write `bytes` in all.
void onnxopsImplBeginCopies(CopyBatch *batch, int64_t bytes,
                            CopyThreads threads);

/// Copies a tensor that has elements to `to`, now or later. `strides` are in
/// elements; `to` must not overlap anything that the batch reads.
void onnxopsImplAddCopy(CopyBatch *batch, void *to, const void *from,
                        int64_t elementBytes, int64_t rank,
                        const int64_t *sizes, const int64_t *strides);

/// The same for a tensor with the sizes and strides of the last one; there must
/// be one.
void onnxopsImplAddLikeLast(CopyBatch *batch, void *to, const void *from);

/// Makes the remaining copies. Then all of them are visible to every thread
/// that synchronizes with this one.
void onnxopsImplEndCopies(CopyBatch *batch);

/// The number of units of work of a batch.
int64_t onnxopsImplCountUnits(const CopyBatch *batch);

/// The least number of units that a thread should do at a time: fewer would
/// share cache lines with others.
int64_t onnxopsImplGrain(const CopyBatch *batch);

/// Does the units of work from `begin` to `end` of the CopyBatch at `batch`.
/// Units write different bytes: they can be done in any order, and at once.
void onnxopsImplCopyUnits(const int64_t *batch, int64_t begin, int64_t end);

/// Copies `bytes`, a multiple of 256, to an address that is a multiple of 64,
/// by the widest registers of this machine.
void onnxopsImplCopyLines(char *to, const char *from, int64_t bytes);

/// The loops that copy units, compiled for one target. The caller orders their
/// non-temporal stores.
typedef void CopyLoops(const CopyBatch *batch, int64_t begin, int64_t end);

/// The loops that this processor can run, best first; null behind the last.
CopyLoops *onnxopsImplCopyLoops(int64_t index);

#endif /* ONNXOPS_LIB_RUNTIME_COPY_H */
