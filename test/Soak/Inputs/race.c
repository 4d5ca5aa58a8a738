/*===- race.c - what ThreadSanitizer must see ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Two threads call one program, each with a context and inputs of its own, as
 * they may, but lend the same memory to its outputs. The code that writes there
 * was made a moment ago: a build that is not wholly under ThreadSanitizer says
 * nothing.
 *
 *===--------------------------------------------------------------------===*/

#include "soak.h"

#include <pthread.h>

enum { Calls = 10000, Room = 4096 };
static _Alignas(64) char lent[8][Room];

static void *callOften(void *argument) {
  const Model *model = argument;
  OnnxopsContext *context = onnxopsContextCreate();
  Table table = tableCreate(model->program, 1);
  for (int64_t i = table.inputs; i < table.count; ++i)
    table.slots[i] =
        (OnnxopsValue){.data = lent[(i - table.inputs) % 8], .capacity = Room};
  for (int i = 0; i < Calls; ++i)
    expect(onnxopsProgramCall(model->program, table.slots, table.count,
                              context) == 0,
           model->name, "call", onnxopsContextError(context));
  tableDestroy(&table);
  onnxopsContextDestroy(context);
  return NULL;
}

void race(Model *model) {
  pthread_t threads[2];
  model->program = makeProgram(model, 0);
  for (int i = 0; i < 2; ++i)
    expect(!pthread_create(&threads[i], NULL, callOften, model), "soak",
           "no thread", "");
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  onnxopsProgramDestroy(model->program);
}
