/*===- MPITransport.h - ranks that are processes of MPI ------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The functions of libonnxops_mpi_openmpi.so and libonnxops_mpi_mpich.so. Each
 * is compiled against its MPI, and opened at run time: nothing else of this
 * project links one.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_MPITRANSPORT_H
#define ONNXOPS_ABI_MPITRANSPORT_H

#include "onnxops/ABI/Transport.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Makes a transport between the ranks of a communicator, all of which call it.
/// `communicator` is the address of an MPI_Comm, which is duplicated and stays
/// the caller's; null for MPI_COMM_WORLD. Starts MPI if the program has not.
/// Returns null on all ranks if one of them fails: then `message`, unless null,
/// holds one line with the reason, truncated to `messageBytes`.
///
/// One thread at a time uses MPI: the one that makes the call of compiled code.
/// Errors of MPI are returned, and end the program in two cases only: if MPI
/// cannot start, and if the program has started it with an error handler of
/// MPI_COMM_WORLD that ends it when there is no memory for a data type.
OnnxopsTransport *onnxopsMPITransportCreate(const void *communicator,
                                            char *message,
                                            int64_t messageBytes);

/// Frees a transport, which no context uses any more; called by all of its
/// ranks. With the last one, ends MPI if onnxopsMPITransportCreate has started
/// it: it cannot be started again. Null is ignored.
void onnxopsMPITransportDestroy(OnnxopsTransport *transport);

/// The types of these functions, for dlsym.
typedef OnnxopsTransport *OnnxopsMPITransportCreate(const void *communicator,
                                                    char *message,
                                                    int64_t messageBytes);
typedef void OnnxopsMPITransportDestroy(OnnxopsTransport *transport);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_MPITRANSPORT_H */
