/*===- Offsets.c - how a dimension is sharded, from the shards ------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * For sizes that no rank knows before it has its inputs.
 *
 *===--------------------------------------------------------------------===*/

#include "Agreement.h"
#include "Shards.h"

#include <inttypes.h>
#include <stdlib.h>

/// Fills `offsets` from the sizes of all ranks. The same on all of them, and so
/// is a failure.
static bool addSizes(OnnxopsContext *context, const int64_t *sizes,
                     int64_t ranks, const OnnxopsGrid *grid, int64_t axis,
                     int64_t *offsets, const char *where) {
  int64_t count = grid->sizes[axis];
  for (int64_t c = 0; c <= count; ++c)
    offsets[c] = -1;
  for (int64_t r = 0; r < ranks; ++r) {
    int64_t *size = &offsets[onnxopsGridCoordinate(grid, r, axis) + 1];
    if (*size < 0)
      *size = sizes[r];
    if (sizes[r] >= 0 && *size == sizes[r])
      continue;
    onnxopsImplFailShards(
        context,
        "%s: expected a shard of size %" PRId64 " on rank %" PRId64
        ", which other ranks of its row have, but got %" PRId64,
        where, *size, r, sizes[r]);
    return false;
  }
  offsets[0] = 0;
  for (int64_t c = 0; c < count; ++c)
    if (__builtin_add_overflow(offsets[c + 1], offsets[c], &offsets[c + 1])) {
      onnxopsImplFailShards(context, "%s: expected a size of less than 2^63",
                            where);
      return false;
    }
  return true;
}

int32_t onnxopsRtGatherOffsets(OnnxopsContext *context, int64_t size,
                               const int64_t *grid, int64_t axes, int64_t axis,
                               int64_t *offsets, const char *where) {
  if (!context)
    return 1;
  OnnxopsTransport *transport = onnxopsContextTransport(context);
  int64_t ranks = transport ? transport->ranks : 1;
  int64_t *sizes = malloc((size_t)ranks * sizeof(int64_t));
  if (!sizes)
    onnxopsImplFailShards(context,
                          "%s: expected memory for the sizes of %" PRId64
                          " shards, but there is not enough",
                          where, ranks);
  OnnxopsGrid shape = {axes, grid};
  bool isReady = sizes && onnxopsImplFitsCall(context, &shape, where);
  bool succeeds = onnxopsImplAgree(context, !isReady);
  const char *error = NULL;
  if (succeeds && transport)
    error = transport->gather(transport, &size, 1, sizes);
  else if (succeeds)
    sizes[0] = size;
  if (error)
    onnxopsImplFailShards(context, "%s: rank %" PRId64 ": %s", where,
                          transport->rank, error);
  succeeds = succeeds && !error &&
             addSizes(context, sizes, ranks, &shape, axis, offsets, where);
  free(sizes);
  return succeeds ? 0 : 1;
}
