/*===- Parallel.c - the work of a call in ranges --------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Splits the units of a kernel into one range for each thread. A thread gets
 * the same range in every call, so that it finds its part of a tensor in its
 * cache. The caller's is longer where it begins before the others.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200112L

#include "Parallel.h"
#include "Tuning.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void onnxopsContextSetParallelFor(OnnxopsContext *context,
                                  OnnxopsParallelFor parallelFor, void *pool) {
  if (!context)
    return;
  context->parallelFor = parallelFor;
  context->pool = pool;
  context->poolCalls = context->leastPooled = context->lead = 0;
}

/// From so many bytes on, a pool has work whatever it costs.
static const int64_t pooled = 512 << 10;

/// What threads of the OpenMP library never share.
static const int64_t little = 128 << 10;

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
  const int64_t much = 2 << 20, muchAlone = 16 << 20;
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
  if (bytes < little)
    return false; // asking for the block time takes 20 ns
  const int64_t blockTime = onnxopsImplOpenMPBlockTime();
  RecentWork none = {0};
  return blockTime >= 0 &&
         onnxopsImplPays(context ? &context->recent : &none, readMilliseconds(),
                         blockTime, bytes);
}

/// The arguments of one call of onnxopsRtParallelFor.
typedef struct Work {
  OnnxopsKernel kernel;
  const int64_t *table;
  int64_t words; ///< of the table
  int64_t count, grain;
} Work;

/// How it is shared. A block has `grain` units, the last one possibly fewer;
/// the first `longer` ranges have one block more than `blocks`, and the first
/// of all has `lead` more.
typedef struct SharedWork {
  Work work;
  int64_t blocks, lead;
  int32_t ranges, longer;
} SharedWork;
_Static_assert(sizeof(SharedWork) == LineWords * 8, "a work is one line");

/// At least two ranges of `work`, which has more units than a block. A lead is
/// shortened to what leaves a block for each.
static SharedWork cut(Work work, int64_t threads, int64_t lead) {
  int64_t blocks = work.count / work.grain + (work.count % work.grain != 0);
  int64_t ranges = least(least(threads, blocks), ONNXOPS_MAX_THREADS);
  lead = least(lead, blocks - ranges);
  return (SharedWork){.work = work,
                      .blocks = (blocks - lead) / ranges,
                      .lead = lead,
                      .ranges = (int32_t)ranges,
                      .longer = (int32_t)((blocks - lead) % ranges)};
}

/// The start of a range. The one behind the last begins at `count`, which need
/// not be the end of a block.
static int64_t beginOf(const SharedWork *shared, int64_t range) {
  if (range == 0)
    return 0;
  if (range == shared->ranges)
    return shared->work.count;
  int64_t blocks = shared->blocks * range + least(range, shared->longer);
  return (blocks + shared->lead) * shared->work.grain;
}

static void runRange(void *state, int64_t range) {
  const SharedWork *shared = state;
  const Work *work = &shared->work;
  // Lines that another core has written take long, one after another.
  if (range > 0)
    for (int64_t i = 0; i < work->words; i += LineWords)
      __builtin_prefetch(work->table + i);
  work->kernel(work->table, beginOf(shared, range), beginOf(shared, range + 1));
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
static void *publish(OnnxopsContext *context, SharedWork *shared) {
  if (!context)
    return shared;
  const int64_t words = shared->work.words;
  if (!context->work || words > context->workWords) {
    free(context->work);
    context->work =
        onnxopsImplAlignedAlloc(sizeof(SharedWork) + (size_t)words * 8);
    if (!context->work)
      return shared;
    memset(context->work, 0, sizeof(SharedWork) + (size_t)words * 8);
    context->workWords = words;
  }
  int64_t *header = (int64_t *)(void *)context->work;
  int64_t *table = header + LineWords;
  update(table, shared->work.table, words);
  shared->work.table = table;
  update(header, (const int64_t *)(const void *)shared, LineWords);
  return context->work;
}

/// Does the work. `lead` is how many units the first range has more than
/// others.
static void run(OnnxopsContext *context, Work work, int64_t threads,
                int64_t lead) {
  if (work.count <= 0)
    return;
  if (work.grain < 1)
    work.grain = 1;
  if (work.count <= work.grain || threads <= 1) {
    work.kernel(work.table, 0, work.count);
    return;
  }
  SharedWork shared = cut(work, threads, (lead + work.grain / 2) / work.grain);
  if (context && context->parallelFor)
    context->parallelFor(context->pool, shared.ranges, runRange,
                         publish(context, &shared));
  else {
    onnxopsImplOpenMPParallelFor(NULL, shared.ranges, runRange,
                                 publish(context, &shared));
    if (context)
      context->recent.shared = readMilliseconds();
  }
}

void onnxopsRtParallelFor(OnnxopsContext *context, OnnxopsKernel kernel,
                          const int64_t *table, int64_t words, int64_t count,
                          int64_t grain, int64_t threads) {
  run(context, (Work){kernel, table, words, count, grain}, threads, 0);
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

/// The units of work that writes `bytes` which the caller's range should have
/// more than others, since their threads begin, and tell that they are ready,
/// while it could copy. Not of much work, in which that is little time, and
/// which may just fit into the caches of two cores.
static int64_t getLead(const OnnxopsContext *context, const Work *work,
                       int64_t bytes) {
  if (!context || bytes > pooled || work->count < 1 || work->count > bytes)
    return 0;
  int64_t lead = least(context->lead, bytes);
  return work->count == bytes ? lead : lead * work->count / bytes;
}

/// What a region without work finds out.
typedef struct Region {
  pthread_t caller;
  bool startsHere; ///< the first range is run by the caller
} Region;

static void enterRegion(const int64_t *table, int64_t begin, int64_t end) {
  (void)end;
  Region *region = (Region *)(uintptr_t)table[0];
  if (begin == 0)
    region->startsHere = pthread_equal(region->caller, pthread_self());
}

/// Does the work. Returns the nanoseconds that it took.
static int64_t timeWork(OnnxopsContext *context, Work work, int64_t threads,
                        int64_t lead) {
  int64_t begin = onnxopsImplNanoseconds();
  run(context, work, threads, lead);
  return onnxopsImplNanoseconds() - begin;
}

/// Measures what a region takes, given that `bytes` take one thread `alone`
/// nanoseconds and several of them `shared`, or 0 if that is not known.
static void measureRegion(OnnxopsContext *context, int64_t threads,
                          int64_t bytes, int64_t alone, int64_t shared) {
  Region region = {.caller = pthread_self()};
  const int64_t table = (int64_t)(uintptr_t)&region;
  const Work work = {enterRegion, &table, 1, threads, 1};
  int64_t time = INT64_MAX / pooled / 4; // no product overflows
  for (int i = 0; i < 8; ++i)
    time = least(time, timeWork(context, work, threads, 0));
  context->leastPooled = onnxopsImplLeastPooled(bytes, alone, time, shared);
  const int64_t lead =
      region.startsHere ? bytes * time / (alone > 0 ? alone : 1) : 0;
  context->lead = lead - lead / threads;
}

/// Does the work of one of the calls that are timed, or do their work alone. A
/// host that moves a virtual machine's cores makes regions four times as long,
/// so this is repeated.
static void measurePool(OnnxopsContext *context, const Work *work,
                        int64_t threads, int64_t bytes, int64_t call) {
  const bool isAlone = call >= firstAlone;
  int64_t time = timeWork(context, *work, isAlone ? 1 : threads,
                          getLead(context, work, bytes));
  if (!isAlone) {
    if (context->pooledBytes == bytes)
      time = least(time, context->pooledTime);
    context->pooledBytes = bytes;
    context->pooledTime = time;
  } else if (call == lastAlone) {
    // Other work may have been shared.
    measureRegion(context, threads, bytes, time,
                  context->pooledBytes == bytes ? context->pooledTime : 0);
    context->pooledBytes = 0;
  }
}

void onnxopsRtShareWork(OnnxopsContext *context, OnnxopsKernel kernel,
                        const int64_t *table, int64_t words, int64_t count,
                        int64_t grain, int64_t threads, int64_t bytes) {
  const Work work = {kernel, table, words, count, grain};
  int64_t lead = 0;
  if (threads > 1) {
    if (bytes >= ONNXOPS_LEAST_SHARED && bytes < pooled && context &&
        context->parallelFor) {
      int64_t call = context->poolCalls++ & (period - 1);
      if (call >= firstTimed && call <= lastAlone) {
        measurePool(context, &work, threads, bytes, call);
        return;
      }
    }
    if (!sharesWork(context, bytes))
      threads = 1;
    else
      lead = getLead(context, &work, bytes);
  }
  run(context, work, threads, lead);
}
