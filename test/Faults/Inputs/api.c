/*===- api.c - the C API where calls of the system fail -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * usage: api MODEL...
 *
 * Lets each call for memory fail in turn that calls of compiled functions and
 * what surrounds them make, and each call that opens or reads a file while a
 * model is imported: an error each time, after which all is as before, to the
 * byte and to the descriptor. Compiling is left out: LLVM ends a process that
 * has no memory for it, unless the embedder's handler of bad allocations does.
 *
 *===--------------------------------------------------------------------===*/

#define _DEFAULT_SOURCE

#include "faults.h"
#include "soak.h"

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void expect(bool condition, const char *name, const char *what,
            const char *detail) {
  if (condition)
    return;
  faultsEnd();
  fprintf(stderr, "error: %s: %s: %s\n", name, what, detail);
  exit(1);
}

static int countDescriptors(void) {
  int count = 0;
  DIR *folder = opendir("/proc/self/fd");
  for (struct dirent *entry; (entry = readdir(folder));)
    count += entry->d_name[0] != '.';
  closedir(folder);
  return count;
}

/*===--------------------------------------------------------------------===*
 * Memory
 *===--------------------------------------------------------------------===*/

/* A call from nothing to its results, with the message of a failure. */
static int32_t callOnce(OnnxopsProgram program, Table *table, char *message) {
  OnnxopsContext *context = onnxopsContextCreate();
  strcpy(message, "no context");
  if (!context)
    return 1;
  int32_t status =
      onnxopsProgramCall(program, table->slots, table->count, context);
  snprintf(message, 1024, "%s", onnxopsContextError(context));
  onnxopsContextDestroy(context);
  return status;
}

static bool areOutputsEmpty(const Table *table) {
  static const OnnxopsValue empty;
  for (int64_t i = table->inputs; i < table->count; ++i)
    if (memcmp(&table->slots[i], &empty, sizeof(empty)))
      return false;
  return true;
}

/* Returns how many calls for memory there are. */
static int64_t failCalls(const char *name, OnnxopsProgram program) {
  char message[1024];
  Table table = tableCreate(program, 1);
  // What is kept for good is there after the first.
  expect(callOnce(program, &table, message) == 0, name, "call", message);
  tableReleaseOutputs(&table);
  int64_t before = faultsCountBlocks();
  for (int64_t at = 0;; ++at) {
    faultsBegin("memory", at, 1);
    int32_t status = callOnce(program, &table, message);
    int64_t failed = faultsEnd();
    expect(failed ? status == 0 || *message : status == 0, name, "call",
           message);
    expect(status == 0 || areOutputsEmpty(&table), name, "outputs changed",
           message);
    tableReleaseOutputs(&table);
    expect(faultsCountBlocks() == before, name, "leaks", message);
    if (!failed) {
      tableDestroy(&table);
      return at;
    }
  }
}

/* The same for the memory of sequences that the caller makes. */
static void failSequences(const char *name) {
  float data[600] = {1};
  int64_t sizes[] = {20, 30};
  OnnxopsValue tensor = {
      .elementType = ONNXOPS_FLOAT32, .rank = 2, .data = data, .sizes = sizes};
  int64_t before = faultsCountBlocks();
  for (int64_t at = 0, failed = 1; failed; ++at) {
    int64_t appended = 0;
    faultsBegin("memory", at, 1);
    OnnxopsSequence *sequence = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
    for (int i = 0; sequence && i < 20; ++i)
      appended += onnxopsSequenceAppend(sequence, &tensor) == 0;
    failed = faultsEnd();
    expect(appended == onnxopsSequenceLength(sequence), name, "append", "");
    expect(appended == (sequence ? 20 - failed : 0), name, "append", "");
    onnxopsSequenceDestroy(sequence);
    expect(faultsCountBlocks() == before, name, "a sequence leaks", "");
  }
}

/*===--------------------------------------------------------------------===*
 * Files
 *===--------------------------------------------------------------------===*/

static int64_t failImports(const char *path, const char *kind) {
  MlirContext context = onnxopsContextCreateForModels();
  int before = countDescriptors();
  for (int64_t at = 0;; ++at) {
    char *error = NULL;
    faultsBegin(kind, at, 0);
    MlirModule module = onnxopsImportFile(
        context, mlirStringRefCreateFromCString(path), NULL, &error);
    int64_t failed = faultsEnd();
    expect(mlirModuleIsNull(module) == (failed > 0) && !error == !failed, path,
           kind, error ? error : "no error");
    onnxopsErrorFree(error);
    if (!failed)
      mlirModuleDestroy(module);
    expect(countDescriptors() == before, path, kind, "a descriptor is left");
    if (failed)
      continue;
    mlirContextDestroy(context);
    return at;
  }
}

static OnnxopsProgram compile(const char *path) {
  char *error = NULL;
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule module = onnxopsImportFile(
      context, mlirStringRefCreateFromCString(path), NULL, &error);
  expect(!mlirModuleIsNull(module), path, "cannot import", error);
  OnnxopsProgram program = onnxopsProgramCompile(module, NULL, &error);
  expect(!onnxopsProgramIsNull(program), path, "cannot compile", error);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return program;
}

int main(int count, char **arguments) {
  for (int i = 1; i < count; ++i) {
    OnnxopsProgram program = compile(arguments[i]);
    const char *name = strrchr(arguments[i], '/') + 1;
    int64_t blocks = failCalls(name, program);
    failSequences(name);
    onnxopsProgramDestroy(program);
    int64_t opened = failImports(arguments[i], "open");
    int64_t reads = failImports(arguments[i], "read");
    printf("%s: failed %d for memory, %d to open, %d to read\n", name,
           (int)blocks, (int)opened, (int)reads);
    fflush(stdout);
  }
  return 0;
}
