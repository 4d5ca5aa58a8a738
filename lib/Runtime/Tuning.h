/*===- Tuning.h - how this machine copies fastest ------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The thresholds and choices of copies that differ from machine to machine.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_TUNING_H
#define ONNXOPS_LIB_RUNTIME_TUNING_H

#include "Copy.h"

/// The values of a tuning: the least bytes, but for two.
enum {
  /// Read and written, by one thread, by a copy with non-temporal stores.
  TuneCopied,
  /// 1 if `threads` copy as many times as much so, 0 if any copy twice as much.
  TunePerThread,
  TuneFilled,  ///< the same as TuneCopied, but written, by repeats
  TunePages,   ///< a number: pages that non-temporal stores fill at a time
  TuneLibrary, ///< copied from which on long runs call memcpy
  TuneCount
};

typedef struct Tuning {
  int64_t values[TuneCount];
} Tuning;

/// The sizes that the system reports, or usual ones where it reports none.
typedef struct CacheSizes {
  int64_t own;    ///< bytes of a core's own cache
  int64_t shared; ///< bytes of the cache that cores share
} CacheSizes;

/// What follows from cache sizes alone.
Tuning onnxopsImplGuessTuning(CacheSizes sizes);

/// Nanoseconds of copies of as many bytes through the caches.
typedef struct WayTimes {
  int64_t library, registers;
} WayTimes;

/// Nanoseconds to write as many bytes through the caches and past them.
typedef struct StoreTimes {
  int64_t cached, streamed;
} StoreTimes;

/// Times of copies on this machine, in nanoseconds: `near`, those of sixteen,
/// fit into a core's own cache, `far` only into one that cores share, and
/// `wide` takes 16 MB of that one, as does `fill`, which only writes. Streamed
/// ones go past the caches.
typedef struct CopyTimes {
  WayTimes near, far;
  int64_t farStreamed;
  StoreTimes wide;
  StoreTimes fill;                ///< 0 where `wide` is not faster streamed
  int64_t coldInOrder, coldPages; ///< streamed from memory
} CopyTimes;

/// The choices that take the least time.
Tuning onnxopsImplChooseTuning(CacheSizes sizes, const CopyTimes *times);

/// Reads ONNXOPS_TUNING: "print" and NAME=NUMBER, separated by commas, where a
/// number may end with K, M or G. Returns the set of values that it gives, bit
/// i for value i; what it does not know is reported on standard error.
/// `after`, changed only by "after=BYTES", is how many bytes large copies move
/// until this machine is measured, and `prints` whether the tuning is printed.
unsigned onnxopsImplReadTuning(const char *text, Tuning *tuning, int64_t *after,
                               bool *prints);

/// Nanoseconds since some time.
int64_t onnxopsImplNanoseconds(void);

/// Measures this machine if that has not happened, and returns the tuning of
/// the process.
Tuning onnxopsImplTuneNow(void);

/// Replaces the tuning of the process, so that a benchmark can compare choices.
/// No copy may run meanwhile.
void onnxopsImplUseTuning(const Tuning *tuning);

#endif /* ONNXOPS_LIB_RUNTIME_TUNING_H */
