/* A program of MPI around a function of matrices of i32 that sends and receives
 * by ops of upstream's dialect mpi. Each rank has a block of rows of the input,
 * and prints its rows of the result; rank 0 prints the bytes that all have
 * sent. Sends wait for their receivers, so that a wrong order would never end.
 *
 * usage: mpi-ops COLUMNS OFFSETS
 *   OFFSETS  where the rows of ranks begin and end: 0,2,4
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Matrix {
  int32_t *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
} Matrix;

void _mlir_ciface_join(Matrix *result, Matrix *input);

static long long sent;

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag,
             MPI_Comm communicator) {
  int bytes;
  MPI_Type_size(type, &bytes);
  sent += (long long)count * bytes;
  return PMPI_Ssend(data, count, type, to, tag, communicator);
}

static Matrix makeInput(int64_t begin, int64_t end, int64_t columns) {
  int32_t *elements = malloc(sizeof(int32_t) * ((end - begin) * columns + 1));
  for (int64_t i = 0; i < (end - begin) * columns; ++i)
    elements[i] = (int32_t)(begin * columns + i);
  return (Matrix){elements, elements, 0, {end - begin, columns}, {columns, 1}};
}

static void print(int rank, const Matrix *matrix) {
  char text[4096];
  int length = snprintf(text, sizeof(text), "rank %d: %" PRId64 "x%" PRId64 ":",
                        rank, matrix->sizes[0], matrix->sizes[1]);
  for (int64_t row = 0; row < matrix->sizes[0]; ++row)
    for (int64_t column = 0; column < matrix->sizes[1]; ++column)
      length +=
          snprintf(text + length, sizeof(text) - length, " %" PRId32,
                   matrix->aligned[matrix->offset + row * matrix->strides[0] +
                                   column * matrix->strides[1]]);
  printf("%s\n", text);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const char *text = argv[2];
  for (int i = 0; i < rank; ++i)
    text = strchr(text, ',') + 1;
  char *next;
  int64_t begin = strtoll(text, &next, 10);
  int64_t end = strtoll(next + 1, NULL, 10);
  Matrix input = makeInput(begin, end, atoll(argv[1])), result;
  _mlir_ciface_join(&result, &input);
  print(rank, &result);
  long long all = 0;
  MPI_Reduce(&sent, &all, 1, MPI_LONG_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("sent: %lld\n", all);
  MPI_Finalize();
  return 0;
}
