/*===- Tuning.c - how this machine copies fastest -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The sizes of caches do not say how fast these are, which is what counts, and
 * in a virtual machine other tenants use them too. A process that moves many
 * bytes therefore measures some copies, once, in a few milliseconds; until then
 * it takes what follows from the sizes (docs/decisions.md, Tuning of copies).
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200112L

#include "Tuning.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  KiB = 1 << 10,
  MiB = 1 << 20,
  GiB = 1 << 30,
  NearBytes = 64 * KiB,
  FarBytes = 3 * MiB,
  WideBytes = 8 * MiB,
  FillBytes = 2 * WideBytes,
  ColdBytes = MiB,
  LeastLibrary = 24 * KiB, ///< twice this does not fit into L1
  PagesAtOnce = 4          ///< as in lib/Copies/RunCode.cpp
};

/// More bytes than any copy has.
static const int64_t never = (int64_t)1 << 50;

/// Bytes of large copies after which the time of a measurement is small beside
/// theirs.
static const int64_t measuredAfter = GiB;

/*===--------------------------------------------------------------------===*
 * Choices
 *===--------------------------------------------------------------------===*/

static int64_t clamp(int64_t value, int64_t least, int64_t most) {
  return value < least ? least : value > most ? most : value;
}

static int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

static bool isMuchLess(int64_t time, int64_t other) {
  return time * 20 < other * 19;
}

/// For what decides about copies of other sizes, and of two threads, as well.
static bool isFarLess(int64_t time, int64_t other) {
  return time * 5 < other * 4;
}

/// Whether the shared cache is no faster than memory: each core has only its
/// own.
static bool isSharedSlow(const CopyTimes *times) {
  return isMuchLess(times->farStreamed,
                    least(times->far.library, times->far.registers));
}

/// Whether other programs use the shared cache as well, or it is smaller than
/// the system says: it ends between the copies that are far and those that are
/// wide.
static bool isSharedSmall(const CopyTimes *times) {
  return isFarLess(times->wide.streamed, times->wide.cached);
}

Tuning onnxopsImplGuessTuning(CacheSizes sizes) {
  int64_t shared = least(sizes.shared, GiB); // no product overflows
  // Less than all, since source and target are not all that the cache holds.
  int64_t copied = clamp(shared / 8 * 5, 16 * MiB, 48 * MiB);
  return (Tuning){{[TuneCopied] = copied,
                   [TunePerThread] = 0,
                   // Fills do not load what they overwrite.
                   [TuneFilled] = clamp(shared * 2, 64 * MiB, 128 * MiB),
                   [TunePages] = 1,
                   [TuneLibrary] = never}};
}

Tuning onnxopsImplChooseTuning(CacheSizes sizes, const CopyTimes *times) {
  Tuning tuning = onnxopsImplGuessTuning(sizes);
  int64_t *values = tuning.values;
  if (isMuchLess(times->near.library, times->near.registers))
    values[TuneLibrary] = LeastLibrary;
  else if (isMuchLess(times->far.library, times->far.registers))
    values[TuneLibrary] = clamp(sizes.own / 2, 256 * KiB, FarBytes);
  if (isSharedSlow(times)) {
    values[TuneCopied] = 2 * clamp(sizes.own, MiB, 2 * MiB);
    values[TunePerThread] = 1;
    values[TuneFilled] = 64 * MiB;
  } else if (isSharedSmall(times)) {
    values[TuneCopied] = FarBytes + WideBytes;
    if (isMuchLess(times->fill.streamed, times->fill.cached))
      values[TuneFilled] = FillBytes;
  }
  if (isMuchLess(times->coldPages, times->coldInOrder))
    values[TunePages] = PagesAtOnce;
  return tuning;
}

/*===--------------------------------------------------------------------===*
 * Times
 *===--------------------------------------------------------------------===*/

int64_t onnxopsImplNanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

typedef struct Buffers {
  char *to, *from;
} Buffers;

static void copyByLibrary(Buffers buffers, int64_t bytes) {
  memcpy(buffers.to, buffers.from, (size_t)bytes);
}

static void copyInRegisters(Buffers buffers, int64_t bytes) {
  onnxopsImplCopyLines(buffers.to, buffers.from, bytes);
}

