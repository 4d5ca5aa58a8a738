/* Threads call a function of matrices of i32 that is compiled for as many
 * ranks, each with its block of every input, and print their blocks of the
 * result.
 *
 * usage: shards RANKS RANKS INPUT...
 *   RANKS  along the two axes of the grid
 *   INPUT  where blocks begin and end in rows and columns: 0,2,4:0,3. As many
 * as ranks are along the axis, or one, which is that of all ranks. Elements are
 * counted from 0 on, in the next input from 100 on, and so forth.
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "onnxops/ABI/Transport.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMost = 64 };

int32_t onnxops_main(OnnxopsValue *table, int64_t count,
                     OnnxopsContext *context);

/* The blocks along a dimension, and their ends. */
typedef struct Blocks {
  int64_t offsets[kMost];
  int64_t count;
} Blocks;

typedef struct Rank {
  OnnxopsTransport *transport;
  int64_t inputs;
  OnnxopsValue table[kMost];
  int64_t sizes[kMost][2];
  int32_t status;
  char error[256];
  pthread_t thread;
} Rank;

static const char *readBlocks(const char *text, Blocks *blocks) {
  for (blocks->count = -1;; ++text) {
    char *end;
    blocks->offsets[++blocks->count] = strtoll(text, &end, 10);
    text = end;
    if (*text != ',')
      return text;
  }
}

/* The block of a rank with this coordinate. */
static int64_t at(const Blocks *blocks, int64_t coordinate, int64_t *size) {
  const int64_t *begin = &blocks->offsets[blocks->count > 1 ? coordinate : 0];
  *size = begin[1] - begin[0];
  return *begin;
}

static void addInput(Rank *rank, const char *text, int64_t row,
                     int64_t column) {
  Blocks rows, columns;
  const char *rest = readBlocks(text, &rows);
  readBlocks(rest + 1, &columns);
  const int64_t input = rank->inputs++;
  int64_t *sizes = rank->sizes[input];
  const int64_t firstRow = at(&rows, row, &sizes[0]);
  const int64_t firstColumn = at(&columns, column, &sizes[1]);
  const int64_t width = columns.offsets[columns.count];
  int32_t *elements = malloc(sizeof(int32_t) * (sizes[0] * sizes[1] + 1));
  for (int64_t i = 0; i < sizes[0] * sizes[1]; ++i)
    elements[i] = (int32_t)(100 * input + (firstRow + i / sizes[1]) * width +
                            firstColumn + i % sizes[1]);
  rank->table[input] = (OnnxopsValue){.kind = ONNXOPS_TENSOR,
                                      .elementType = ONNXOPS_INT32,
                                      .rank = 2,
                                      .data = elements,
                                      .sizes = sizes};
}

static void *run(void *data) {
  Rank *rank = data;
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetTransport(context, rank->transport);
  rank->status = onnxops_main(rank->table, rank->inputs + 1, context);
  snprintf(rank->error, sizeof(rank->error), "%s",
           onnxopsContextError(context));
  onnxopsContextDestroy(context);
  return NULL;
}

static void print(int64_t number, const Rank *rank) {
  const OnnxopsValue *result = &rank->table[rank->inputs];
  if (rank->status != 0) {
    printf("rank %" PRId64 ": error: %s\n", number, rank->error);
    return;
  }
  printf("rank %" PRId64 ": %" PRId64 "x%" PRId64 ":", number, result->sizes[0],
         result->sizes[1]);
  for (int64_t i = 0; i < result->sizes[0] * result->sizes[1]; ++i)
    printf(" %" PRId32, ((const int32_t *)result->data)[i]);
  printf("\n");
}

int main(int argc, char **argv) {
  const int64_t rows = atoll(argv[1]), columns = atoll(argv[2]);
  OnnxopsThreadTransports *transports =
      onnxopsThreadTransportsCreate(rows * columns);
  Rank *ranks = calloc(rows * columns, sizeof(Rank));
  for (int64_t number = 0; number < rows * columns; ++number) {
    Rank *rank = &ranks[number];
    rank->transport = onnxopsThreadTransport(transports, number);
    for (int input = 3; input < argc; ++input)
      addInput(rank, argv[input], number / columns, number % columns);
    pthread_create(&rank->thread, NULL, run, rank);
  }
  int status = 0;
  for (int64_t number = 0; number < rows * columns; ++number) {
    Rank *rank = &ranks[number];
    pthread_join(rank->thread, NULL);
    print(number, rank);
    status |= rank->status;
    for (int64_t input = 0; input < rank->inputs; ++input)
      free(rank->table[input].data);
    onnxopsValueRelease(&rank->table[rank->inputs]);
  }
  free(ranks);
  onnxopsThreadTransportsDestroy(transports);
  return status;
}
