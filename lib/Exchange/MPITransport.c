/*===- MPITransport.c - ranks that are processes of MPI -------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Boxes are sent from where they are, as data types of MPI. Ranks agree on an
 * exchange before the first message: a rank without memory for it, or one that
 * would wait for what no other sends, is an error on all of them.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/MPITransport.h"

#include <inttypes.h>
#include <limits.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The most bytes of one message: MPI counts in int. Tests have a smaller one.
#ifndef ONNXOPS_MPI_MESSAGE_BYTES
#define ONNXOPS_MPI_MESSAGE_BYTES (INT64_C(1) << 30)
#endif

enum { Tag = 0 };

typedef struct State {
  OnnxopsTransport transport;
  MPI_Comm communicator;
  char error[MPI_MAX_ERROR_STRING + 64];
  int64_t positions[]; ///< transfers so far to each rank, then from each
} State;

/// A box, or a part of one, as MPI takes it.
typedef struct Message {
  void *data;
  int count;
  MPI_Datatype type; ///< freed with the message unless it is MPI_BYTE
  int peer;
} Message;

/// The messages of an exchange; those that are received come first.
typedef struct Messages {
  Message *messages;
  MPI_Request *requests;
  int64_t count, receives;
  uint64_t sum; ///< of digests: 0, in all ranks together
} Messages;

static State *stateOf(OnnxopsTransport *transport) { return transport->state; }

/*===--------------------------------------------------------------------===*
 * Errors
 *===--------------------------------------------------------------------===*/

/// Writes a failure of a function of MPI as one line.
static void describe(char *text, size_t bytes, const char *function, int code) {
  char reason[MPI_MAX_ERROR_STRING + 1] = "";
  int length = 0;
  MPI_Error_string(code, reason, &length);
  snprintf(text, bytes, "%s: %s", function, reason);
  for (char *at = text; *at; ++at)
    if (*at == '\n')
      *at = ' ';
}

/// Records the failure of a function of MPI, if it is the first one.
static void record(State *state, const char *function, int code) {
  if (code != MPI_SUCCESS && !state->error[0])
    describe(state->error, sizeof(state->error), function, code);
}

__attribute__((format(printf, 2, 3))) static void
fail(State *state, const char *format, ...) {
  if (state->error[0])
    return;
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(state->error, sizeof(state->error), format, arguments);
  va_end(arguments);
}

/// Null, or the failure that is recorded.
static const char *errorOf(const State *state) {
  return state->error[0] ? state->error : NULL;
}

/*===--------------------------------------------------------------------===*
 * Numbers
 *===--------------------------------------------------------------------===*/

static const char *findMaximum(OnnxopsTransport *transport, int64_t *value) {
  State *state = stateOf(transport);
  state->error[0] = 0;
  int64_t greatest = *value;
  record(state, "MPI_Allreduce",
         MPI_Allreduce(value, &greatest, 1, MPI_INT64_T, MPI_MAX,
                       state->communicator));
  *value = greatest;
  return errorOf(state);
}

static const char *gather(OnnxopsTransport *transport, const int64_t *numbers,
                          int64_t count, int64_t *all) {
  State *state = stateOf(transport);
  state->error[0] = 0;
  // The same on all ranks.
  if (count > INT_MAX)
    fail(state, "expected less than 2^31 numbers, but got %" PRId64, count);
  else
    record(state, "MPI_Allgather",
           MPI_Allgather(numbers, (int)count, MPI_INT64_T, all, (int)count,
                         MPI_INT64_T, state->communicator));
  return errorOf(state);
}

/*===--------------------------------------------------------------------===*
 * Messages
 *===--------------------------------------------------------------------===*/

/// How a transfer is divided. Dimensions before `dimension` have one message or
/// more for each position, which has `rows` of the dimension at most: the same
/// on both sides, since only sizes matter.
typedef struct Division {
  int64_t dimension, rows;
  int64_t chunks; ///< along the dimension
  int64_t count;  ///< of messages
} Division;

static Division divide(const OnnxopsTransfer *transfer) {
  int64_t rowBytes = transfer->elementBytes;
  int64_t d = transfer->dimensions - 1;
  while (d > 0 && transfer->sizes[d] <= ONNXOPS_MPI_MESSAGE_BYTES / rowBytes)
    rowBytes *= transfer->sizes[d--];
  Division division = {.dimension = d,
                       .rows = ONNXOPS_MPI_MESSAGE_BYTES / rowBytes};
  if (division.rows < 1)
    division.rows = 1;
  division.chunks = (transfer->sizes[d] - 1) / division.rows + 1;
  division.count = division.chunks;
  while (d-- > 0)
    division.count *= transfer->sizes[d];
  return division;
}

