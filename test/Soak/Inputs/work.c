/*===- work.c - what each thread of a soak does ----------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Everything that an embedder does, and what it does wrong. Each result is
 * checked: a soak of calls that all fail would be flat as well.
 *
 *===--------------------------------------------------------------------===*/

#define _POSIX_C_SOURCE 200809L

#include "soak.h"

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

/*===--------------------------------------------------------------------===*
 * From files to programs
 *===--------------------------------------------------------------------===*/

static void expectError(const Model *model, char *error, const char *what) {
  expect(error && *error && !strchr(error, '\n'), model->name, what,
         error ? error : "no message");
  onnxopsErrorFree(error);
}

static void countBytes(MlirStringRef piece, void *bytes) {
  *(size_t *)bytes += piece.length;
}

/* From memory or from the file, by turns. */
static MlirModule import(MlirContext context, const Model *model, unsigned turn,
                         char **error) {
  if (turn % 2)
    return onnxopsImportFile(context, text(model->path), NULL, error);
  return onnxopsImportONNX(context,
                           mlirStringRefCreate(model->data, model->size),
                           text(model->path), NULL, error);
}

/* What cannot be read, and what cannot be compiled so. */
static void makeMistakes(MlirContext context, const Model *model,
                         MlirModule module) {
  char *error = NULL;
  MlirModule none = onnxopsImportONNX(
      context, mlirStringRefCreate(model->data, model->size - 1),
      text(model->path), NULL, &error);
  expect(mlirModuleIsNull(none), model->name, "read half of it", "");
  expectError(model, error, "expected an error for a part of a model");
  onnxopsImportFile(context, text("nowhere.onnx"), NULL, &error);
  expectError(model, error, "expected an error for no file");
  OnnxopsCompileOptions options = {.checks = "sometimes"};
  OnnxopsProgram program = onnxopsProgramCompile(module, &options, &error);
  expect(onnxopsProgramIsNull(program), model->name, "compiled it", "");
  expectError(model, error, "expected an error for an option");
}

static OnnxopsProgram compile(const Model *model, MlirModule module,
                              unsigned turn) {
  char *error = NULL;
  OnnxopsCompileOptions options = {.threads = 1 + turn % 3 % 2,
                                   .verifyPasses = turn % 5 == 4};
  OnnxopsProgram program = onnxopsProgramCompile(module, &options, &error);
  expect(onnxopsProgramIsNull(program) != model->isGood, model->name, "compile",
         error ? error : "expected an error");
  if (error)
    expectError(model, error, "expected one line");
  return program;
}

OnnxopsProgram makeProgram(const Model *model, unsigned turn) {
  OnnxopsProgram program = {NULL};
  char *error = NULL;
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule module = import(context, model, turn, &error);
  if (mlirModuleIsNull(module)) {
    expect(!model->isGood, model->name, "cannot import", error);
    expectError(model, error, "expected one line");
    mlirContextDestroy(context);
    return program;
  }
  program = compile(model, module, turn);
  if (model->isGood) {
    size_t bytes = 0;
    makeMistakes(context, model, module);
    expect(mlirLogicalResultIsSuccess(
               onnxopsExportONNX(module, countBytes, &bytes, &error)) &&
               bytes > 0,
           model->name, "cannot export", error ? error : "");
  }
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return program;
}

/*===--------------------------------------------------------------------===*
 * Calls
 *===--------------------------------------------------------------------===*/

typedef struct Caller {
  const Model *model;
  OnnxopsProgram program;
  OnnxopsContext *context;
} Caller;

static void succeed(const Caller *caller, Table *table) {
  int32_t status = onnxopsProgramCall(caller->program, table->slots,
                                      table->count, caller->context);
  const char *error = onnxopsContextError(caller->context);
  expect(status == 0 && !*error, caller->model->name, "call", error);
}

static void fail(const Caller *caller, Table *table, int64_t count,
                 const char *what) {
  int32_t status =
      onnxopsProgramCall(caller->program, table->slots, count, caller->context);
  const char *error = onnxopsContextError(caller->context);
  expect(status == 1 && *error, caller->model->name, what,
         "expected it to fail");
}