static void stream(Buffers buffers, int64_t bytes, bool isInOrder) {
  CopyBatch batch;
  memset(&batch, 0, offsetof(CopyBatch, segments));
  batch.layout.rows = batch.count = 1;
  batch.longestRun = batch.bytes = bytes;
  batch.isStreaming = true;
  batch.isInOrder = isInOrder;
  batch.segments[0] = (CopySegment){buffers.to, buffers.from, bytes};
  onnxopsImplCopyUnits((const int64_t *)(const void *)&batch, 0,
                       onnxopsImplCountUnits(&batch));
}

static void streamInOrder(Buffers buffers, int64_t bytes) {
  stream(buffers, bytes, true);
}

static void streamPages(Buffers buffers, int64_t bytes) {
  stream(buffers, bytes, false);
}

/// A fill copies the same bytes again and again.
static void fill(Buffers buffers, int64_t bytes, bool streams) {
  for (int64_t done = 0; done < bytes; done += NearBytes) {
    Buffers part = {buffers.to + done, buffers.from};
    if (streams)
      streamInOrder(part, NearBytes);
    else
      copyInRegisters(part, NearBytes);
  }
}

static void fillCached(Buffers buffers, int64_t bytes) {
  fill(buffers, bytes, false);
}

static void fillStreamed(Buffers buffers, int64_t bytes) {
  fill(buffers, bytes, true);
}

typedef void Copy(Buffers buffers, int64_t bytes);

static void shorten(int64_t *shortest, int64_t time) {
  time = time > 0 ? time : 1;
  if (*shortest == 0 || time < *shortest)
    *shortest = time;
}

/// The first half of the copies does not count: caches are then as these leave
/// them. Near copies are timed sixteen at a time, and count as one: a Zen 5
/// makes the first thirty in three quarters of the time of all later ones.
static void timeCopy(Copy *copy, Buffers buffers, int64_t bytes, int copies,
                     int64_t *shortest) {
  for (int i = 0; i < copies; ++i) {
    int64_t begin = onnxopsImplNanoseconds();
    for (int64_t done = 0; done < MiB; done += bytes)
      copy(buffers, bytes);
    if (i >= copies / 2)
      shorten(shortest, onnxopsImplNanoseconds() - begin);
  }
}

/// The time of a copy whose source no cache holds: non-temporal stores have
/// written it.
static void timeCold(Copy *copy, Buffers buffers, int64_t bytes,
                     int64_t *shortest) {
  streamInOrder((Buffers){buffers.from, buffers.to}, bytes);
  int64_t begin = onnxopsImplNanoseconds();
  copy(buffers, bytes);
  shorten(shortest, onnxopsImplNanoseconds() - begin);
}

/// `to` has FillBytes, followed by `from`, which has NearBytes.
static void timeFills(Buffers buffers, StoreTimes *times) {
  timeCopy(fillCached, buffers, FillBytes, 3, &times->cached);
  timeCopy(fillStreamed, buffers, FillBytes, 3, &times->streamed);
}

/// Copies through the caches, too many to be kept by those of a core.
static void timeCached(Buffers buffers, CopyTimes *times) {
  timeCopy(copyByLibrary, buffers, FarBytes, 12, &times->far.library);
  timeCopy(copyInRegisters, buffers, FarBytes, 12, &times->far.registers);
  // A cache of what others evict is filled by several copies.
  timeCopy(copyInRegisters, buffers, WideBytes, 12, &times->wide.cached);
}

/// `to` has WideBytes, followed by `from`, which has NearBytes more.
static void timeCopies(Buffers buffers, CopyTimes *times) {
  memset(times, 0, sizeof(*times));
  for (int i = 0; i < 4; ++i) {
    timeCopy(copyByLibrary, buffers, NearBytes, 6, &times->near.library);
    timeCopy(copyInRegisters, buffers, NearBytes, 6, &times->near.registers);
  }
  timeCached(buffers, times);
  timeCopy(streamInOrder, buffers, FarBytes, 12, &times->farStreamed);
  timeCopy(streamInOrder, buffers, WideBytes, 3, &times->wide.streamed);
  // Other programs may have disturbed the copies through the caches.
  if (isSharedSlow(times) || isSharedSmall(times))
    timeCached(buffers, times);
  if (isSharedSmall(times))
    timeFills((Buffers){buffers.to, buffers.to + FillBytes}, &times->fill);
  for (int i = 0; i < 4; ++i) {
    timeCold(streamInOrder, buffers, ColdBytes, &times->coldInOrder);
    timeCold(streamPages, buffers, ColdBytes, &times->coldPages);
  }
}

