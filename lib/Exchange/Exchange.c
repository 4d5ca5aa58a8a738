/*===- Exchange.c - carries out an exchange -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Reads the table of compiled code, plans, and passes the plan to the
 * transport. What a rank has itself is copied while it plans.
 *
 *===--------------------------------------------------------------------===*/

#include "Agreement.h"
#include "Box.h"
#include "Shards.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// This rank's shard of a tensor. Arrays have an entry for each dimension.
typedef struct Local {
  char *data;
  const OnnxopsSharding *shardings;
  int64_t *begin; ///< of the shard in the tensor
  int64_t *sizes;
  int64_t *strides; ///< in elements
} Local;

/// Transfers of one direction. Their sizes are in `sizes`, in the same order.
typedef struct Transfers {
  OnnxopsTransfer *transfers;
  int64_t count, capacity;
  int64_t *sizes;
} Transfers;

typedef struct Run {
  OnnxopsContext *context;
  const char *where;
  OnnxopsExchange exchange;
  int64_t rank;
  int64_t elementBytes;
  Local result;
  Local *sources;
  OnnxopsSharding *shardings; ///< of the result, and then of the sources
  int64_t *numbers;           ///< of all tensors, in the same order
  Transfers sends, receives;
  bool hasMemory;
} Run;

/*===--------------------------------------------------------------------===*
 * The table
 *===--------------------------------------------------------------------===*/

/// Numbers for each dimension of a tensor: the fields of Local, and the offsets
/// of a dimension that is not sharded.
enum { NumbersOfDimension = 5 };

/// Reads a tensor, into the memory at `index`. Returns what follows it.
static const int64_t *readTensor(Run *run, const int64_t *words, int64_t index,
                                 Local *local) {
  int64_t dimensions = run->exchange.dimensions;
  OnnxopsSharding *shardings = run->shardings + index * dimensions;
  int64_t *numbers = run->numbers + index * NumbersOfDimension * dimensions;
  *local = (Local){.data = (char *)(intptr_t)*words++,
                   .shardings = shardings,
                   .begin = numbers,
                   .sizes = numbers + dimensions,
                   .strides = numbers + 2 * dimensions};
  for (int64_t d = 0; d < dimensions; ++d, words += ONNXOPS_SHARD_WORDS) {
    int64_t axis = words[ONNXOPS_SHARD_AXIS];
    int64_t *whole = numbers + 3 * dimensions + 2 * d;
    local->sizes[d] = words[ONNXOPS_SHARD_SIZE];
    local->strides[d] = words[ONNXOPS_SHARD_STRIDE];
    whole[0] = 0;
    whole[1] = local->sizes[d];
    shardings[d].axis = axis;
    shardings[d].offsets =
        axis < 0 ? whole
                 : (const int64_t *)(intptr_t)words[ONNXOPS_SHARD_OFFSETS];
  }
  return words;
}

static const char noMemory[] =
    "expected memory for a plan, but there is not enough";

static void fail(Run *run, const char *problem) {
  onnxopsImplFailShards(run->context, "%s: %s", run->where, problem);
}

static bool readTable(Run *run, const int64_t *table) {
  OnnxopsExchange *exchange = &run->exchange;
  exchange->grid.axes = table[ONNXOPS_EXCHANGE_AXES];
  exchange->grid.sizes = table + ONNXOPS_EXCHANGE_WORDS;
  exchange->dimensions = table[ONNXOPS_EXCHANGE_DIMENSIONS];
  exchange->dimension = table[ONNXOPS_EXCHANGE_DIMENSION];
  exchange->sources = table[ONNXOPS_EXCHANGE_SOURCES];
  exchange->segments = table[ONNXOPS_EXCHANGE_SEGMENTS];
  run->elementBytes = table[ONNXOPS_EXCHANGE_ELEMENT_BYTES];
  size_t dimensions = (size_t)((exchange->sources + 1) * exchange->dimensions);
  run->shardings = malloc(dimensions * sizeof(OnnxopsSharding));
  run->numbers = malloc(dimensions * NumbersOfDimension * sizeof(int64_t));
  run->sources = malloc((size_t)(exchange->sources + 1) * sizeof(Local));
  if (!run->shardings || !run->numbers || !run->sources) {
    fail(run, noMemory);
    return false;
  }
  const int64_t *words = exchange->grid.sizes + exchange->grid.axes;
  words = readTensor(run, words, 0, &run->result);
  for (int64_t i = 0; i < exchange->sources; ++i)
    words = readTensor(run, words, i + 1, &run->sources[i]);
  exchange->to = run->result.shardings;
  exchange->from = run->shardings + exchange->dimensions;
  exchange->segment = (const OnnxopsExchangeSegment *)(const void *)words;
  const char *problem = onnxopsExchangeProblem(exchange);
  if (problem)
    fail(run, problem);
  return !problem;
}

