/*===- CallKernels.c - kernels and copies of a call on a device -----------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Kernels and copies are queued in program order. Constants belong to the
 * device and are shared by all calls.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"

#include <inttypes.h>
#include <stdlib.h>

/// Whether a call on a device is running; records a failure otherwise.
static bool hasStream(OnnxopsContext *context, const char *what) {
  if (!context)
    return false;
  if (!context->stream)
    onnxopsImplRecord(context,
                      "%s: expected a context with a device, but got one "
                      "without",
                      what);
  return context->stream != NULL;
}

bool onnxopsImplCanLaunch(OnnxopsContext *context,
                          const OnnxopsDeviceCode *code, const char *kernel) {
  if (!hasStream(context, "launch"))
    return false;
  const OnnxopsDevice *device = context->device;
  if (!code || !kernel)
    onnxopsImplRecord(context,
                      "%s: expected code and a kernel, but got a null pointer",
                      device->label);
  else if (code->format != device->ops->format)
    onnxopsImplRecord(context,
                      "%s: expected kernel '%s' in format %" PRId32
                      ", but got %" PRId32,
                      device->label, kernel, device->ops->format, code->format);
  else
    return true;
  return false;
}

int32_t onnxopsRtLaunch(OnnxopsContext *context, const OnnxopsDeviceCode *code,
                        const char *kernel, const int64_t *table, int64_t words,
                        int64_t blocks) {
  if (!onnxopsImplCanLaunch(context, code, kernel))
    return 1;
  const OnnxopsDevice *device = context->device;
  if (words < 0 || (words > 0 && !table) || blocks < 0) {
    onnxopsImplRecord(context,
                      "%s: expected a table and a number of blocks, but got "
                      "something else",
                      device->label);
    return 1;
  }
  DeviceFailure failure;
  if (blocks == 0 || device->ops->launch(context->stream, code, kernel, table,
                                         words, blocks, &failure))
    return 0;
  onnxopsImplRecord(context, "%s", failure.text);
  return 1;
}

int32_t onnxopsRtRead(OnnxopsContext *context, void *to, const void *from,
                      int64_t bytes) {
  if (!hasStream(context, "read"))
    return 1;
  const DeviceCopy copy = {to, from, bytes};
  DeviceFailure failure;
  if (bytes == 0 ||
      context->device->ops->read(context->stream, &copy, 1, &failure))
    return 0;
  onnxopsImplRecord(context, "%s", failure.text);
  return 1;
}

int32_t onnxopsRtReadWords(OnnxopsContext *context, int64_t *words,
                           int64_t count) {
  if (!hasStream(context, "read"))
    return 1;
  DeviceCopy copies[64];
  const int64_t most = sizeof(copies) / sizeof(copies[0]);
  for (int64_t done = 0; done < count;) {
    const int64_t part = count - done < most ? count - done : most;
    for (int64_t i = 0; i < part; ++i) {
      int64_t *word = words + 2 * (done + i);
      copies[i] = (DeviceCopy){word, (const void *)(uintptr_t)word[0], word[1]};
    }
    DeviceFailure failure;
    if (!context->device->ops->read(context->stream, copies, part, &failure)) {
      onnxopsImplRecord(context, "%s", failure.text);
      return 1;
    }
    done += part;
  }
  return 0;
}

int32_t onnxopsRtWrite(OnnxopsContext *context, void *to, const void *from,
                       int64_t bytes) {
  if (!hasStream(context, "write"))
    return 1;
  DeviceFailure failure;
  if (bytes == 0 ||
      context->device->ops->write(context->stream, to, from, bytes, &failure))
    return 0;
  onnxopsImplRecord(context, "%s", failure.text);
  return 1;
}

/// Finds a constant or makes it. The device's lock for constants is held.
static const DeviceConstant *constantOn(OnnxopsDevice *device, const void *data,
                                        int64_t bytes, const uint64_t hash[2],
                                        DeviceFailure *failure) {
  DeviceConstant *constant = device->constants;
  for (; constant; constant = constant->next)
    if (constant->hash[0] == hash[0] && constant->hash[1] == hash[1] &&
        constant->bytes == bytes)
      return constant;
  Suballocation *suballocation =
      onnxopsImplSuballocate(device, bytes, device, failure);
  if (!suballocation)
    return NULL;
  void *copy = onnxopsImplSuballocationData(suballocation);
  constant = malloc(sizeof(DeviceConstant));
  if (!constant)
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for a constant, but there "
                          "is not enough",
                          device->label);
  if (!constant ||
      (bytes > 0 && !device->ops->upload(device, copy, data, bytes, failure))) {
    free(constant);
    onnxopsImplFreeSuballocation(device, suballocation);
    return NULL;
  }
  *constant =
      (DeviceConstant){device->constants, {hash[0], hash[1]}, bytes, copy};
  device->constants = constant;
  return constant;
}

void *onnxopsRtConstant(OnnxopsContext *context, const void *data,
                        int64_t bytes, uint64_t hash0, uint64_t hash1) {
  if (!hasStream(context, "constant"))
    return NULL;
  OnnxopsDevice *device = context->device;
  const uint64_t hash[2] = {hash0, hash1};
  DeviceFailure failure;
  pthread_mutex_lock(&device->constantsLock);
  const DeviceConstant *constant =
      constantOn(device, data, bytes, hash, &failure);
  pthread_mutex_unlock(&device->constantsLock);
  if (!constant)
    onnxopsImplRecord(context, "%s", failure.text);
  return constant ? constant->data : NULL;
}
