/*===- Context.c - the memory of one call ---------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Every block that a call allocates has a link in front, in a circular list
 * whose head is in the context: freeing one block is O(1), and the failing
 * exit of compiled code frees them all without knowing them.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <stdlib.h>
#include <string.h>

OnnxopsContext *onnxopsContextCreate(void) {
  OnnxopsContext *context = calloc(1, sizeof(OnnxopsContext));
  if (!context)
    return NULL;
  context->allocations.next = &context->allocations;
  context->allocations.previous = &context->allocations;
  return context;
}

void onnxopsContextDestroy(OnnxopsContext *context) {
  if (!context)
    return;
  onnxopsImplEndCall(context);
  free(context->outputs);
  free(context->bindings);
  free(context);
}

const char *onnxopsContextError(const OnnxopsContext *context) {
  return context ? context->error : "";
}

int64_t onnxopsContextBytesMoved(const OnnxopsContext *context) {
  return context ? context->bytesMoved : 0;
}

void onnxopsRtCountBytes(OnnxopsContext *context, int64_t bytes) {
  if (context &&
      __builtin_add_overflow(context->bytesMoved, bytes, &context->bytesMoved))
    context->bytesMoved = INT64_MAX;
}

/// The data of a block begins one alignment after its link.
static void *dataOf(Allocation *allocation) {
  return (char *)allocation + onnxopsAlignment;
}

static void unlinkAndFree(Allocation *allocation) {
  allocation->previous->next = allocation->next;
  allocation->next->previous = allocation->previous;
  free(allocation);
}

void *onnxopsImplListedAlloc(OnnxopsContext *context, int64_t bytes) {
  _Static_assert(sizeof(Allocation) <= onnxopsAlignment,
                 "a link fits in front of aligned data");
  Allocation *allocation =
      onnxopsImplAlignedAlloc(onnxopsAlignment + (size_t)bytes);
  if (!allocation)
    return NULL;
  Allocation *head = &context->allocations;
  allocation->previous = head;
  allocation->next = head->next;
  head->next->previous = allocation;
  head->next = allocation;
  return dataOf(allocation);
}

void *onnxopsRtAllocate(OnnxopsContext *context, int64_t elementBytes,
                        int64_t rank, const int64_t *sizes, const char *where) {
  if (!context)
    return NULL;
  int64_t bytes;
  void *data = NULL;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!problem) {
    data = onnxopsImplListedAlloc(context, bytes);
    problem = data ? ProblemNone : ProblemNoMemory;
  }
  onnxopsImplRecordProblem(context, where ? where : "allocation", problem,
                           elementBytes, rank, sizes);
  return data;
}

const OnnxopsString **onnxopsRtStrings(OnnxopsContext *context,
                                       const char *text, const int64_t *ends,
                                       int64_t count) {
  if (!context)
    return NULL;
  // The pointers, and behind them what they point to.
  const int64_t each =
      (int64_t)(sizeof(const OnnxopsString *) + sizeof(OnnxopsString));
  const OnnxopsString **elements =
      onnxopsRtAllocate(context, each, 1, &count, "constant strings");
  if (!elements)
    return NULL;
  OnnxopsString *strings = (OnnxopsString *)(void *)(elements + count);
  int64_t begin = 0;
  for (int64_t i = 0; i < count; ++i) {
    strings[i] = (OnnxopsString){.size = ends[i] - begin, .data = text + begin};
    elements[i] = &strings[i];
    begin = ends[i];
  }
  return elements;
}

void onnxopsRtFree(OnnxopsContext *context, void *data) {
  if (data)
    unlinkAndFree((Allocation *)(void *)((char *)data - onnxopsAlignment));
}

void onnxopsImplEndCall(OnnxopsContext *context) {
  for (int64_t i = 0; i < context->outputCount; ++i)
    onnxopsImplDiscardOutput(&context->outputs[i]);
  while (context->allocations.next != &context->allocations)
    unlinkAndFree(context->allocations.next);
  context->nodes = NULL;
  context->nodesLeft = 0;
  context->outputCount = 0;
  context->outputSlots = NULL;
  context->names = NULL;
}

void onnxopsImplResetContext(OnnxopsContext *context) {
  onnxopsImplEndCall(context);
  context->error[0] = 0;
  context->hasFailed = false;
  context->bytesMoved = 0;
}
