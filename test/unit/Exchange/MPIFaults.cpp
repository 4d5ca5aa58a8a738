//===- MPIFaults.cpp - failures of MPI and of allocations -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program exports these functions, which its libraries find before MPI's.
//
//===----------------------------------------------------------------------===//

#include "MPIFaults.h"

#include <cstdlib>
#include <mpi.h>
#include <string>

int64_t allocationsLeft = -1;
const char *failingFunction = "";

extern "C" void *onnxopsTestMalloc(size_t bytes) {
  return allocationsLeft-- == 0 ? nullptr : malloc(bytes);
}

static int fail(const char *function, int code) {
  return function == std::string(failingFunction) ? MPI_ERR_OTHER : code;
}

extern "C" int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm *duplicate) {
  return fail("MPI_Comm_dup", PMPI_Comm_dup(communicator, duplicate));
}

extern "C" int MPI_Isend(const void *data, int count, MPI_Datatype type,
                         int peer, int tag, MPI_Comm communicator,
                         MPI_Request *request) {
  return fail("MPI_Isend",
              PMPI_Isend(data, count, type, peer, tag, communicator, request));
}

extern "C" int MPI_Allreduce(const void *from, void *to, int count,
                             MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  return fail("MPI_Allreduce",
              PMPI_Allreduce(from, to, count, type, op, communicator));
}

extern "C" int MPI_Allgather(const void *from, int fromCount,
                             MPI_Datatype fromType, void *to, int toCount,
                             MPI_Datatype toType, MPI_Comm communicator) {
  return fail("MPI_Allgather", PMPI_Allgather(from, fromCount, fromType, to,
                                              toCount, toType, communicator));
}
