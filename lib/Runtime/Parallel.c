/*===- Parallel.c - the work of a call in ranges --------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Splits the units of a kernel into one range for each thread. A thread gets
 * the same range in every call, so that it finds its part of a tensor in its
 * cache.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200112L

#include "Parallel.h"
#include "Tuning.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

void onnxopsContextSetParallelFor(OnnxopsContext *context,
                                  OnnxopsParallelFor parallelFor, void *pool) {
  if (!context)
    return;
  context->parallelFor = parallelFor;
  context->pool = pool;
  context->poolCalls = context->leastPooled = 0;
}

/// From so many bytes on, a pool has work whatever it costs.
static const int64_t pooled = 512 << 10;

/// Of `period` calls with less, a few are timed, and the next few do their work
/// on the caller's thread. The last of these measures the pool: by then the
/// data is in the caller's cache. Not the very first calls, in which threads
/// and caches are cold.
enum { period = 1024, firstTimed = 12, firstAlone = 16, lastAlone = 19 };

/// Words in a line of the caches. A SharedWork is one, and so is the alignment
/// of memory: its table has lines of its own.
enum { LineWords = 8 };

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// Milliseconds since some time. A clock of few nanoseconds is precise enough.
static int64_t readMilliseconds(void) {
#ifdef CLOCK_MONOTONIC_COARSE
  const clockid_t clock = CLOCK_MONOTONIC_COARSE;
#else
  const clockid_t clock = CLOCK_MONOTONIC;
#endif
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000 + 1;
}

bool onnxopsImplPays(RecentWork *recent, int64_t now, int64_t blockTime,
                     int64_t bytes) {
  // The clock's ticks, and how long work may be apart to count as one.
  enum { Tick = 10, Apart = 100 };
  const int64_t little = 128 << 10, much = 2 << 20, muchAlone = 16 << 20;
  const bool staysAwake = blockTime > 2 * Tick;
  if (bytes < little)
    return false;
  if (bytes >= much || (staysAwake && recent->shared > 0 &&
                        now - recent->shared < blockTime - Tick))
    return true;
  if (now - recent->alone > Apart)
    recent->bytes = 0;
  recent->alone = now;
  recent->bytes += bytes;
  if (!staysAwake || recent->bytes < muchAlone)
    return false;
  recent->bytes = 0;
  return true;
}

static bool sharesWork(OnnxopsContext *context, int64_t bytes) {
  if (bytes < ONNXOPS_LEAST_SHARED)
    return false;
  if (context && context->parallelFor)
    return bytes >= least(context->leastPooled, pooled);
  const int64_t blockTime = onnxopsImplOpenMPBlockTime();
  RecentWork none = {0};
  return blockTime >= 0 &&
         onnxopsImplPays(context ? &context->recent : &none, readMilliseconds(),
                         blockTime, bytes);
}

/// The work of one call of onnxopsRtParallelFor. A block has `grain` units, the
/// last one possibly fewer; the first `longer` ranges have one block more than
/// `blocks`.
typedef struct SharedWork {
  OnnxopsKernel kernel;
  const int64_t *table;
  int64_t words; ///< of the table
  int64_t count, grain;
  int64_t ranges, blocks, longer;
} SharedWork;
_Static_assert(sizeof(SharedWork) == LineWords * 8, "a work is one line");

/// At least two ranges of `count` units, which are more than a block.
static SharedWork cut(OnnxopsKernel kernel, const int64_t *table, int64_t words,
                      int64_t count, int64_t grain, int64_t threads) {
  int64_t blocks = count / grain + (count % grain != 0);
  int64_t ranges = threads < blocks ? threads : blocks;
  if (ranges > ONNXOPS_MAX_THREADS)
    ranges = ONNXOPS_MAX_THREADS;
  return (SharedWork){.kernel = kernel,
                      .table = table,
                      .words = words,
                      .count = count,
                      .grain = grain,
                      .ranges = ranges,
                      .blocks = blocks / ranges,
                      .longer = blocks % ranges};
}

/// The start of a range. The one behind the last begins at `count`, which need
/// not be the end of a block.
static int64_t beginOf(const SharedWork *work, int64_t range) {
  if (range == work->ranges)
    return work->count;
  int64_t longer = range < work->longer ? range : work->longer;
  return (work->blocks * range + longer) * work->grain;
}

static void runRange(void *state, int64_t range) {
  const SharedWork *work = state;
  // Lines that another core has written take long, one after another.
  if (range > 0)
    for (int64_t i = 0; i < work->words; i += LineWords)
      __builtin_prefetch(work->table + i);
  work->kernel(work->table, beginOf(work, range), beginOf(work, range + 1));
}

/// Writes only what differs, often nothing.
static void update(int64_t *to, const int64_t *from, int64_t words) {
  if (memcmp(to, from, (size_t)words * sizeof(*to)) == 0)
    return;
  for (int64_t i = 0; i < words; ++i)
    if (to[i] != from[i])
      to[i] = from[i];
}

/// The work with its table, where all threads find it: in memory of the
/// context. Where a call has the arguments of the last one, other cores have
/// these lines in their caches, and keep them.
static void *publish(OnnxopsContext *context, SharedWork *work) {
  if (!context)
    return work;
  const int64_t words = work->words;
  if (!context->work || words > context->workWords) {
    free(context->work);
    context->work =
        onnxopsImplAlignedAlloc(sizeof(SharedWork) + (size_t)words * 8);
    if (!context->work)
      return work;
    memset(context->work, 0, sizeof(SharedWork) + (size_t)words * 8);
    context->workWords = words;
  }
  int64_t *header = (int64_t *)(void *)context->work;
  int64_t *table = header + LineWords;
  update(table, work->table, words);
  work->table = table;
  update(header, (const int64_t *)(const void *)work, LineWords);
  return context->work;
}

void onnxopsRtParallelFor(OnnxopsContext *context, OnnxopsKernel kernel,
                          const int64_t *table, int64_t words, int64_t count,
                          int64_t grain, int64_t threads) {
  if (count <= 0)
    return;
  if (grain < 1)
    grain = 1;
  if (count <= grain || threads <= 1) {
    kernel(table, 0, count);
    return;
  }
  SharedWork work = cut(kernel, table, words, count, grain, threads);
  if (context && context->parallelFor)
    context->parallelFor(context->pool, work.ranges, runRange,
                         publish(context, &work));
  else {
    onnxopsImplOpenMPParallelFor(NULL, work.ranges, runRange,
                                 publish(context, &work));
    if (context)
      context->recent.shared = readMilliseconds();
  }
}

/*===--------------------------------------------------------------------===*
 * Pools
 *===--------------------------------------------------------------------===*/

