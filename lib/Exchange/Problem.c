/*===- Problem.c - whether an exchange is valid ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A plan trusts its exchange. Sizes may be known at run time only, when they
 * come from other processes.
 *
 *===--------------------------------------------------------------------===*/

#include "Shards.h"

#include <stddef.h>

static const char *findProblemOfGrid(const OnnxopsGrid *grid) {
  if (grid->axes < 1 || grid->axes > ONNXOPS_MAX_GRID_AXES)
    return "expected a grid of 1 to 8 axes";
  int64_t ranks = 1;
  for (int64_t a = 0; a < grid->axes; ++a)
    if (grid->sizes[a] < 1 ||
        __builtin_mul_overflow(ranks, grid->sizes[a], &ranks))
      return "expected a grid of at least 1 rank, and fewer than 2^63";
  return NULL;
}

static int64_t sizeOf(const OnnxopsExchange *exchange,
                      const OnnxopsSharding *sharding) {
  return sharding->offsets[onnxopsImplCountShards(&exchange->grid, sharding)];
}

static const char *findProblemOfTensor(const OnnxopsExchange *exchange,
                                       const OnnxopsSharding *shardings) {
  unsigned used = 0;
  int64_t elements = 1;
  for (int64_t d = 0; d < exchange->dimensions; ++d) {
    const OnnxopsSharding *sharding = &shardings[d];
    if (sharding->axis < -1 || sharding->axis >= exchange->grid.axes)
      return "expected an axis of the grid";
    if (sharding->axis >= 0 && used >> sharding->axis & 1)
      return "expected an axis of the grid to shard one dimension";
    if (sharding->axis >= 0)
      used |= 1u << sharding->axis;
    int64_t count = onnxopsImplCountShards(&exchange->grid, sharding);
    if (sharding->offsets[0] != 0)
      return "expected the first shard to begin at 0";
    for (int64_t i = 0; i < count; ++i)
      if (sharding->offsets[i] > sharding->offsets[i + 1])
        return "expected no shard to end before it begins";
    int64_t size = sharding->offsets[count];
    if (d != exchange->dimension && size != sizeOf(exchange, &exchange->to[d]))
      return "expected the sizes of the result in other dimensions";
    // An empty dimension hides no overflow: another shard of the exchange may
    // have elements.
    if (size > 0 && __builtin_mul_overflow(elements, size, &elements))
      return "expected fewer than 2^63 elements";
  }
  return NULL;
}

static const char *findProblemOfSegments(const OnnxopsExchange *exchange) {
  int64_t end = 0;
  for (int64_t i = 0; i < exchange->segments; ++i) {
    const OnnxopsExchangeSegment *segment = &exchange->segment[i];
    if (segment->source < 0 || segment->source >= exchange->sources)
      return "expected a segment of a source";
    int64_t size =
        sizeOf(exchange, onnxopsImplShardingsOf(exchange, segment->source) +
                             exchange->dimension);
    if (segment->begin < 0 || segment->length < 0 || segment->begin > size ||
        segment->length > size - segment->begin)
      return "expected a segment inside of its source";
    int64_t length;
    if (segment->resultBegin != end || segment->repeats < 0 ||
        __builtin_mul_overflow(segment->length, segment->repeats, &length) ||
        __builtin_add_overflow(end, length, &end))
      return "expected each segment to begin where the one before it ends";
  }
  if (end != sizeOf(exchange, &exchange->to[exchange->dimension]))
    return "expected the segments to make up the result";
  return NULL;
}

const char *onnxopsExchangeProblem(const OnnxopsExchange *exchange) {
  const char *problem = findProblemOfGrid(&exchange->grid);
  if (problem)
    return problem;
  if (exchange->dimensions < 1 || exchange->dimensions > ONNXOPS_MAX_RANK)
    return "expected tensors of 1 to 64 dimensions";
  if (exchange->dimension < 0 || exchange->dimension >= exchange->dimensions)
    return "expected a dimension of the tensors";
  problem = findProblemOfTensor(exchange, exchange->to);
  for (int64_t i = 0; i < exchange->sources && !problem; ++i)
    problem =
        findProblemOfTensor(exchange, onnxopsImplShardingsOf(exchange, i));
  return problem ? problem : findProblemOfSegments(exchange);
}