/// Finds where the rank's shard begins. Its sizes are to be those of memory.
static bool placeShard(Run *run, Local *local, const char *name,
                       int64_t number) {
  const OnnxopsExchange *exchange = &run->exchange;
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    Interval shard = onnxopsImplShardOfRank(&exchange->grid,
                                            &local->shardings[d], run->rank);
    local->begin[d] = shard.begin;
    if (local->sizes[d] == shard.end - shard.begin)
      continue;
    onnxopsImplFailShards(run->context,
                          "%s: expected %s %" PRId64
                          " to have the size %" PRId64 " in dimension %" PRId64
                          " on rank %" PRId64 ", but got %" PRId64,
                          run->where, name, number, shard.end - shard.begin, d,
                          run->rank, local->sizes[d]);
    return false;
  }
  return true;
}

static bool placeShards(Run *run) {
  if (!placeShard(run, &run->result, "result", 0))
    return false;
  for (int64_t i = 0; i < run->exchange.sources; ++i)
    if (!placeShard(run, &run->sources[i], "source", i))
      return false;
  return true;
}

/*===--------------------------------------------------------------------===*
 * The plan
 *===--------------------------------------------------------------------===*/

/// The memory of a part. `begin` is where it begins in the tensor, except along
/// the exchange's dimension.
static OnnxopsTransfer locate(const Run *run, const Local *local,
                              const OnnxopsPart *part, int64_t begin) {
  const OnnxopsExchange *exchange = &run->exchange;
  int64_t offset = 0;
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    int64_t from = d == exchange->dimension ? begin : part->begin[d];
    offset += (from - local->begin[d]) * local->strides[d];
  }
  return (OnnxopsTransfer){.data = local->data + offset * run->elementBytes,
                           .elementBytes = run->elementBytes,
                           .dimensions = exchange->dimensions,
                           .sizes = part->sizes,
                           .strides = local->strides};
}

static OnnxopsTransfer locateInSource(const Run *run, const OnnxopsPart *part) {
  return locate(run, &run->sources[part->source], part,
                part->begin[run->exchange.dimension]);
}

static OnnxopsTransfer locateInResult(const Run *run, const OnnxopsPart *part) {
  return locate(run, &run->result, part, part->resultBegin);
}

/// Keeps a transfer, with its own copy of the sizes.
static void addTransfer(Run *run, Transfers *transfers,
                        OnnxopsTransfer transfer) {
  size_t dimensions = (size_t)transfer.dimensions;
  if (transfers->count == transfers->capacity) {
    int64_t larger = transfers->capacity > 0 ? 2 * transfers->capacity : 16;
    void *moved =
        realloc(transfers->transfers, (size_t)larger * sizeof(OnnxopsTransfer));
    if (moved)
      transfers->transfers = moved;
    void *movedSizes = realloc(transfers->sizes,
                               (size_t)larger * dimensions * sizeof(int64_t));
    if (movedSizes)
      transfers->sizes = movedSizes;
    if (!moved || !movedSizes) {
      run->hasMemory = false;
      return;
    }
    transfers->capacity = larger;
  }
  memcpy(transfers->sizes + (size_t)transfers->count * dimensions,
         transfer.sizes, dimensions * sizeof(int64_t));
  transfers->transfers[transfers->count++] = transfer;
}

