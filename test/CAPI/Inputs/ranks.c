/*===- ranks.c - a program for several ranks, from C -----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three threads are the ranks of a concat along the dimension that is sharded.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"
#include "onnxops-c/Program.h"
#include "onnxops/ABI/Transport.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { RANKS = 3 };

static const char source[] =
    "func.func @main(%x: tensor<?x2xf32> {onnxops.name = \"x\"},"
    "                %b: tensor<1x2xf32> {onnxops.name = \"b\"})"
    "    -> (tensor<?x2xf32> {onnxops.name = \"y\"},"
    "        tensor<2x2xf32> {onnxops.name = \"z\"}) {"
    "  %y = onnxops.concat_v13 %b, %x axis = 0"
    "    : (tensor<1x2xf32>, tensor<?x2xf32>) -> tensor<?x2xf32>"
    "  %z = onnxops.concat_v13 %b, %b axis = 0"
    "    : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>"
    "  return %y, %z : tensor<?x2xf32>, tensor<2x2xf32>"
    "}";

typedef struct Rank {
  OnnxopsProgram program;
  OnnxopsTransport *transport; ///< or null
  int64_t rows, columns;       ///< of its shard
  float data[8];
  OnnxopsValue table[4];
  int32_t status;
  char error[200];
} Rank;

static OnnxopsValue makeTensor(float *data, int64_t *sizes) {
  OnnxopsValue value = {
      .elementType = ONNXOPS_FLOAT32, .rank = 2, .data = data, .sizes = sizes};
  return value;
}

static void *callRank(void *data) {
  Rank *self = data;
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetTransport(context, self->transport);
  float b[] = {-1, -2};
  int64_t sizes[] = {self->rows, self->columns}, sizesOfB[] = {1, 2};
  memset(self->table, 0, sizeof(self->table));
  self->table[0] = makeTensor(self->data, sizes);
  self->table[1] = makeTensor(b, sizesOfB);
  self->status = onnxopsProgramCall(self->program, self->table, 4, context);
  snprintf(self->error, sizeof(self->error), "%s",
           onnxopsContextError(context));
  onnxopsContextDestroy(context);
  return NULL;
}

static void printShard(int rank, OnnxopsValue shard) {
  printf("rank %d, %dx%d:", rank, (int)shard.sizes[0], (int)shard.sizes[1]);
  for (int64_t i = 0; i < shard.sizes[0] * shard.sizes[1]; ++i)
    printf(" %g", ((const float *)shard.data)[i]);
  printf("\n");
}

/* Ranks have one, two and three rows, of `columns[rank]` elements. */
static void callAll(OnnxopsProgram program, int ranks, const int *columns) {
  OnnxopsThreadTransports *transports = onnxopsThreadTransportsCreate(ranks);
  Rank all[RANKS];
  pthread_t threads[RANKS];
  for (int rank = 0; rank < ranks; ++rank) {
    all[rank] = (Rank){.program = program,
                       .transport = onnxopsThreadTransport(transports, rank),
                       .rows = rank + 1,
                       .columns = columns[rank]};
    for (int i = 0; i < 8; ++i)
      all[rank].data[i] = 10 * (float)(rank + 1) + (float)i;
    pthread_create(&threads[rank], NULL, callRank, &all[rank]);
  }
  for (int rank = 0; rank < ranks; ++rank)
    pthread_join(threads[rank], NULL);
  for (int rank = 0; rank < ranks; ++rank) {
    if (all[rank].status != 0)
      printf("rank %d failed: %s\n", rank, all[rank].error);
    for (int output = 2; all[rank].status == 0 && output < 4; ++output)
      printShard(rank, all[rank].table[output]);
    onnxopsValueRelease(&all[rank].table[2]);
    onnxopsValueRelease(&all[rank].table[3]);
  }
  onnxopsThreadTransportsDestroy(transports);
}

static OnnxopsProgram compile(MlirModule module,
                              const OnnxopsCompileOptions *options) {
  char *error;
  OnnxopsProgram program = onnxopsProgramCompile(module, options, &error);
  if (onnxopsProgramIsNull(program)) {
    printf("error: %s\n", error);
    onnxopsErrorFree(error);
  }
  return program;
}

static void refuse(MlirModule module, OnnxopsCompileOptions options) {
  onnxopsProgramDestroy(compile(module, &options));
}

static void refuseAll(MlirModule module) {
  OnnxopsShard none = {"q", 0}, high = {"x", 2}, below = {"x", -1};
  OnnxopsShard twice[] = {{"x", 0}, {"x", 1}}, x = {"x", 0};
  refuse(module, (OnnxopsCompileOptions){.ranks = 2});
  refuse(module,
         (OnnxopsCompileOptions){.ranks = -2, .shards = &x, .numShards = 1});
  refuse(module,
         (OnnxopsCompileOptions){.ranks = 2, .shards = &none, .numShards = 1});
  refuse(module,
         (OnnxopsCompileOptions){.ranks = 2, .shards = &high, .numShards = 1});
  refuse(module,
         (OnnxopsCompileOptions){.ranks = 2, .shards = &below, .numShards = 1});
  refuse(module,
         (OnnxopsCompileOptions){.ranks = 2, .shards = twice, .numShards = 2});
  refuse(module,
         (OnnxopsCompileOptions){
             .ranks = 2, .shards = &x, .numShards = 1, .device = "vulkan"});
}

static void printInfo(const char *what, OnnxopsValueInfo info) {
  printf("%s %s: %d rows, shards along %d\n", what, info.name,
         (int)info.sizes[0], (int)info.shard);
}

int main(void) {
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  refuseAll(module);

  OnnxopsShard shard = {"x", 0};
  OnnxopsCompileOptions options = {
      .ranks = RANKS, .shards = &shard, .numShards = 1};
  OnnxopsProgram program = compile(module, &options);
  printInfo("input", onnxopsProgramGetInput(program, 0));
  printInfo("input", onnxopsProgramGetInput(program, 1));
  printInfo("output", onnxopsProgramGetOutput(program, 0));
  printInfo("output", onnxopsProgramGetOutput(program, 1));
  const int columns[] = {2, 2, 2}, wrong[] = {2, 1, 2};
  callAll(program, RANKS, columns);
  callAll(program, RANKS, wrong);
  callAll(program, 2, columns);
  Rank alone = {.program = program, .rows = 1, .columns = 2};
  callRank(&alone);
  printf("alone: %s\n", alone.error);
  onnxopsProgramDestroy(program);

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
