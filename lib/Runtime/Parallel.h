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

#endif /* ONNXOPS_LIB_RUNTIME_PARALLEL_H */