static void visitSend(void *state, const OnnxopsPart *part) {
  Run *run = state;
  OnnxopsTransfer transfer = locateInSource(run, part);
  transfer.peer = part->receiver;
  addTransfer(run, &run->sends, transfer);
}

static void visitReceive(void *state, const OnnxopsPart *part) {
  Run *run = state;
  OnnxopsTransfer transfer = locateInResult(run, part);
  transfer.peer = part->sender;
  addTransfer(run, &run->receives, transfer);
}

static void visitCopy(void *state, const OnnxopsPart *part) {
  const Run *run = state;
  OnnxopsTransfer from = locateInSource(run, part);
  OnnxopsTransfer to = locateInResult(run, part);
  onnxopsImplCopyBox(&to, &from);
}

/// The sizes have moved while there were more and more.
static void setSizes(Transfers *transfers) {
  for (int64_t i = 0; i < transfers->count; ++i)
    transfers->transfers[i].sizes =
        transfers->sizes + i * transfers->transfers[i].dimensions;
}

static bool plan(Run *run) {
  OnnxopsPlanVisitor visitor = {.state = run,
                                .send = visitSend,
                                .receive = visitReceive,
                                .copy = visitCopy};
  run->hasMemory = true;
  if (onnxopsPlanExchange(&run->exchange, run->rank, &visitor) &&
      run->hasMemory) {
    setSizes(&run->sends);
    setSizes(&run->receives);
    return true;
  }
  fail(run, noMemory);
  return false;
}

/*===--------------------------------------------------------------------===*
 * Repeats
 *===--------------------------------------------------------------------===*/

/// Copies within the rank's shard of the result. What repeats itself is longer
/// with each copy.
static void visitRepeat(void *state, const OnnxopsRepeat *repeat) {
  const Run *run = state;
  const Local *result = &run->result;
  int64_t dimension = run->exchange.dimension;
  int64_t sizes[ONNXOPS_MAX_RANK];
  memcpy(sizes, result->sizes,
         (size_t)run->exchange.dimensions * sizeof(int64_t));
  int64_t distance = repeat->to - repeat->from;
  int64_t done = 0;
  while (done < repeat->length) {
    int64_t ready = distance < 0 ? repeat->length : distance + done;
    int64_t left = repeat->length - done;
    sizes[dimension] = ready < left ? ready : left;
    OnnxopsPart part = {.begin = result->begin, .sizes = sizes};
    OnnxopsTransfer from = locate(run, result, &part, repeat->from);
    OnnxopsTransfer to = locate(run, result, &part, repeat->to + done);
    onnxopsImplCopyBox(&to, &from);
    done += sizes[dimension];
  }
}

static bool repeatParts(Run *run) {
  OnnxopsPlanVisitor visitor = {.state = run, .repeat = visitRepeat};
  if (onnxopsPlanExchange(&run->exchange, run->rank, &visitor))
    return true;
  fail(run, noMemory);
  return false;
}

static bool transfer(Run *run) {
  OnnxopsTransport *transport = onnxopsContextTransport(run->context);
  if (!transport)
    return true;
  const char *error =
      transport->exchange(transport, run->sends.transfers, run->sends.count,
                          run->receives.transfers, run->receives.count);
  if (error)
    onnxopsImplFailShards(run->context, "%s: rank %" PRId64 ": %s", run->where,
                          run->rank, error);
  return !error;
}

int32_t onnxopsRtExchange(OnnxopsContext *context, const int64_t *table,
                          const char *where) {
  if (!context)
    return 1;
  Run run = {
      .context = context, .where = where, .rank = onnxopsRtRank(context)};
  bool isReady = readTable(&run, table) &&
                 onnxopsImplFitsCall(context, &run.exchange.grid, where) &&
                 placeShards(&run) && plan(&run);
  bool succeeds = onnxopsImplAgree(context, !isReady) && transfer(&run) &&
                  repeatParts(&run);
  free(run.sends.transfers);
  free(run.sends.sizes);
  free(run.receives.transfers);
  free(run.receives.sizes);
  free(run.shardings);
  free(run.numbers);
  free(run.sources);
  return succeeds ? 0 : 1;
}