int64_t onnxopsImplLeastPooled(int64_t bytes, int64_t alone, int64_t region,
                               int64_t shared) {
  // More than twice, since a region without work moves no data between caches.
  const int64_t paid = bytes * 3 * region / (alone > 0 ? alone : 1);
  // Cores that take lines from each other may need more than one of them does.
  if (shared >= alone)
    return paid + 2 * bytes;
  // That it clearly paid is known; that a region is short promises it only.
  return shared > 0 && shared < alone - (alone >> 3) ? least(paid, bytes)
                                                     : paid;
}

static void doNothing(const int64_t *table, int64_t begin, int64_t end) {
  (void)table;
  (void)begin;
  (void)end;
}

/// The arguments of one call of onnxopsRtShareWork.
typedef struct Work {
  const int64_t *table;
  int64_t words, count, grain;
} Work;

/// Does the work. Returns the nanoseconds that it took.
static int64_t timeWork(OnnxopsContext *context, OnnxopsKernel kernel,
                        const Work *work, int64_t threads) {
  int64_t begin = onnxopsImplNanoseconds();
  onnxopsRtParallelFor(context, kernel, work->table, work->words, work->count,
                       work->grain, threads);
  return onnxopsImplNanoseconds() - begin;
}

/// Does the work of one of the calls that are timed, or do their work alone. A
/// host that moves a virtual machine's cores makes regions four times as long,
/// so this is repeated.
static void measurePool(OnnxopsContext *context, OnnxopsKernel kernel,
                        const Work *work, int64_t threads, int64_t bytes,
                        int64_t call) {
  const bool isAlone = call >= firstAlone;
  int64_t time = timeWork(context, kernel, work, isAlone ? 1 : threads);
  if (!isAlone) {
    if (context->pooledBytes == bytes)
      time = least(time, context->pooledTime);
    context->pooledBytes = bytes;
    context->pooledTime = time;
  } else if (call == lastAlone) {
    int64_t region = INT64_MAX / pooled / 4; // no product overflows
    for (int i = 0; i < 8; ++i)
      region = least(region, timeWork(context, doNothing, work, threads));
    // Other work may have been shared.
    context->leastPooled = onnxopsImplLeastPooled(
        bytes, time, region,
        context->pooledBytes == bytes ? context->pooledTime : 0);
    context->pooledBytes = 0;
  }
}

void onnxopsRtShareWork(OnnxopsContext *context, OnnxopsKernel kernel,
                        const int64_t *table, int64_t words, int64_t count,
                        int64_t grain, int64_t threads, int64_t bytes) {
  if (threads > 1) {
    if (bytes >= ONNXOPS_LEAST_SHARED && bytes < pooled && context &&
        context->parallelFor) {
      int64_t call = context->poolCalls++ & (period - 1);
      if (call >= firstTimed && call <= lastAlone) {
        const Work work = {table, words, count, grain};
        measurePool(context, kernel, &work, threads, bytes, call);
        return;
      }
    }
    if (!sharesWork(context, bytes))
      threads = 1;
  }
  onnxopsRtParallelFor(context, kernel, table, words, count, grain, threads);
}
