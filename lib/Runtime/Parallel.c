/*===- Parallel.c - the work of a call in ranges --------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Splits the units of a kernel into one range for each thread. A thread gets
 * the same range in every call, so that it finds its part of a tensor in its
 * cache.
 *
 *===--------------------------------------------------------------------===*/

#include "Parallel.h"

void onnxopsContextSetParallelFor(OnnxopsContext *context,
                                  OnnxopsParallelFor parallelFor, void *pool) {
  if (!context)
    return;
  context->parallelFor = parallelFor;
  context->pool = pool;
}

/// The work of one call of onnxopsRtParallelFor. A block has `grain` units, the
/// last one possibly fewer; the first `longer` ranges have one block more than
/// `blocks`.
typedef struct Work {
  OnnxopsKernel kernel;
  const int64_t *table;
  int64_t count, grain;
  int64_t ranges, blocks, longer;
} Work;

static Work cut(OnnxopsKernel kernel, const int64_t *table, int64_t count,
                int64_t grain, int64_t threads) {
  if (grain < 1)
    grain = 1;
  int64_t blocks = count / grain + (count % grain != 0);
  int64_t ranges = threads < blocks ? threads : blocks;
  if (ranges > ONNXOPS_MAX_THREADS)
    ranges = ONNXOPS_MAX_THREADS;
  if (ranges < 1)
    ranges = 1;
  return (Work){.kernel = kernel,
                .table = table,
                .count = count,
                .grain = grain,
                .ranges = ranges,
                .blocks = blocks / ranges,
                .longer = blocks % ranges};
}

/// The start of a range. The one behind the last begins at `count`, which need
/// not be the end of a block.
static int64_t beginOf(const Work *work, int64_t range) {
  if (range == work->ranges)
    return work->count;
  int64_t longer = range < work->longer ? range : work->longer;
  return (work->blocks * range + longer) * work->grain;
}

static void runRange(void *state, int64_t range) {
  const Work *work = state;
  work->kernel(work->table, beginOf(work, range), beginOf(work, range + 1));
}

void onnxopsRtParallelFor(OnnxopsContext *context, OnnxopsKernel kernel,
                          const int64_t *table, int64_t count, int64_t grain,
                          int64_t threads) {
  if (count <= 0)
    return;
  if (count <= grain) {
    kernel(table, 0, count);
    return;
  }
  Work work = cut(kernel, table, count, grain, threads);
  if (work.ranges == 1)
    runRange(&work, 0);
  else if (context && context->parallelFor)
    context->parallelFor(context->pool, work.ranges, runRange, &work);
  else
    onnxopsImplOpenMPParallelFor(NULL, work.ranges, runRange, &work);
}
