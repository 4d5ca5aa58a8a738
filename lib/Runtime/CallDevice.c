/*===- CallDevice.c - calls of code that runs on a device -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a context has of a device: a stream, and the device memory of the call.
 * Memory that a call frees is used again by calls of the same context only,
 * whose kernels run in order; it goes back to the device when all of them have
 * finished. Large temporaries stay for the next call, as on the host.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <inttypes.h>
#include <string.h>

enum {
  CachedBytes =
      64 << 10, ///< of the smallest suballocation that is kept between calls
  CachedLimit = 16,  ///< as they are searched one by one
  QueuedLimit = 1024 ///< of spares that calls which still run may use
};

/*===--------------------------------------------------------------------===*
 * Contexts
 *===--------------------------------------------------------------------===*/

static void freeCached(OnnxopsContext *context, bool all) {
  for (Suballocation **at = &context->cachedSuballocations; *at;) {
    Suballocation *cached = *at;
    if (!all && cached->call == context->call &&
        cached->block->suballocationBytes >= CachedBytes) {
      at = &cached->next;
      continue;
    }
    *at = cached->next;
    --context->cachedSuballocationCount;
    onnxopsImplFreeSuballocation(context->device, cached);
  }
}

void onnxopsContextSetDevice(OnnxopsContext *context, OnnxopsDevice *device,
                             void *stream) {
  if (!context)
    return;
  onnxopsImplEndCall(context);
  if (context->device)
    freeCached(context, /*all=*/true);
  if (context->stream)
    context->device->ops->closeStream(context->stream);
  context->device = device;
  context->callersStream = stream;
  context->stream = NULL;
}

int64_t onnxopsContextDeviceTime(const OnnxopsContext *context) {
  return context && context->stream
             ? context->device->ops->time(context->stream)
             : 0;
}

/// Whether the context is one for code of this kind; null for the host.
static bool checkKind(OnnxopsContext *context, const char *function,
                      const char *kind) {
  const OnnxopsDevice *device = context->device;
  if (!kind)
    onnxopsImplRecord(
        context,
        "function '%s': expected a context without a device, as it was "
        "compiled for the host, but got one with %s",
        function, device->label);
  else if (!device)
    onnxopsImplRecord(context,
                      "function '%s': expected a context with a %s device, but "
                      "got one without a device",
                      function, kind);
  else if (strcmp(kind, device->ops->kind) != 0)
    onnxopsImplRecord(
        context,
        "function '%s': expected a context with a %s device, but got "
        "one with %s",
        function, kind, device->label);
  return !context->hasFailed;
}

/// Records that an input or output has strings. Devices know none.
static bool checkTypes(OnnxopsContext *context, const int64_t *signature) {
  const int64_t inputs = signature[SignatureInputs];
  const int64_t *entry =
      signature + SignatureSymbolNames + signature[SignatureSymbols];
  for (int64_t i = 0; i < inputs + signature[SignatureOutputs];
       ++i, entry = onnxopsImplNextEntry(entry)) {
    if (entry[EntryElementType] != ONNXOPS_STRING)
      continue;
    bool isInput = i < inputs;
    onnxopsImplRecord(context,
                      "%s: expected elements of a fixed width on %s, but got "
                      "strings",
                      onnxopsImplLabel(context, isInput ? "input" : "output",
                                       entry, isInput ? i : i - inputs)
                          .text,
                      context->device->label);
    return false;
  }
  return true;
}

bool onnxopsImplEnterDevice(OnnxopsContext *context, const int64_t *signature,
                            const char *kind) {
  const char *function = context->names + signature[SignatureFunction];
  if (!checkKind(context, function, kind) || !checkTypes(context, signature))
    return false;
  const DeviceOps *ops = context->device->ops;
  DeviceFailure failure;
  if (!context->stream)
    context->stream =
        ops->openStream(context->device, context->callersStream, &failure);
  if (context->stream)
    ops->resetTime(context->stream);
  else
    onnxopsImplRecord(context, "function '%s': %s", function, failure.text);
  context->isOnDevice = !context->hasFailed;
  return context->isOnDevice;
}

/// Whether committing the outputs frees memory that a slot has from a call
/// before, which may still run.
static bool freesOutputs(const OnnxopsContext *context) {
  for (int64_t i = 0; i < context->outputCount; ++i)
    if (context->outputs[i].isFresh &&
        (context->outputSlots[i].owned & ONNXOPS_OWNS_DATA))
      return true;
  return false;
}

