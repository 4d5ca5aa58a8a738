/*===- Context.c - the state of one call ----------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Creation, settings and destruction of contexts.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <stdlib.h>

OnnxopsContext *onnxopsContextCreate(void) {
  OnnxopsContext *context = calloc(1, sizeof(OnnxopsContext));
  if (!context)
    return NULL;
  context->allocations.next = &context->allocations;
  context->allocations.previous = &context->allocations;
  context->memoryLimit = context->memoryLeft = INT64_MAX;
  return context;
}

void onnxopsContextSetCancelled(OnnxopsContext *context, int32_t isCancelled) {
  if (context)
    __atomic_store_n(&context->isCancelled, isCancelled != 0, __ATOMIC_RELAXED);
}

void onnxopsContextSetMemoryLimit(OnnxopsContext *context, int64_t bytes) {
  if (context)
    context->memoryLimit = bytes < 0 ? INT64_MAX : bytes;
}

void onnxopsContextSetTransport(OnnxopsContext *context,
                                OnnxopsTransport *transport) {
  if (context)
    context->transport = transport;
}

OnnxopsTransport *onnxopsContextTransport(const OnnxopsContext *context) {
  return context ? context->transport : NULL;
}

void onnxopsContextDestroy(OnnxopsContext *context) {
  if (!context)
    return;
  onnxopsContextSetDevice(context, NULL, NULL);
  onnxopsImplFreeAllocations(context);
  for (int64_t i = 0; i < context->outputCapacity; ++i)
    onnxopsImplShapeDestroy(context->outputs[i].shape);
  free(context->outputs);
  free(context->bindings);
  free(context->scratch);
  free(context->work);
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

void *onnxopsRtAllocate(OnnxopsContext *context, int64_t elementBytes,
                        int64_t rank, const int64_t *sizes, const char *where) {
  if (!context)
    return NULL;
  int64_t bytes;
  void *data = NULL;
  where = where ? where : "allocation";
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!problem && context->device && onnxopsImplCharge(context, bytes)) {
    DeviceFailure failure;
    data = onnxopsImplListedDeviceAlloc(context, bytes, &failure);
    if (!data)
      onnxopsImplRecord(context, "%s: %s", where, failure.text);
  } else if (!problem && context->device) {
    problem = ProblemNoMemory;
  } else if (!problem) {
    data = onnxopsImplListedAlloc(context, bytes);
    problem = data ? ProblemNone : ProblemNoMemory;
  }
  onnxopsImplRecordProblem(context, where, problem, elementBytes, rank, sizes);
  return data;
}

const OnnxopsString **onnxopsRtStrings(OnnxopsContext *context,
                                       const char *text, const int64_t *ends,
                                       int64_t count) {
  if (!context)
    return NULL;
  if (context->device) {
    onnxopsImplRecord(context,
                      "constant strings: expected elements of a fixed width "
                      "on %s, but got strings",
                      context->device->label);
    return NULL;
  }
  // The pointers, followed by the strings that they point to.
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

void onnxopsImplEndCall(OnnxopsContext *context) {
  onnxopsImplStopDevice(context);
  onnxopsImplFreeCall(context);
}

void onnxopsImplFreeCall(OnnxopsContext *context) {
  for (int64_t i = 0; i < context->outputCount; ++i)
    onnxopsImplDiscardOutput(&context->outputs[i]);
  onnxopsImplEndDeviceMemory(context);
  onnxopsImplEndAllocations(context);
  context->nodes = NULL;
  context->nodesLeft = 0;
  context->lastShape = NULL;
  context->outputCount = 0;
  context->isOnDevice = false;
}
