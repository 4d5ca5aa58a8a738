/*===- CallDevice.c - calls of code that runs on a device -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The device state of a context: a stream, and the device memory of the call.
 * Memory that a call frees is reused only by calls of the same context, whose
 * kernels run in order; it goes back to the device when all of them have
 * finished. Large temporaries stay cached for the next call, as on the host.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <inttypes.h>
#include <string.h>

enum {
  CachedBytes = 64 << 10, ///< bytes of the smallest suballocation that stays
                          ///< cached between calls
  CachedLimit = 16,       ///< low, since the list is searched linearly
  QueuedLimit =
      1024 ///< most cached suballocations while calls are still running
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

/// Records that an input or output has strings, which devices do not support.
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

/// Whether committing the outputs frees memory of a slot that an earlier call,
/// which may still run, may use.
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

/// Takes a cached suballocation that fits `bytes` without wasting a large part
/// of it.
static Suballocation *takeCached(OnnxopsContext *context, int64_t bytes) {
  int64_t tries =
      4 * CachedLimit; // a call may free thousands of suballocations
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
    // Memory that this call has freed may do, once no kernel uses it any more.
    if (!context->device->ops->finish(context->stream, failure))
      return NULL;
    freeCached(context, /*all=*/true);
    suballocation =
        onnxopsImplSuballocate(context->device, bytes, context, failure);
  }
  if (!suballocation)
    return NULL;
  // It may be larger than requested.
  context->memoryLeft -= suballocation->block->suballocationBytes - bytes;
  suballocation->previous = NULL;
  suballocation->next = context->suballocations;
  if (suballocation->next)
    suballocation->next->previous = suballocation;
  context->suballocations = suballocation;
  return onnxopsImplSuballocationData(suballocation);
}

/// Removes a suballocation from the list of the call.
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

/// Whether all calls have finished. Waits for them when too much is cached.
static bool isDone(OnnxopsContext *context) {
  const DeviceOps *ops = context->device->ops;
  DeviceFailure unused;
  return ops->isDone(context->stream) ||
         (context->cachedSuballocationCount > QueuedLimit &&
          ops->finish(context->stream, &unused));
}

void onnxopsImplEndDeviceMemory(OnnxopsContext *context) {
  // The stream must not be queried while a CUDA graph is captured from it.
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