/// Makes the type that repeats `*type` at a distance, and frees that.
static int repeatType(int64_t count, int64_t length, int64_t strideBytes,
                      MPI_Datatype *type) {
  MPI_Datatype inner = *type;
  int code = MPI_Type_create_hvector((int)count, (int)length,
                                     (MPI_Aint)strideBytes, inner, type);
  if (code != MPI_SUCCESS)
    *type = MPI_DATATYPE_NULL;
  if (inner != MPI_BYTE)
    MPI_Type_free(&inner);
  return code;
}

/// Describes `rows` of the dimension that a transfer is divided along, and all
/// of those behind it. Bytes that are contiguous need no type of their own.
static int describeBox(const OnnxopsTransfer *transfer, int64_t dimension,
                       int64_t rows, Message *message) {
  int64_t elements = 1; // that are contiguous
  bool isContiguous = true;
  message->type = MPI_BYTE;
  for (int64_t d = transfer->dimensions - 1; d >= dimension; --d) {
    int64_t size = d == dimension ? rows : transfer->sizes[d];
    int64_t stride = transfer->strides[d];
    if (size == 1)
      continue;
    if (isContiguous && stride == elements) {
      elements *= size;
      continue;
    }
    int64_t length = isContiguous ? elements * transfer->elementBytes : 1;
    int code = repeatType(size, length, stride * transfer->elementBytes,
                          &message->type);
    if (code != MPI_SUCCESS)
      return code;
    isContiguous = false;
  }
  message->count = isContiguous ? (int)(elements * transfer->elementBytes) : 1;
  return isContiguous ? MPI_SUCCESS : MPI_Type_commit(&message->type);
}

/// Where a message of a transfer begins, and the rows that it has.
static char *findPart(const OnnxopsTransfer *transfer, const Division *division,
                      int64_t index, int64_t *rows) {
  int64_t d = division->dimension;
  int64_t first = index % division->chunks * division->rows;
  int64_t left = transfer->sizes[d] - first;
  *rows = left < division->rows ? left : division->rows;
  int64_t offset = first * transfer->strides[d];
  index /= division->chunks;
  while (d-- > 0) {
    offset += index % transfer->sizes[d] * transfer->strides[d];
    index /= transfer->sizes[d];
  }
  return (char *)transfer->data + offset * transfer->elementBytes;
}

static void addMessages(State *state, Messages *all,
                        const OnnxopsTransfer *transfer) {
  Division division = divide(transfer);
  for (int64_t i = 0; i < division.count && !state->error[0]; ++i) {
    int64_t rows;
    Message message = {.peer = (int)transfer->peer};
    message.data = findPart(transfer, &division, i, &rows);
    record(state, "MPI_Type_create_hvector",
           describeBox(transfer, division.dimension, rows, &message));
    all->messages[all->count++] = message;
  }
}

static void freeMessages(Messages *all) {
  for (int64_t i = 0; i < all->count; ++i) {
    MPI_Datatype *type = &all->messages[i].type;
    if (*type != MPI_BYTE && *type != MPI_DATATYPE_NULL)
      MPI_Type_free(type);
  }
  free(all->messages);
  free(all->requests);
}

/*===--------------------------------------------------------------------===*
 * Agreement
 *===--------------------------------------------------------------------===*/

static uint64_t mix(uint64_t digest, int64_t number) {
  digest = (digest ^ (uint64_t)number) * UINT64_C(0x9e3779b97f4a7c15);
  return digest ^ (digest >> 29);
}

/// What sender and receiver have to agree on. `position` is that of the
/// transfer among those from one to the other.
static uint64_t digestOf(const OnnxopsTransfer *transfer, int64_t from,
                         int64_t to, int64_t position) {
  uint64_t digest = mix(mix(mix(1, from), to), position);
  digest = mix(mix(digest, transfer->elementBytes), transfer->dimensions);
  for (int64_t d = 0; d < transfer->dimensions; ++d)
    digest = mix(digest, transfer->sizes[d]);
  return digest;
}