/*===--------------------------------------------------------------------===*
 * The text
 *===--------------------------------------------------------------------===*/

static const char names[TuneCount][sizeof("per-thread")] = {
    "copied", "per-thread", "filled", "pages", "library"};

/// Whether `text`, of `length` characters, is a number of at least 0.
static bool readNumber(const char *text, size_t length, int64_t *number) {
  if (length == 0 || length > 18)
    return false;
  int shift = 0;
  switch (text[length - 1]) {
  case 'K':
    shift = 10;
    break;
  case 'M':
    shift = 20;
    break;
  case 'G':
    shift = 30;
    break;
  }
  *number = 0;
  for (size_t i = 0; i < length - (shift > 0); ++i) {
    if (text[i] < '0' || text[i] > '9')
      return false;
    *number = 10 * *number + (text[i] - '0');
  }
  if (*number > INT64_MAX >> shift)
    return false;
  *number <<= shift;
  return length > (size_t)(shift > 0);
}

static bool isName(const char *text, size_t length, const char *name) {
  return strlen(name) == length && memcmp(text, name, length) == 0;
}

/// One of the words between commas.
static bool readWord(const char *word, size_t length, Tuning *tuning,
                     unsigned *given, int64_t *after, bool *prints) {
  if (isName(word, length, "print"))
    return *prints = true;
  const char *sign = memchr(word, '=', length);
  int64_t number;
  if (!sign ||
      !readNumber(sign + 1, length - (size_t)(sign - word) - 1, &number))
    return false;
  size_t nameLength = (size_t)(sign - word);
  if (isName(word, nameLength, "after")) {
    *after = number;
    return true;
  }
  for (unsigned i = 0; i < TuneCount; ++i)
    if (isName(word, nameLength, names[i])) {
      tuning->values[i] = number;
      *given |= 1u << i;
      return true;
    }
  return false;
}

unsigned onnxopsImplReadTuning(const char *text, Tuning *tuning, int64_t *after,
                               bool *prints) {
  unsigned given = 0;
  while (*text) {
    size_t length = strcspn(text, ",");
    if (length && !readWord(text, length, tuning, &given, after, prints))
      fprintf(stderr,
              "ONNXOPS_TUNING: expected print, after=BYTES or a value that it "
              "prints, but got '%.*s'\n",
              (int)(length < 64 ? length : 64), text);
    text += length + (text[length] == ',');
  }
  return given;
}

/*===--------------------------------------------------------------------===*
 * The tuning of this process
 *===--------------------------------------------------------------------===*/

enum State { Guessed, Measuring, Final };

/// What the environment and the system say, once read.
static struct {
  CacheSizes sizes;
  Tuning tuning;
  unsigned given; ///< values of the environment, as bits
  int64_t after;  ///< bytes moved before a measurement
  bool prints;
} setting;

static pthread_once_t isRead = PTHREAD_ONCE_INIT;

static struct {
  _Atomic(int) state;
  _Atomic(int64_t) moved; ///< bytes of large copies so far
  _Atomic(int64_t) values[TuneCount];
} process;

