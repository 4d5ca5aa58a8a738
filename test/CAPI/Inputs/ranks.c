/*===- ranks.c - a program for several ranks, from C -----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Three threads are the ranks of a concat along the dimension that is sharded,
 * and six those of a grid.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"
#include "onnxops-c/Program.h"
#include "onnxops/ABI/Transport.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { RANKS = 3, MOST_RANKS = 6 };

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

static const char freeSource[] =
    "func.func @main(%x: tensor<5xf32> {onnxops.name = \"x\"},"
    "                %y: tensor<4xf32> {onnxops.name = \"y\"})"
    "    -> (tensor<9xf32> {onnxops.name = \"z\"}) {"
    "  %z = onnxops.concat_v13 %x, %y axis = 0"
    "    : (tensor<5xf32>, tensor<4xf32>) -> tensor<9xf32>"
    "  return %z : tensor<9xf32>"
    "}";

static const char annotatedSource[] =
    "shard.grid @grid(shape = 2x2)"
    "func.func @main(%x: tensor<4x2xf32> {onnxops.name = \"x\"})"
    "    -> (tensor<4x2xf32> {onnxops.name = \"y\"}) {"
    "  %from = shard.sharding @grid split_axes = [[1]]"
    "    sharded_dims_offsets = [0, 3, 4] : !shard.sharding"
    "  %to = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding"
    "  %0 = shard.shard %x to %from : tensor<4x2xf32>"
    "  %1 = shard.shard %0 to %to : tensor<4x2xf32>"
    "  return %1 : tensor<4x2xf32>"
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

/* Ranks have `rows[rank]` rows of `columns[rank]` elements. */
static void callAll(OnnxopsProgram program, int ranks, const int64_t *rows,
                    const int *columns) {
  OnnxopsThreadTransports *transports = onnxopsThreadTransportsCreate(ranks);
  Rank all[MOST_RANKS];
  pthread_t threads[MOST_RANKS];
  for (int rank = 0; rank < ranks; ++rank) {
    all[rank] = (Rank){.program = program,
                       .transport = onnxopsThreadTransport(transports, rank),
                       .rows = rows[rank],
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

static OnnxopsShard makeShard(const char *input, int64_t dimension,
                              int64_t axis) {
  OnnxopsShard shard = {.input = input, .dimension = dimension, .axis = axis};
  return shard;
}

static void refuseAll(MlirModule module) {
  OnnxopsShard none = makeShard("q", 0, 0), high = makeShard("x", 2, 0);
  OnnxopsShard below = makeShard("x", -1, 0), far = makeShard("x", 0, 2);
  OnnxopsShard twice[] = {makeShard("x", 0, 0), makeShard("x", 1, 0)};
  OnnxopsShard x = twice[0], unnamed = makeShard(NULL, 0, 0);
  OnnxopsShard sizes = {.input = "x", .isFree = true};
  const int64_t grid[] = {2, 3}, huge[] = {INT64_MAX, INT64_MAX};
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
  refuse(module, (OnnxopsCompileOptions){.shards = &unnamed, .numShards = 1});
  refuse(module, (OnnxopsCompileOptions){.shards = &x, .numShards = -1});
  refuse(module, (OnnxopsCompileOptions){.numShards = 1});
  refuse(module, (OnnxopsCompileOptions){.shards = &sizes, .numShards = 1});
  refuse(module, (OnnxopsCompileOptions){.numAxes = 2});
  refuse(module, (OnnxopsCompileOptions){.grid = grid, .numAxes = -2});
  refuse(module, (OnnxopsCompileOptions){.grid = grid, .numAxes = 9});
  refuse(module, (OnnxopsCompileOptions){.grid = grid, .numAxes = 2});
  refuse(module, (OnnxopsCompileOptions){.ranks = 4,
                                         .shards = &x,
                                         .numShards = 1,
                                         .grid = grid,
                                         .numAxes = 2});
  refuse(module, (OnnxopsCompileOptions){
                     .shards = &x, .numShards = 1, .grid = huge, .numAxes = 2});
  refuse(module,
         (OnnxopsCompileOptions){
             .shards = &far, .numShards = 1, .grid = grid, .numAxes = 2});
}

/* Of a program for ranks in a grid of `axes` axes. */
static void printInfo(const char *what, OnnxopsValueInfo info, int64_t axes) {
  printf("%s %s: %d rows, shards along", what, info.name, (int)info.sizes[0]);
  for (int64_t axis = 0; axis < axes; ++axis) {
    OnnxopsAxisShards shards = info.shards[axis];
    printf(" %d", (int)shards.dimension);
    for (int64_t i = 0; i < shards.numOffsets; ++i)
      printf("%s%d", i ? "," : " from ", (int)shards.offsets[i]);
  }
  printf("\n");
}

static void printProgram(OnnxopsProgram program) {
  const int64_t *grid;
  int64_t axes = onnxopsProgramGetGrid(program, &grid);
  printf("ranks:");
  for (int64_t axis = 0; axis < axes; ++axis)
    printf(" %d", (int)grid[axis]);
  printf("\n");
  for (int64_t i = 0; i < onnxopsProgramGetNumInputs(program); ++i)
    printInfo("input", onnxopsProgramGetInput(program, i), axes);
  for (int64_t i = 0; i < onnxopsProgramGetNumOutputs(program); ++i)
    printInfo("output", onnxopsProgramGetOutput(program, i), axes);
}

/* Blocks of one or two rows and one column. */
static void callGrid(MlirModule module) {
  const int64_t grid[] = {3, 2};
  OnnxopsShard shards[] = {makeShard("x", 0, 0), makeShard("x", 1, 1)};
  OnnxopsCompileOptions options = {
      .shards = shards, .numShards = 2, .grid = grid, .numAxes = 2};
  OnnxopsProgram program = compile(module, &options);
  printProgram(program);
  const int64_t rows[] = {1, 1, 2, 2, 1, 1};
  const int columns[] = {1, 1, 1, 1, 1, 1};
  callAll(program, 6, rows, columns);
  onnxopsProgramDestroy(program);
}

/* What a free input has, and a module whose annotations have the grid. */
static void describeOthers(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(freeSource));
  OnnxopsShard shards[] = {{.input = "x"}, {.input = "y", .isFree = true}};
  OnnxopsCompileOptions options = {
      .ranks = RANKS, .shards = shards, .numShards = 2};
  OnnxopsProgram program = compile(module, &options);
  printProgram(program);
  onnxopsProgramDestroy(program);
  mlirModuleDestroy(module);

  module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(annotatedSource));
  program = compile(module, NULL);
  printProgram(program);
  onnxopsProgramDestroy(program);
  refuse(module, (OnnxopsCompileOptions){.ranks = 5});
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule module =
      mlirModuleCreateParse(context, mlirStringRefCreateFromCString(source));
  refuseAll(module);

  OnnxopsShard shard = {.input = "x"};
  OnnxopsCompileOptions options = {
      .ranks = RANKS, .shards = &shard, .numShards = 1};
  OnnxopsProgram program = compile(module, &options);
  printProgram(program);
  const int64_t rows[] = {1, 2, 3};
  const int columns[] = {2, 2, 2}, wrong[] = {2, 1, 2};
  callAll(program, RANKS, rows, columns);
  callAll(program, RANKS, rows, wrong);
  callAll(program, 2, rows, columns);
  Rank alone = {.program = program, .rows = 1, .columns = 2};
  callRank(&alone);
  printf("alone: %s\n", alone.error);
  onnxopsProgramDestroy(program);
  callGrid(module);
  describeOthers(context);

  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return 0;
}
