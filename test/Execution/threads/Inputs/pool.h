/*===- pool.h - an embedder's threads ------------------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A pool for onnxopsContextSetParallelFor that ThreadSanitizer understands,
 * unlike OpenMP's, which is not instrumented.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_TEST_EXECUTION_THREADS_INPUTS_POOL_H
#define ONNXOPS_TEST_EXECUTION_THREADS_INPUTS_POOL_H

#include <stdint.h>

typedef struct Pool Pool;

/// Starts four threads; range k of each job is for the k-th.
Pool *poolCreate(void);
void poolDestroy(Pool *pool);

/// An OnnxopsParallelFor for four ranges or less. One caller at a time.
void poolParallelFor(void *pool, int64_t ranges,
                     void (*task)(void *state, int64_t range), void *state);

/// The number of calls so far, and of threads that have run a range.
int64_t poolCalls(const Pool *pool);
int64_t poolThreads(const Pool *pool);

#endif /* ONNXOPS_TEST_EXECUTION_THREADS_INPUTS_POOL_H */
