// Eight threads call one model at once, each with a context of its own, on the
// same inputs. With RACY, they write to the same memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define _POSIX_C_SOURCE 200112L

#include "model.h"
#include "tensors.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// Threads that race go on until they have met: the first report ends them.
#ifdef RACY
enum { Calls = 10000 };
#else
enum { Calls = 50 };
#endif
enum { Threads = 8, Rows = 40, Columns = 30 };

static struct model_inputs inputs;
static float a[Rows * Columns], b[Rows * Columns];

/// How many calls failed or gave wrong numbers.
static int64_t run(void) {
  OnnxopsContext *context = onnxopsContextCreate();
  struct model_outputs outputs = {0};
#ifdef RACY
  static float lent[2 * Rows * Columns];
  int64_t shape[2] = {2 * Rows, Columns};
  DLManagedTensor joined = {.dl_tensor = floats(lent, 2, shape)};
  outputs.joined = &joined;
#endif
  int64_t wrong = 0;
  for (int call = 0; call < Calls; ++call) {
    if (model(context, &inputs, &outputs) != 0) {
      ++wrong;
      continue;
    }
    const float *joined = outputs.joined->dl_tensor.data;
    wrong += memcmp(joined, a, sizeof(a)) != 0 ||
             memcmp(joined + Rows * Columns, b, sizeof(b)) != 0 ||
             outputs.rows->length != Rows;
    for (int64_t i = 0; i < outputs.rows->length; ++i)
      wrong += memcmp(outputs.rows->tensors[i].data, a + i * Columns,
                      Columns * sizeof(float)) != 0;
  }
  onnxopsTensorRelease(outputs.joined);
  onnxopsTensorListRelease(outputs.rows);
  onnxopsContextDestroy(context);
  return wrong;
}

// All begin at once.
static pthread_barrier_t start;

static void *runThread(void *wrong) {
  pthread_barrier_wait(&start);
  *(int64_t *)wrong = run();
  return NULL;
}

int main(void) {
  for (int i = 0; i < Rows * Columns; ++i)
    a[i] = (float)i, b[i] = (float)-i;
  int64_t shape[2] = {Rows, Columns};
  DLTensor tensorA = floats(a, 2, shape), tensorB = floats(b, 2, shape);
  inputs = (struct model_inputs){&tensorA, &tensorB};
  if (pthread_barrier_init(&start, NULL, Threads))
    return 2;
  pthread_t threads[Threads];
  int64_t wrong[Threads], sum = 0;
  for (int i = 0; i < Threads; ++i)
    if (pthread_create(&threads[i], NULL, runThread, &wrong[i]))
      return 2;
  for (int i = 0; i < Threads; ++i) {
    pthread_join(threads[i], NULL);
    sum += wrong[i];
  }
  pthread_barrier_destroy(&start);
  printf("%d calls on %d threads, %" PRId64 " wrong\n", Threads * Calls,
         Threads, sum);
  return sum != 0;
}