void onnxopsImplFinishDevice(OnnxopsContext *context) {
  if (!context->stream)
    return;
  const DeviceOps *ops = context->device->ops;
  DeviceFailure failure;
  if (!ops->leave(context->stream, &failure) ||
      (freesOutputs(context) && !ops->isDone(context->stream) &&
       !ops->finish(context->stream, &failure)))
    onnxopsImplRecord(context, "%s", failure.text);
}

/*===--------------------------------------------------------------------===*
 * Memory
 *===--------------------------------------------------------------------===*/

/// Takes out a spare suballocation that `bytes` fit and do not leave a large
/// part of.
static Suballocation *takeCached(OnnxopsContext *context, int64_t bytes) {
  int64_t tries = 4 * CachedLimit; // a call may free thousands
  for (Suballocation **at = &context->cachedSuballocations; *at && tries > 0;
       at = &(*at)->next, --tries) {
    Suballocation *cached = *at;
    const int64_t capacity = cached->block->suballocationBytes;
    if (capacity < bytes || (capacity >= CachedBytes && bytes < capacity / 2))
      continue;
    *at = cached->next;
    --context->cachedSuballocationCount;
    return cached;
  }
  return NULL;
}

void *onnxopsImplListedDeviceAlloc(OnnxopsContext *context, int64_t bytes,
                                   DeviceFailure *failure) {
  Suballocation *suballocation = takeCached(context, bytes);
  if (!suballocation)
    suballocation =
        onnxopsImplSuballocate(context->device, bytes, context, failure);
  if (!suballocation && context->cachedSuballocations && context->stream) {
    // What this call has freed may do, once nothing uses it any more.
    if (!context->device->ops->finish(context->stream, failure))
      return NULL;
    freeCached(context, /*all=*/true);
    suballocation =
        onnxopsImplSuballocate(context->device, bytes, context, failure);
  }
  if (!suballocation)
    return NULL;
  context->memoryLeft -=
      suballocation->block->suballocationBytes - bytes; // it may be larger
  suballocation->previous = NULL;
  suballocation->next = context->suballocations;
  if (suballocation->next)
    suballocation->next->previous = suballocation;
  context->suballocations = suballocation;
  return onnxopsImplSuballocationData(suballocation);
}

/// Takes a suballocation out of the list of those that the call has.
static void unlistSuballocation(OnnxopsContext *context,
                                Suballocation *suballocation) {
  if (suballocation->next)
    suballocation->next->previous = suballocation->previous;
  if (suballocation->previous)
    suballocation->previous->next = suballocation->next;
  else
    context->suballocations = suballocation->next;
}

static void cacheSuballocation(OnnxopsContext *context,
                               Suballocation *suballocation) {
  unlistSuballocation(context, suballocation);
  suballocation->call = context->call;
  suballocation->next = context->cachedSuballocations;
  context->cachedSuballocations = suballocation;
  ++context->cachedSuballocationCount;
}

void onnxopsImplFreeOnDevice(OnnxopsContext *context, const void *data) {
  Suballocation *suballocation =
      onnxopsImplFindSuballocation(context->device, data);
  if (suballocation && suballocation->owner == context) {
    context->memoryLeft += suballocation->block->suballocationBytes;
    cacheSuballocation(context, suballocation);
    return;
  }
  onnxopsImplRecord(context,
                    "%s: expected memory of this call to free, but got "
                    "address 0x%" PRIxPTR,
                    context->device->label, (uintptr_t)data);
}

void onnxopsImplStopDevice(OnnxopsContext *context) {
  if (context->stream)
    context->device->ops->abandon(context->stream);
}

/// Whether all calls have finished; too many spares are waited for.
static bool isDone(OnnxopsContext *context) {
  const DeviceOps *ops = context->device->ops;
  DeviceFailure unused;
  return ops->isDone(context->stream) ||
         (context->cachedSuballocationCount > QueuedLimit &&
          ops->finish(context->stream, &unused));
}

void onnxopsImplEndDeviceMemory(OnnxopsContext *context) {
  // Nothing may be asked of a stream that a CUDA graph is captured from.
  if (!context->device ||
      (!context->suballocations && !context->cachedSuballocations))
    return;
  if (context->stream && !isDone(context)) {
    while (context->suballocations)
      cacheSuballocation(context, context->suballocations);
    return;
  }
  freeCached(context, /*all=*/false);
  while (context->suballocations) {
    Suballocation *suballocation = context->suballocations;
    if (suballocation->block->suballocationBytes >= CachedBytes &&
        context->cachedSuballocationCount < CachedLimit) {
      cacheSuballocation(context, suballocation);
    } else {
      unlistSuballocation(context, suballocation);
      onnxopsImplFreeSuballocation(context->device, suballocation);
    }
  }
}
