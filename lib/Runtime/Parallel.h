/*===- Parallel.h - the work of a call in ranges ------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The threads that a context without a pool of its own uses.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_PARALLEL_H
#define ONNXOPS_LIB_RUNTIME_PARALLEL_H

#include "Context.h"

/// An OnnxopsParallelFor on the threads of LLVM's OpenMP library, which the
/// first call loads unless the process has it already. Without it, all ranges
/// run on the caller's thread. `pool` is ignored.
void onnxopsImplOpenMPParallelFor(void *pool, int64_t ranges,
                                  void (*task)(void *state, int64_t range),
                                  void *state);

/// Whether the library is available. Loads it.
bool onnxopsImplHasOpenMP(void);

/// Milliseconds for which its threads stay awake behind a region; -1 if there
/// is no library.
int64_t onnxopsImplOpenMPBlockTime(void);

/// The bytes from which on a pool pays, if `bytes` take one thread `alone`
/// nanoseconds and all threads `shared`, or 0 if that is not known, and a
/// region of the pool without any work takes `region`. Three times bytes times
/// region is an int64_t.
int64_t onnxopsImplLeastPooled(int64_t bytes, int64_t alone, int64_t region,
                               int64_t shared);

/// Whether threads of the OpenMP library, whose regions take 1.5 us, should
/// share work that writes `bytes`: no less than 128 KB, which take one thread 2
/// to 4 us. They sleep when there has been no region for `blockTime`
/// milliseconds, and waking them takes 50 to 100 us: that pays for much work,
/// or when about as much time could have been saved. `now` is in milliseconds.
bool onnxopsImplPays(RecentWork *recent, int64_t now, int64_t blockTime,
                     int64_t bytes);

#endif /* ONNXOPS_LIB_RUNTIME_PARALLEL_H */