/// The size that Linux reports of the first processor's cache `index`, which it
/// writes in KB. The C library's numbers are those of all cores on some.
static int64_t readCacheSize(int index, int64_t usual) {
  char path[64];
  snprintf(path, sizeof(path),
           "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
  FILE *file = fopen(path, "re");
  long long kilobytes = 0;
  if (file) {
    if (fscanf(file, "%lldK", &kilobytes) != 1)
      kilobytes = 0;
    fclose(file);
  }
  // More than any cache is a mistake.
  return kilobytes > 0 && kilobytes < KiB * KiB ? kilobytes * KiB : usual;
}

/// Cache 0 and 1 are the first level's, for data and for code.
static CacheSizes readCacheSizes(void) {
  return (CacheSizes){readCacheSize(2, MiB), readCacheSize(3, 32 * MiB)};
}

static void publish(int state, const char *source) {
  for (int i = 0; i < TuneCount; ++i)
    atomic_store_explicit(&process.values[i], setting.tuning.values[i],
                          memory_order_relaxed);
  atomic_store_explicit(&process.state, state, memory_order_release);
  if (!setting.prints)
    return;
  // One write, which the output of other threads does not interrupt.
  char text[256];
  int length = 0;
  for (int i = 0; i < TuneCount; ++i)
    length += snprintf(text + length, sizeof(text) - (size_t)length,
                       "%s%s=%lld", i > 0 ? "," : "", names[i],
                       (long long)setting.tuning.values[i]);
  fprintf(stderr, "ONNXOPS_TUNING: %s (%s)\n", text, source);
}

static void readSetting(void) {
  setting.sizes = readCacheSizes();
  setting.tuning = onnxopsImplGuessTuning(setting.sizes);
  setting.after = measuredAfter;
  const char *text = getenv("ONNXOPS_TUNING");
  if (text)
    setting.given = onnxopsImplReadTuning(text, &setting.tuning, &setting.after,
                                          &setting.prints);
  const unsigned all = (1u << TuneCount) - 1;
  publish(setting.given == all ? Final : Guessed, "from cache sizes");
}

/// Replaces what the environment does not give by what is measured. Without
/// memory, nothing.
static void measure(void) {
  const size_t bytes = 2 * WideBytes + NearBytes + LineBytes;
  char *memory = malloc(bytes);
  if (!memory)
    return;
  // Not zeros: a Zen 4 stores those twice as fast past its caches.
  memset(memory, 0xA5, bytes);
  char *begin = memory + (-(uintptr_t)memory & (LineBytes - 1));
  CopyTimes times;
  timeCopies((Buffers){begin, begin + WideBytes}, &times);
  free(memory);
  Tuning best = onnxopsImplChooseTuning(setting.sizes, &times);
  for (unsigned i = 0; i < TuneCount; ++i)
    if (!(setting.given >> i & 1))
      setting.tuning.values[i] = best.values[i];
}

/// Counts a large copy, and measures once enough have been made. One thread
/// does; others go on with what is known.
static void count(int64_t bytes) {
  pthread_once(&isRead, readSetting);
  int64_t moved =
      atomic_fetch_add_explicit(&process.moved, bytes, memory_order_relaxed);
  int state = Guessed;
  if (bytes < setting.after - moved ||
      !atomic_compare_exchange_strong(&process.state, &state, Measuring))
    return;
  measure();
  publish(Final, "measured");
}

Tuning onnxopsImplTuneNow(void) {
  count(never);
  return setting.tuning;
}

void onnxopsImplUseTuning(const Tuning *tuning) {
  for (int i = 0; i < TuneCount; ++i)
    atomic_store_explicit(&process.values[i], tuning->values[i],
                          memory_order_relaxed);
}

/// A value, for a copy of `bytes`.
static int64_t lookUp(int index, int64_t bytes) {
  if (atomic_load_explicit(&process.state, memory_order_acquire) != Final)
    count(bytes);
  return atomic_load_explicit(&process.values[index], memory_order_relaxed);
}

/// Whether `bytes`, shared by so many threads, reach a value.
static int64_t streams(int index, int64_t bytes, int64_t threads) {
  if (bytes < ONNXOPS_LEAST_STREAMED)
    return 0;
  int64_t from = lookUp(index, bytes);
  // Two threads copy twice as fast in a cache that they share, but no faster
  // than one past it.
  if (threads > 1)
    bytes /= lookUp(TunePerThread, 0) ? threads : 2;
  return bytes >= from;
}

int64_t onnxopsRtStreamsCopy(int64_t bytes, int64_t threads) {
  return streams(TuneCopied, bytes, threads);
}

int64_t onnxopsRtStreamsFill(int64_t bytes, int64_t threads) {
  return streams(TuneFilled, bytes, threads);
}

int64_t onnxopsRtStreamedPages(void) {
  return lookUp(TunePages, 0) > 1 ? PagesAtOnce : 1;
}

int64_t onnxopsRtCopiesByLibrary(int64_t bytes) {
  return bytes >= lookUp(TuneLibrary, bytes);
}
