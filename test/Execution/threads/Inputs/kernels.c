/*===- kernels.c - kernels as generated code has them ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Fills memory with 1000 kernels, one after another, on the pool of the test.
 * With RACY each range also writes the first unit of the next, as a kernel does
 * that stores whole vectors at its end.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/GeneratedCode.h"
#include "pool.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef RACY
enum { excess = 1 };
#else
enum { excess = 0 };
#endif

static void addOne(const int64_t *table, int64_t begin, int64_t end) {
  int64_t *units = (int64_t *)table[0];
  for (int64_t i = begin; i < end + excess; ++i)
    ++units[i];
}

int main(void) {
  enum { count = 4099, runs = 1000 };
  static int64_t units[count + excess];
  int64_t table[] = {(int64_t)units};
  Pool *pool = poolCreate();
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetParallelFor(context, poolParallelFor, pool);
  for (int i = 0; i < runs; ++i)
    onnxopsRtParallelFor(context, addOne, table, 1, count, 16, 4);
  int64_t wrong = 0;
  for (int i = 0; i < count; ++i)
    wrong += units[i] != runs;
  printf("%" PRId64 " units wrong, %" PRId64 " calls on %" PRId64 " threads\n",
         wrong, poolCalls(pool), poolThreads(pool));
  onnxopsContextDestroy(context);
  poolDestroy(pool);
  return wrong != 0;
}
