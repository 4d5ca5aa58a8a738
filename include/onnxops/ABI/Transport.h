/*===- Transport.h - how ranks reach each other ------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A function that is compiled for several ranks is called on each of them, with
 * its shards of inputs and outputs. Ranks reach each other through the
 * transport of the call's context: threads of a process, MPI, or a caller's
 * own.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_TRANSPORT_H
#define ONNXOPS_ABI_TRANSPORT_H

#include "onnxops/ABI/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Elements to be sent or received: a box in memory.
typedef struct OnnxopsTransfer {
  int64_t peer; ///< the other rank
  void *data;   ///< the first element; is only read if it is sent
  int64_t elementBytes;
  int64_t dimensions;     ///< at least 1
  const int64_t *sizes;   ///< at least 1
  const int64_t *strides; ///< in elements
} OnnxopsTransfer;

/// One rank's end. Every function is called by all ranks in the same order, and
/// waits for the others as far as it needs them. Each returns null, or the
/// reason of a failure: one line, valid until the next call.
typedef struct OnnxopsTransport OnnxopsTransport;
struct OnnxopsTransport {
  int64_t rank;  ///< from 0 on
  int64_t ranks; ///< at least 1
  void *state;   ///< of the transport

  /// Replaces `*value` by the greatest that a rank has.
  const char *(*maximum)(OnnxopsTransport *transport, int64_t *value);

  /// Fills `all` with the `count` numbers of each rank, by ranks.
  const char *(*gather)(OnnxopsTransport *transport, const int64_t *numbers,
                        int64_t count, int64_t *all);

  /// Sends and receives at the same time. The n-th transfer from one rank to
  /// another is the n-th that the other receives from it, and has the same
  /// sizes. Adds what it sends to `bytesSent`.
  const char *(*exchange)(OnnxopsTransport *transport,
                          const OnnxopsTransfer *sends, int64_t sendCount,
                          const OnnxopsTransfer *receives,
                          int64_t receiveCount);

  int64_t bytesSent; ///< by the last call; its start sets 0

  /// Of the run-time library: all ranks know that the call fails.
  int32_t hasFailed;
  int32_t reserved; ///< must be 0
};

/// Makes the calls with this context use a transport, of which the caller stays
/// the owner. Null for none. Not to be called while a call runs.
void onnxopsContextSetTransport(OnnxopsContext *context,
                                OnnxopsTransport *transport);

/// What onnxopsContextSetTransport set.
OnnxopsTransport *onnxopsContextTransport(const OnnxopsContext *context);

/// Ranks that are threads of one process: for tests, and to look at what ranks
/// would send.
typedef struct OnnxopsThreadTransports OnnxopsThreadTransports;

/// Makes the transports of `ranks` ranks, 1 to ONNXOPS_MAX_THREADS. Null
/// otherwise, and when out of memory.
OnnxopsThreadTransports *onnxopsThreadTransportsCreate(int64_t ranks);

/// The end of a rank, for one thread at a time; null if there is no such rank.
OnnxopsTransport *onnxopsThreadTransport(OnnxopsThreadTransports *transports,
                                         int64_t rank);

/// Frees the transports, which no context uses any more. Null is ignored.
void onnxopsThreadTransportsDestroy(OnnxopsThreadTransports *transports);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_TRANSPORT_H */
