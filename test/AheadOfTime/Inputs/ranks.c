/*===- ranks.c - a model that three threads call together ------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Calls that succeed, and one for each way in which one rank can fail by
 * itself.
 *
 *===--------------------------------------------------------------------===*/

#include "model.h"
#include "tensors.h"

#include <pthread.h>

enum { RANKS = 3 };

enum { NOTHING, TYPE, INPUT, INPUTS, LENT, SIZES, WAYS };

typedef struct Rank {
  OnnxopsContext *context;
  int64_t rank;
  int way; ///< to fail, on rank 1
  struct model_outputs outputs;
  int32_t status;
} Rank;

static void *callRank(void *data) {
  Rank *self = data;
  int way = self->rank == 1 ? self->way : NOTHING;
  float rows[8], b[] = {-1, -2};
  for (int i = 0; i < 8; ++i)
    rows[i] = 10 * (float)(self->rank + 1) + (float)i;
  int64_t sizes[] = {self->rank + 1, way == SIZES ? 1 : 2};
  int64_t sizesOfB[] = {1, 2};
  DLTensor x = floats(rows, 2, sizes), tensorB = floats(b, 2, sizesOfB);
  if (way == TYPE)
    x.dtype.bits = 64;
  struct model_inputs inputs = {way == INPUT ? NULL : &x, &tensorB};
  float small[1];
  DLManagedTensor lent = {.dl_tensor = floats(small, 2, sizesOfB)};
  struct model_outputs outputs = {way == LENT ? &lent : NULL, NULL};
  self->status = model(self->context, way == INPUTS ? NULL : &inputs, &outputs);
  self->outputs = outputs;
  if (way == LENT)
    self->outputs.y = NULL;
  return NULL;
}

static void callAll(OnnxopsThreadTransports *transports, int way) {
  Rank all[RANKS];
  pthread_t threads[RANKS];
  for (int rank = 0; rank < RANKS; ++rank) {
    all[rank] =
        (Rank){.context = onnxopsContextCreate(), .rank = rank, .way = way};
    onnxopsContextSetTransport(all[rank].context,
                               onnxopsThreadTransport(transports, rank));
    pthread_create(&threads[rank], NULL, callRank, &all[rank]);
  }
  for (int rank = 0; rank < RANKS; ++rank)
    pthread_join(threads[rank], NULL);
  for (int rank = 0; rank < RANKS; ++rank) {
    Rank *self = &all[rank];
    printf("rank %d: %s\n", rank,
           self->status ? onnxopsContextError(self->context) : "succeeds");
    if (self->outputs.y)
      printTensor("  y", &self->outputs.y->dl_tensor);
    if (self->outputs.z)
      printTensor("  z", &self->outputs.z->dl_tensor);
    onnxopsTensorRelease(self->outputs.y);
    onnxopsTensorRelease(self->outputs.z);
    onnxopsContextDestroy(self->context);
  }
}

int main(void) {
  OnnxopsThreadTransports *transports = onnxopsThreadTransportsCreate(RANKS);
  for (int way = NOTHING; way < WAYS; ++way) {
    callAll(transports, way);
  }
  callAll(transports, NOTHING);
  onnxopsThreadTransportsDestroy(transports);
  OnnxopsContext *context = onnxopsContextCreate();
  Rank alone = {.context = context, .way = NOTHING};
  callRank(&alone);
  printf("alone: %s\n", onnxopsContextError(context));
  onnxopsContextDestroy(context);
  return 0;
}