/// Sends add what receives subtract.
static uint64_t addDigests(State *state, const OnnxopsTransfer *sends,
                           int64_t sendCount, const OnnxopsTransfer *receives,
                           int64_t receiveCount) {
  int64_t rank = state->transport.rank, ranks = state->transport.ranks;
  memset(state->positions, 0, (size_t)ranks * 2 * sizeof(int64_t));
  uint64_t sum = 0;
  for (int64_t i = 0; i < sendCount; ++i) {
    int64_t peer = sends[i].peer;
    sum += digestOf(&sends[i], rank, peer, state->positions[peer]++);
  }
  for (int64_t i = 0; i < receiveCount; ++i) {
    int64_t peer = receives[i].peer;
    sum -= digestOf(&receives[i], peer, rank, state->positions[ranks + peer]++);
  }
  return sum;
}

/// Whether all ranks are ready, and send what others receive.
static bool agree(State *state, uint64_t sum) {
  uint64_t mine[2] = {state->error[0] ? 1 : 0, sum}, all[2] = {0, 0};
  int code =
      MPI_Allreduce(mine, all, 2, MPI_UINT64_T, MPI_SUM, state->communicator);
  record(state, "MPI_Allreduce", code);
  if (code != MPI_SUCCESS)
    return false;
  if (all[0] > 0) {
    // The greatest is that of the first rank which has failed.
    int64_t ranks = state->transport.ranks;
    int64_t value = mine[0] > 0 ? ranks - state->transport.rank : 0, first = 0;
    record(state, "MPI_Allreduce",
           MPI_Allreduce(&value, &first, 1, MPI_INT64_T, MPI_MAX,
                         state->communicator));
    fail(state, "rank %" PRId64 " failed", ranks - first);
  } else if (all[1] != 0) {
    fail(state, "expected each rank to send what others receive from it, but "
                "got other sizes");
  }
  return !state->error[0];
}

/*===--------------------------------------------------------------------===*
 * Exchange
 *===--------------------------------------------------------------------===*/

static int64_t countMessages(const OnnxopsTransfer *transfers, int64_t count) {
  int64_t messages = 0;
  for (int64_t i = 0; i < count; ++i)
    messages += divide(&transfers[i]).count;
  return messages;
}

/// Makes the messages of an exchange. Records a failure.
static void prepare(State *state, Messages *all, const OnnxopsTransfer *sends,
                    int64_t sendCount, const OnnxopsTransfer *receives,
                    int64_t receiveCount) {
  int64_t count =
      countMessages(sends, sendCount) + countMessages(receives, receiveCount);
  // One more: no memory at all may be null.
  all->messages = malloc((size_t)(count + 1) * sizeof(Message));
  all->requests = malloc((size_t)(count + 1) * sizeof(MPI_Request));
  all->sum = addDigests(state, sends, sendCount, receives, receiveCount);
  if (!all->messages || !all->requests) {
    fail(state,
         "expected memory for %" PRId64 " messages, but there is not enough",
         count);
    return;
  }
  for (int64_t i = 0; i < receiveCount; ++i)
    addMessages(state, all, &receives[i]);
  all->receives = all->count;
  for (int64_t i = 0; i < sendCount; ++i)
    addMessages(state, all, &sends[i]);
}

/// Begins a message. Others go on after a failure, for the ranks that wait for
/// them.
static void begin(State *state, Messages *all, int64_t index) {
  Message *message = &all->messages[index];
  MPI_Request *request = &all->requests[index];
  *request = MPI_REQUEST_NULL;
  if (index < all->receives)
    record(state, "MPI_Irecv",
           MPI_Irecv(message->data, message->count, message->type,
                     message->peer, Tag, state->communicator, request));
  else
    record(state, "MPI_Isend",
           MPI_Isend(message->data, message->count, message->type,
                     message->peer, Tag, state->communicator, request));
}

static int64_t countBytes(const OnnxopsTransfer *transfer) {
  int64_t bytes = transfer->elementBytes;
  for (int64_t d = 0; d < transfer->dimensions; ++d)
    bytes *= transfer->sizes[d];
  return bytes;
}

static const char *exchange(OnnxopsTransport *transport,
                            const OnnxopsTransfer *sends, int64_t sendCount,
                            const OnnxopsTransfer *receives,
                            int64_t receiveCount) {
  State *state = stateOf(transport);
  state->error[0] = 0;
  Messages all = {0};
  prepare(state, &all, sends, sendCount, receives, receiveCount);
  if (agree(state, all.sum)) {
    for (int64_t i = 0; i < all.count; ++i)
      begin(state, &all, i);
    for (int64_t i = 0; i < all.count; ++i)
      record(state, "MPI_Wait", MPI_Wait(&all.requests[i], MPI_STATUS_IGNORE));
    for (int64_t i = 0; i < sendCount; ++i)
      transport->bytesSent += countBytes(&sends[i]);
  }
  freeMessages(&all);
  return errorOf(state);
}

