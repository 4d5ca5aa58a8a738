/*===- concat.c - calls a concat whose work is shared ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Concat of [ROWS, 17] and [ROWS, 40] on axis 1, floats, with the pool of the
 * test, compared with a plain loop.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/Runtime.h"
#include "pool.h"

#include <inttypes.h>
#include <stdio.h>

enum { rows = 3001, columns = 57, columnsOfA = 17, columnsOfB = 40 };

static float a[rows * columnsOfA], b[rows * columnsOfB];

int32_t onnxops_main(OnnxopsValue *table, int64_t count,
                     OnnxopsContext *context);

static OnnxopsValue matrix(float *data, int64_t *sizes) {
  OnnxopsValue value = {0};
  value.elementType = ONNXOPS_FLOAT32;
  value.rank = 2;
  value.data = data;
  value.sizes = sizes;
  return value;
}

static float expected(int64_t row, int64_t column) {
  return column < columnsOfA ? a[row * columnsOfA + column]
                             : b[row * columnsOfB + column - columnsOfA];
}

static int64_t countWrong(const float *result) {
  int64_t wrong = 0;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      wrong += result[i * columns + j] != expected(i, j);
  return wrong;
}

int main(void) {
  for (int i = 0; i < rows * columnsOfA; ++i)
    a[i] = (float)i;
  for (int i = 0; i < rows * columnsOfB; ++i)
    b[i] = (float)-i;
  int64_t sizesOfA[] = {rows, columnsOfA}, sizesOfB[] = {rows, columnsOfB};
  OnnxopsValue table[3] = {matrix(a, sizesOfA), matrix(b, sizesOfB), {0}};
  Pool *pool = poolCreate();
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetParallelFor(context, poolParallelFor, pool);
  int32_t status = 0;
  int64_t wrong = 0;
  for (int run = 0; run < 20 && status == 0; ++run) {
    a[run] += 1; // by this thread, read by those of the pool
    status = onnxops_main(table, 3, context);
    wrong += status == 0 ? countWrong(table[2].data) : 0;
  }
  printf("status %" PRId32 ", %" PRId64 " elements wrong, %" PRId64
         " calls on %" PRId64 " threads\n",
         status, wrong, poolCalls(pool), poolThreads(pool));
  onnxopsValueRelease(&table[2]);
  onnxopsContextDestroy(context);
  poolDestroy(pool);
  return status != 0 || wrong != 0;
}
