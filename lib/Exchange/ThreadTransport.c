/*===- ThreadTransport.c - ranks that are threads of a process ------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Ranks meet, each shows what it has, and each copies what it wants. They meet
 * once more before what they have shown may change.
 *
 *===--------------------------------------------------------------------===*/

#include "Box.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/// One rank's end, and what it shows to the others.
typedef struct End {
  OnnxopsTransport transport;
  int64_t value;
  const int64_t *numbers;
  const OnnxopsTransfer *sends;
  int64_t sendCount;
  int64_t *positions; ///< in the sends of each rank
  char error[160];
} End;

struct OnnxopsThreadTransports {
  pthread_mutex_t mutex;
  pthread_cond_t hasMet;
  int64_t ranks;
  int64_t waiting;
  int64_t meetings; ///< so far
  End ends[];
};

static OnnxopsThreadTransports *groupOf(OnnxopsTransport *transport) {
  return transport->state;
}

static End *endOf(OnnxopsTransport *transport) {
  return &groupOf(transport)->ends[transport->rank];
}

/// Waits for all ranks.
static void meet(OnnxopsThreadTransports *group) {
  pthread_mutex_lock(&group->mutex);
  int64_t meeting = group->meetings;
  if (++group->waiting == group->ranks) {
    group->waiting = 0;
    ++group->meetings;
    pthread_cond_broadcast(&group->hasMet);
  }
  while (group->meetings == meeting)
    pthread_cond_wait(&group->hasMet, &group->mutex);
  pthread_mutex_unlock(&group->mutex);
}

static const char *findMaximum(OnnxopsTransport *transport, int64_t *value) {
  OnnxopsThreadTransports *group = groupOf(transport);
  endOf(transport)->value = *value;
  meet(group);
  for (int64_t r = 0; r < group->ranks; ++r)
    if (group->ends[r].value > *value)
      *value = group->ends[r].value;
  meet(group);
  return NULL;
}

static const char *gather(OnnxopsTransport *transport, const int64_t *numbers,
                          int64_t count, int64_t *all) {
  OnnxopsThreadTransports *group = groupOf(transport);
  endOf(transport)->numbers = numbers;
  meet(group);
  for (int64_t r = 0; r < group->ranks; ++r)
    for (int64_t i = 0; i < count; ++i)
      *all++ = group->ends[r].numbers[i];
  meet(group);
  return NULL;
}

/// The next transfer that a rank sends to `rank`; null if there is none.
static const OnnxopsTransfer *nextSend(const End *sender, int64_t rank,
                                       int64_t *position) {
  while (*position < sender->sendCount) {
    const OnnxopsTransfer *send = &sender->sends[(*position)++];
    if (send->peer == rank)
      return send;
  }
  return NULL;
}

static bool haveSameSizes(const OnnxopsTransfer *a, const OnnxopsTransfer *b) {
  if (a->elementBytes != b->elementBytes || a->dimensions != b->dimensions)
    return false;
  for (int64_t d = 0; d < a->dimensions; ++d)
    if (a->sizes[d] != b->sizes[d])
      return false;
  return true;
}

/// Checks that nothing was sent which is not received.
static const char *checkRest(End *end) {
  OnnxopsThreadTransports *group = groupOf(&end->transport);
  for (int64_t r = 0; r < group->ranks; ++r) {
    const OnnxopsTransfer *send =
        nextSend(&group->ends[r], end->transport.rank, &end->positions[r]);
    if (!send)
      continue;
    snprintf(end->error, sizeof(end->error),
             "expected no more from rank %" PRId64 ", but got %" PRId64
             " bytes",
             r, onnxopsImplTransferBytes(send));
    return end->error;
  }
  return NULL;
}

static const char *receive(End *end, const OnnxopsTransfer *receives,
                           int64_t count) {
  OnnxopsThreadTransports *group = groupOf(&end->transport);
  for (int64_t r = 0; r < group->ranks; ++r)
    end->positions[r] = 0;
  for (int64_t i = 0; i < count; ++i) {
    int64_t peer = receives[i].peer;
    const OnnxopsTransfer *send = nextSend(
        &group->ends[peer], end->transport.rank, &end->positions[peer]);
    int64_t sent = send ? onnxopsImplTransferBytes(send) : 0;
    int64_t wanted = onnxopsImplTransferBytes(&receives[i]);
    if (sent != wanted) {
      snprintf(end->error, sizeof(end->error),
               "expected %" PRId64 " bytes from rank %" PRId64
               ", but got %" PRId64,
               wanted, peer, sent);
      return end->error;
    }
    // The bytes of two transposed boxes are as many.
    if (!haveSameSizes(send, &receives[i])) {
      snprintf(end->error, sizeof(end->error),
               "expected the sizes that rank %" PRId64
               " sends, but got others of %" PRId64 " bytes",
               peer, wanted);
      return end->error;
    }
    onnxopsImplCopyBox(&receives[i], send);
  }
  return checkRest(end);
}

static const char *exchange(OnnxopsTransport *transport,
                            const OnnxopsTransfer *sends, int64_t sendCount,
                            const OnnxopsTransfer *receives,
                            int64_t receiveCount) {
  End *end = endOf(transport);
  end->sends = sends;
  end->sendCount = sendCount;
  for (int64_t i = 0; i < sendCount; ++i)
    transport->bytesSent += onnxopsImplTransferBytes(&sends[i]);
  meet(groupOf(transport));
  const char *error = receive(end, receives, receiveCount);
  meet(groupOf(transport));
  return error;
}

OnnxopsThreadTransports *onnxopsThreadTransportsCreate(int64_t ranks) {
  if (ranks < 1 || ranks > ONNXOPS_MAX_THREADS)
    return NULL;
  // The positions of all ranks are behind their ends.
  size_t endBytes = (size_t)ranks * sizeof(End);
  OnnxopsThreadTransports *group = calloc(
      1, sizeof(*group) + endBytes + (size_t)(ranks * ranks) * sizeof(int64_t));
  if (!group)
    return NULL;
  pthread_mutex_init(&group->mutex, NULL);
  pthread_cond_init(&group->hasMet, NULL);
  group->ranks = ranks;
  int64_t *positions = (int64_t *)(void *)&group->ends[ranks];
  for (int64_t r = 0; r < ranks; ++r) {
    group->ends[r].transport = (OnnxopsTransport){.rank = r,
                                                  .ranks = ranks,
                                                  .state = group,
                                                  .maximum = findMaximum,
                                                  .gather = gather,
                                                  .exchange = exchange};
    group->ends[r].positions = positions + r * ranks;
  }
  return group;
}

OnnxopsTransport *onnxopsThreadTransport(OnnxopsThreadTransports *transports,
                                         int64_t rank) {
  return transports && rank >= 0 && rank < transports->ranks
             ? &transports->ends[rank].transport
             : NULL;
}

void onnxopsThreadTransportsDestroy(OnnxopsThreadTransports *transports) {
  if (!transports)
    return;
  pthread_cond_destroy(&transports->hasMet);
  pthread_mutex_destroy(&transports->mutex);
  free(transports);
}
