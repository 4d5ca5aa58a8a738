/* Four processes call a function that is compiled for two ranks: two pairs,
 * each in a communicator of its own.
 *
 * usage: pairs LIBRARY
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "onnxops/ABI/MPITransport.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <mpi.h>
#include <stdio.h>

/* Concatenates its input, of which each rank has a shard, with itself. */
int32_t onnxops_twice(OnnxopsValue *table, int64_t count,
                      OnnxopsContext *context);

static OnnxopsTransport *makeTransport(void *library, MPI_Comm communicator) {
  OnnxopsMPITransportCreate *create =
      (OnnxopsMPITransportCreate *)dlsym(library, "onnxopsMPITransportCreate");
  char message[256];
  OnnxopsTransport *transport = create(&communicator, message, sizeof(message));
  if (!transport)
    fprintf(stderr, "error: %s\n", message);
  return transport;
}

static void freeTransport(void *library, OnnxopsTransport *transport) {
  OnnxopsMPITransportDestroy *destroy = (OnnxopsMPITransportDestroy *)dlsym(
      library, "onnxopsMPITransportDestroy");
  destroy(transport);
}

static int32_t call(OnnxopsContext *context, int process) {
  int64_t rank = onnxopsContextTransport(context)->rank;
  int32_t rows[2] = {10 * process, 10 * process + 1};
  int64_t size = 2 - rank; /* three rows: two and one */
  OnnxopsValue table[2] = {{.kind = ONNXOPS_TENSOR,
                            .elementType = ONNXOPS_INT32,
                            .rank = 1,
                            .data = rows,
                            .sizes = &size},
                           {.kind = 0}};
  int32_t status = onnxops_twice(table, 2, context);
  if (status != 0)
    fprintf(stderr, "error: %s\n", onnxopsContextError(context));
  for (int64_t i = 0; status == 0 && i < table[1].sizes[0]; ++i)
    printf("process %d has %" PRId32 "\n", process,
           ((const int32_t *)table[1].data)[i]);
  onnxopsValueRelease(&table[1]);
  return status;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int process;
  MPI_Comm_rank(MPI_COMM_WORLD, &process);
  MPI_Comm pair;
  MPI_Comm_split(MPI_COMM_WORLD, process / 2, process, &pair);

  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  OnnxopsTransport *transport = makeTransport(library, pair);
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetTransport(context, transport);
  int32_t status = transport ? call(context, process) : 1;
  onnxopsContextDestroy(context);
  freeTransport(library, transport);

  MPI_Comm_free(&pair);
  MPI_Finalize();
  return status;
}