/*===--------------------------------------------------------------------===*
 * Start and end
 *===--------------------------------------------------------------------===*/

static int64_t transportCount;
static bool isStartedHere;

/// Starts MPI unless it runs. Writes a reason into `text` otherwise.
static bool startMPI(char *text, size_t bytes) {
  int isStarted = 0, hasEnded = 0, level;
  MPI_Initialized(&isStarted);
  MPI_Finalized(&hasEnded);
  if (hasEnded)
    snprintf(text, bytes, "expected MPI to run, but it has ended");
  if (isStarted || hasEnded)
    return !hasEnded;
  int code = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
  if (code != MPI_SUCCESS) {
    describe(text, bytes, "MPI_Init_thread", code);
    return false;
  }
  isStartedHere = true;
  // For data types, which have no communicator.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  return true;
}

static void endMPI(void) {
  if (isStartedHere && transportCount == 0) {
    isStartedHere = false;
    MPI_Finalize();
  }
}

/// Duplicates a communicator, whose own error handler may end the program.
static int duplicate(MPI_Comm communicator, MPI_Comm *own) {
  MPI_Errhandler handler;
  int code = MPI_Comm_get_errhandler(communicator, &handler);
  if (code != MPI_SUCCESS)
    return code;
  MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN);
  code = MPI_Comm_dup(communicator, own);
  MPI_Comm_set_errhandler(communicator, handler);
  MPI_Errhandler_free(&handler);
  return code == MPI_SUCCESS ? MPI_Comm_set_errhandler(*own, MPI_ERRORS_RETURN)
                             : code;
}

/// Makes the state of a rank, on all ranks or on none.
static State *makeState(MPI_Comm communicator, char *text, size_t bytes) {
  int rank = 0, ranks = 0;
  MPI_Comm_rank(communicator, &rank);
  MPI_Comm_size(communicator, &ranks);
  State *state = calloc(1, sizeof(State) + (size_t)ranks * 2 * sizeof(int64_t));
  int failing = state ? 0 : ranks - rank, first = 0;
  int code = MPI_Allreduce(&failing, &first, 1, MPI_INT, MPI_MAX, communicator);
  if (code != MPI_SUCCESS)
    describe(text, bytes, "MPI_Allreduce", code);
  else if (first > 0)
    snprintf(text, bytes, "rank %d has no memory for a transport",
             ranks - first);
  if (code != MPI_SUCCESS || first > 0) {
    free(state);
    return NULL;
  }
  state->communicator = communicator;
  state->transport = (OnnxopsTransport){.rank = rank,
                                        .ranks = ranks,
                                        .state = state,
                                        .maximum = findMaximum,
                                        .gather = gather,
                                        .exchange = exchange};
  return state;
}

static State *open(MPI_Comm communicator, char *text, size_t bytes) {
  if (communicator == MPI_COMM_NULL) {
    snprintf(text, bytes, "expected a communicator, but got MPI_COMM_NULL");
    return NULL;
  }
  int isInter = 0;
  MPI_Comm_test_inter(communicator, &isInter);
  if (isInter) {
    snprintf(text, bytes, "unsupported: an inter-communicator");
    return NULL;
  }
  MPI_Comm own = MPI_COMM_NULL;
  int code = duplicate(communicator, &own);
  State *state = NULL;
  if (code == MPI_SUCCESS)
    state = makeState(own, text, bytes);
  else
    describe(text, bytes, "MPI_Comm_dup", code);
  if (!state && own != MPI_COMM_NULL)
    MPI_Comm_free(&own);
  return state;
}

OnnxopsTransport *onnxopsMPITransportCreate(const void *communicator,
                                            char *message,
                                            int64_t messageBytes) {
  char text[MPI_MAX_ERROR_STRING + 64] = "";
  State *state = NULL;
  if (startMPI(text, sizeof(text))) {
    state =
        open(communicator ? *(const MPI_Comm *)communicator : MPI_COMM_WORLD,
             text, sizeof(text));
    if (state)
      ++transportCount;
    else
      endMPI();
  }
  if (message && messageBytes > 0)
    snprintf(message, (size_t)messageBytes, "%s", text);
  return state ? &state->transport : NULL;
}

void onnxopsMPITransportDestroy(OnnxopsTransport *transport) {
  if (!transport)
    return;
  State *state = stateOf(transport);
  int hasEnded = 0;
  MPI_Finalized(&hasEnded);
  if (!hasEnded)
    MPI_Comm_free(&state->communicator);
  free(state);
  --transportCount;
  if (!hasEnded)
    endMPI();
}
