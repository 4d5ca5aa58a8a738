/*===- bench-calls.c - what a call of a compiled model costs ---------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Times the C function of a small concat that was compiled ahead of time, into
 * lent and into reused memory, beside memcpy of the same bytes. The difference
 * is what the call costs beyond its bytes.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 199309L

#include "calls.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { Rows = 4, Columns = 8, Repetitions = 200, Calls = 2000 };

static float a[Rows * Columns], b[Rows * Columns], lent[2 * Rows * Columns];
static int64_t shape[2] = {Rows, Columns}, resultShape[2] = {2 * Rows, Columns};
static OnnxopsContext *context;
static struct calls_inputs inputs;
static struct calls_outputs outputs;
static int failures;

static void call(void) { failures += calls(context, &inputs, &outputs); }

/// Through pointers that the compiler does not know, as a call has them.
static void copy(void) {
  float *volatile to = lent;
  const float *volatile from[2] = {a, b};
  memcpy(to, from[0], sizeof(a));
  memcpy(to + Rows * Columns, from[1], sizeof(b));
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/// Nanoseconds of one run, in the best of many rows of runs.
static double measure(void (*run)(void)) {
  double best = 1e30;
  for (int i = 0; i < Repetitions; ++i) {
    double begin = now();
    for (int k = 0; k < Calls; ++k)
      run();
    double time = (now() - begin) / Calls;
    best = time < best ? time : best;
  }
  return best;
}

static DLTensor matrix(float *data, int64_t *sizes) {
  DLTensor tensor = {.data = data, .ndim = 2, .shape = sizes};
  tensor.device.device_type = kDLCPU;
  tensor.dtype.code = kDLFloat;
  tensor.dtype.bits = 32;
  tensor.dtype.lanes = 1;
  return tensor;
}

int main(void) {
  DLTensor tensorA = matrix(a, shape), tensorB = matrix(b, shape);
  DLManagedTensor result = {.dl_tensor = matrix(lent, resultShape)};
  for (int i = 0; i < Rows * Columns; ++i)
    a[i] = (float)i, b[i] = (float)-i;
  context = onnxopsContextCreate();
  inputs = (struct calls_inputs){&tensorA, &tensorB};
  double bytes = measure(copy);
  memset(lent, 0, sizeof(lent));
  outputs.result = &result;
  double intoLent = measure(call);
  int isRight = memcmp(lent, a, sizeof(a)) == 0 &&
                memcmp(lent + Rows * Columns, b, sizeof(b)) == 0;
  outputs.result = NULL;
  double intoReused = measure(call);
  onnxopsTensorRelease(outputs.result);
  onnxopsContextDestroy(context);
  if (failures > 0 || !isRight) {
    fprintf(stderr, "error: expected calls that work, but got others\n");
    return 1;
  }
  printf("concat of two float32[%d,%d], nanoseconds beyond memcpy of the same "
         "bytes (%.1f):\n  into lent memory %.1f\n  into reused memory %.1f\n",
         Rows, Columns, bytes, intoLent - bytes, intoReused - bytes);
  return 0;
}