static void callRightly(const Caller *caller, Table *table) {
  int32_t wasCancelled = 1;
  succeed(caller, table);
  succeed(caller, table); // into the memory that the outputs have
  tableReleaseOutputs(table);
  int32_t status =
      onnxopsProgramCallUntilSignal(caller->program, table->slots, table->count,
                                    caller->context, SIGUSR1, &wasCancelled);
  expect(status == 0 && !wasCancelled, caller->model->name,
         "call until a signal", onnxopsContextError(caller->context));
}

static void callWithWrongTables(const Caller *caller, Table *table) {
  OnnxopsValue *first = table->slots, before = *first;
  OnnxopsValue *output = &table->slots[table->inputs];
  char byte;
  fail(caller, table, table->count - 1, "a slot too few");
  first->kind = !first->kind;
  fail(caller, table, table->count, "the other kind");
  *first = before;
  if (first->kind == ONNXOPS_TENSOR) {
    first->elementType = ONNXOPS_COMPLEX128;
    fail(caller, table, table->count, "another element type");
    *first = before;
    ++first->rank;
    fail(caller, table, table->count, "another rank");
    *first = before;
  }
  tableReleaseOutputs(table);
  *output = (OnnxopsValue){.data = &byte, .capacity = 1};
  fail(caller, table, table->count, "one byte for an output");
  memset(output, 0, sizeof(*output));
}

static void callWithLimits(const Caller *caller, Table *table) {
  tableReleaseOutputs(table);
  onnxopsContextSetCancelled(caller->context, 1);
  fail(caller, table, table->count, "cancelled");
  onnxopsContextSetCancelled(caller->context, 0);
  onnxopsContextSetMemoryLimit(caller->context, 0);
  fail(caller, table, table->count, "no memory allowed");
  onnxopsContextSetMemoryLimit(caller->context, -1);
}

static void *cancelSoon(void *context) {
  struct timespec soon = {.tv_nsec = 2000000};
  nanosleep(&soon, NULL);
  onnxopsContextSetCancelled(context, 1);
  return NULL;
}

/* Large numbers of repeats and iterations, and positions that are none. */
static void callEndlessly(const Caller *caller) {
  enum { Huge = 1000000007 };
  Table table = tableCreate(caller->program, Huge);
  if (table.hasIntegers) {
    pthread_t thread;
    onnxopsContextSetMemoryLimit(caller->context, 1 << 20);
    expect(!pthread_create(&thread, NULL, cancelSoon, caller->context), "soak",
           "no thread", "");
    fail(caller, &table, table.count, "huge integers");
    pthread_join(thread, NULL);
    onnxopsContextSetMemoryLimit(caller->context, -1);
    onnxopsContextSetCancelled(caller->context, 0);
  }
  tableDestroy(&table);
}

/* One thread for each range, which sanitizers understand. */
typedef struct Range {
  void (*task)(void *state, int64_t range);
  void *state;
  int64_t range;
} Range;

static void *runRange(void *argument) {
  Range *range = argument;
  range->task(range->state, range->range);
  return NULL;
}

static void runRanges(void *pool, int64_t count,
                      void (*task)(void *state, int64_t range), void *state) {
  enum { Most = 16 };
  pthread_t threads[Most];
  Range ranges[Most];
  (void)pool;
  expect(count <= Most, "soak", "too many ranges", "");
  for (int64_t i = 0; i < count; ++i) {
    ranges[i] = (Range){task, state, i};
    expect(!pthread_create(&threads[i], NULL, runRange, &ranges[i]), "soak",
           "no thread", "");
  }
  for (int64_t i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
}

void callProgram(const Model *model, OnnxopsProgram program, bool usePool) {
  Caller caller = {model, program, onnxopsContextCreate()};
  Table table = tableCreate(program, 1);
  if (usePool)
    onnxopsContextSetParallelFor(caller.context, runRanges, NULL);
  callRightly(&caller, &table);
  callWithWrongTables(&caller, &table);
  callWithLimits(&caller, &table);
  callEndlessly(&caller);
  succeed(&caller, &table);
  tableDestroy(&table);
  onnxopsContextDestroy(caller.context);
}
