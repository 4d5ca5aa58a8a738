/*===- ShardedCode.h - functions called by sharded code ------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What code that is compiled for several ranks calls, beyond GeneratedCode.h,
 * for no other use. These functions are in a library of their own.
 *
 * Failures are common: each function in which ranks meet begins with the
 * greatest of their states, and a rank that fails elsewhere goes to
 * onnxopsRtLeaveShards, where it meets the others at their next function, as
 * one that has failed. So no rank waits for one that has left.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_SHARDEDCODE_H
#define ONNXOPS_ABI_SHARDEDCODE_H

#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/ABI/Transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/// onnxopsRtEnter for code that is compiled for so many ranks, each of which
/// passes its shards. Fails on all ranks if it fails on one. One rank needs no
/// transport.
int32_t onnxopsRtEnterShards(OnnxopsContext *context, OnnxopsValue *table,
                             int64_t count, const int64_t *signature,
                             const char *names, int64_t ranks);

/// onnxopsRtLeave, which fails on all ranks if one has failed. Also after a
/// failure of onnxopsRtEnterShards.
int32_t onnxopsRtLeaveShards(OnnxopsContext *context, int32_t status);

/// onnxopsRtCallTensors for an entry that begins with onnxopsRtEnterShards.
int32_t onnxopsRtCallShards(OnnxopsContext *context, OnnxopsEntry entry,
                            const int64_t *signature, const char *names,
                            const void *inputs, void *outputs);

/// The rank that runs the call; 0 without a transport.
int64_t onnxopsRtRank(OnnxopsContext *context);

/// Finds how a dimension is sharded from the `size` of each rank's shard:
/// fills `offsets`, one more than the grid's axis has ranks. Ranks with the
/// same coordinate along the axis must have the same size. Returns 0, or 1 with
/// a message that begins with `where`, on all ranks.
int32_t onnxopsRtGatherOffsets(OnnxopsContext *context, int64_t size,
                               const int64_t *grid, int64_t axes, int64_t axis,
                               int64_t *offsets, const char *where);

/// The table of an exchange (see onnxops/Exchange/Plan.h): these words, the
/// sizes of the grid's axes, the result and the sources, then
/// ONNXOPS_EXCHANGE_SEGMENT_WORDS words for each segment.
enum {
  ONNXOPS_EXCHANGE_AXES,
  ONNXOPS_EXCHANGE_DIMENSIONS,
  ONNXOPS_EXCHANGE_DIMENSION,
  ONNXOPS_EXCHANGE_ELEMENT_BYTES,
  ONNXOPS_EXCHANGE_SOURCES,
  ONNXOPS_EXCHANGE_SEGMENTS,
  ONNXOPS_EXCHANGE_WORDS
};

/// A tensor: the address of this rank's shard, then these words for each
/// dimension. One that is not sharded has the axis -1 and no offsets.
enum {
  ONNXOPS_SHARD_SIZE,   ///< of this rank's shard
  ONNXOPS_SHARD_STRIDE, ///< in elements
  ONNXOPS_SHARD_AXIS,
  ONNXOPS_SHARD_OFFSETS, ///< the address of the offsets of the shards
  ONNXOPS_SHARD_WORDS
};

/// The fields of OnnxopsExchangeSegment.
enum {
  ONNXOPS_EXCHANGE_SEGMENT_SOURCE,
  ONNXOPS_EXCHANGE_SEGMENT_BEGIN,
  ONNXOPS_EXCHANGE_SEGMENT_LENGTH,
  ONNXOPS_EXCHANGE_SEGMENT_REPEATS,
  ONNXOPS_EXCHANGE_SEGMENT_RESULT_BEGIN,
  ONNXOPS_EXCHANGE_SEGMENT_WORDS
};

/// Fills this rank's shard of the result, which no source overlaps. All ranks
/// call it with the same table, but for addresses, sizes and strides. Returns
/// 0, or 1 with a message that begins with `where`, on all ranks.
int32_t onnxopsRtExchange(OnnxopsContext *context, const int64_t *table,
                          const char *where);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_SHARDEDCODE_H */
