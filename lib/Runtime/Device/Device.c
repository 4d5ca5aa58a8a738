/*===- Device.c - devices that compiled functions run on ------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions of a device that need no context.
 *
 *===--------------------------------------------------------------------===*/

#include "Device.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool onnxopsImplDeviceFail(DeviceFailure *failure, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  (void)vsnprintf(failure->text, sizeof(failure->text), format, arguments);
  va_end(arguments);
  // Names and texts of drivers may contain anything.
  for (char *c = failure->text; *c; ++c)
    if ((unsigned char)*c < 0x20 || *c == 0x7f)
      *c = '?';
  return false;
}

void onnxopsImplNameDevice(OnnxopsDevice *device, const char *name) {
  (void)snprintf(device->name, sizeof(device->name), "%s", name);
  (void)snprintf(device->label, sizeof(device->label), "%s device '%s'",
                 device->ops->kind, device->name);
}

void onnxopsImplDeviceInit(OnnxopsDevice *device, const DeviceOps *ops) {
  device->ops = ops;
  (void)snprintf(device->label, sizeof(device->label), "%s device", ops->kind);
  pthread_mutex_init(&device->lock, NULL);
  pthread_mutex_init(&device->constantsLock, NULL);
  pthread_mutex_init(&device->streamLock, NULL);
}

void onnxopsImplDeviceDestroy(OnnxopsDevice *device) {
  pthread_mutex_destroy(&device->lock);
  pthread_mutex_destroy(&device->constantsLock);
  pthread_mutex_destroy(&device->streamLock);
}

OnnxopsDevice *onnxopsDeviceOpen(const char *kind, char *message,
                                 int64_t messageBytes) {
  DeviceFailure failure = {""};
  OnnxopsDevice *device = NULL;
  if (kind && strcmp(kind, "vulkan") == 0)
    device = onnxopsImplOpenVulkan(&failure);
  else if (kind && strcmp(kind, "cuda") == 0)
    device = onnxopsImplOpenCuda(&failure);
  else
    onnxopsImplDeviceFail(&failure,
                          "expected the kind of a device, 'vulkan' or 'cuda', "
                          "but got '%s'",
                          kind ? kind : "");
  if (message && messageBytes > 0)
    (void)snprintf(message, (size_t)messageBytes, "%s", failure.text);
  return device;
}

void onnxopsDeviceClose(OnnxopsDevice *device) {
  if (!device)
    return;
  if (device->stream) {
    device->ops->abandon(device->stream);
    device->ops->closeStream(device->stream);
  }
  while (device->constants) { // their data belongs to the heap
    DeviceConstant *next = device->constants->next;
    free(device->constants);
    device->constants = next;
  }
  onnxopsImplHeapDestroy(device);
  device->ops->close(device);
}

const char *onnxopsDeviceKind(const OnnxopsDevice *device) {
  return device ? device->ops->kind : "";
}

const char *onnxopsDeviceName(const OnnxopsDevice *device) {
  return device ? device->name : "";
}

const char *onnxopsDeviceError(const OnnxopsDevice *device) {
  return device ? device->error.text : "";
}

void onnxopsImplClearDeviceError(OnnxopsDevice *device) {
  pthread_mutex_lock(&device->streamLock);
  device->error.text[0] = 0;
  pthread_mutex_unlock(&device->streamLock);
}

void onnxopsImplSetDeviceError(OnnxopsDevice *device, const char *text) {
  pthread_mutex_lock(&device->streamLock);
  if (!device->error.text[0])
    onnxopsImplDeviceFail(&device->error, "%s: %s", device->label, text);
  pthread_mutex_unlock(&device->streamLock);
}

/// Stores a failure for onnxopsDeviceError. Returns 1, for the caller to
/// return.
static int32_t keepError(OnnxopsDevice *device, const DeviceFailure *failure) {
  pthread_mutex_lock(&device->streamLock);
  device->error = *failure;
  pthread_mutex_unlock(&device->streamLock);
  return 1;
}

void *onnxopsDeviceAllocate(OnnxopsDevice *device, int64_t bytes) {
  if (!device)
    return NULL;
  DeviceFailure failure;
  Suballocation *suballocation =
      onnxopsImplSuballocate(device, bytes, device, &failure);
  if (suballocation)
    return onnxopsImplSuballocationData(suballocation);
  (void)keepError(device, &failure);
  return NULL;
}

void onnxopsDeviceFree(OnnxopsDevice *device, void *data) {
  Suballocation *suballocation =
      device && data ? onnxopsImplFindSuballocation(device, data) : NULL;
  if (suballocation)
    onnxopsImplFreeSuballocation(device, suballocation);
}

int32_t onnxopsDeviceUpload(OnnxopsDevice *device, void *to, const void *from,
                            int64_t bytes) {
  if (!device)
    return 1;
  DeviceFailure failure;
  return bytes == 0 || device->ops->upload(device, to, from, bytes, &failure)
             ? 0
             : keepError(device, &failure);
}

int32_t onnxopsDeviceDownload(OnnxopsDevice *device, void *to, const void *from,
                              int64_t bytes) {
  if (!device)
    return 1;
  DeviceFailure failure;
  return bytes == 0 || device->ops->download(device, to, from, bytes, &failure)
             ? 0
             : keepError(device, &failure);
}
