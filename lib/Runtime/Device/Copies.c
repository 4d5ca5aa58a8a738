/*===- Copies.c - strided copies on a device ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A tensor with strides is copied by its runs of contiguous elements, many of
 * them with one command of the driver.
 *
 *===--------------------------------------------------------------------===*/

#include "Device.h"

enum { MostCopies = sizeof(((DeviceCopies *)0)->copies) / sizeof(DeviceCopy) };

bool onnxopsImplEndDeviceCopies(DeviceCopies *copies) {
  const int64_t count = copies->count;
  copies->count = 0;
  return count == 0 ||
         copies->stream->device->ops->copy(copies->stream, copies->copies,
                                           count, copies->failure);
}

static bool addRun(DeviceCopies *copies, void *to, const void *from,
                   int64_t bytes) {
  if (copies->count == MostCopies && !onnxopsImplEndDeviceCopies(copies))
    return false;
  copies->copies[copies->count++] = (DeviceCopy){to, from, bytes};
  return true;
}

bool onnxopsImplAddDeviceCopy(DeviceCopies *copies, void *to, const void *from,
                              int64_t elementBytes, int64_t rank,
                              const int64_t *sizes, const int64_t *strides) {
  // The trailing dimensions that are contiguous make a run.
  int64_t runElements = 1;
  for (; rank > 0; --rank) {
    const int64_t size = sizes[rank - 1];
    if (size == 0)
      return true;
    if (size != 1 && strides[rank - 1] != runElements)
      break;
    runElements *= size;
  }
  for (int64_t i = 0; i < rank; ++i)
    if (sizes[i] == 0)
      return true;
  const int64_t runBytes = runElements * elementBytes;
  int64_t index[ONNXOPS_MAX_RANK] = {0};
  char *target = to;
  int64_t offset = 0; // in elements of the source
  for (;;) {
    if (!addRun(copies, target, (const char *)from + offset * elementBytes,
                runBytes))
      return false;
    target += runBytes;
    int64_t dimension = rank - 1;
    for (; dimension >= 0; --dimension) {
      offset += strides[dimension];
      if (++index[dimension] < sizes[dimension])
        break;
      offset -= sizes[dimension] * strides[dimension];
      index[dimension] = 0;
    }
    if (dimension < 0)
      return true;
  }
}

/// The same with the device's own stream, whose lock is held.
static bool copyAndWait(OnnxopsDevice *device, void *to, const void *from,
                        int64_t elementBytes, int64_t rank,
                        const int64_t *sizes, const int64_t *strides) {
  const DeviceOps *ops = device->ops;
  DeviceFailure *failure = &device->error;
  if (!device->stream)
    device->stream = ops->openStream(device, NULL, failure);
  if (!device->stream)
    return false;
  DeviceCopies copies = {.stream = device->stream, .failure = failure};
  if (onnxopsImplAddDeviceCopy(&copies, to, from, elementBytes, rank, sizes,
                               strides) &&
      onnxopsImplEndDeviceCopies(&copies) &&
      ops->finish(device->stream, failure))
    return true;
  ops->abandon(device->stream);
  return false;
}

bool onnxopsImplCopyOnDevice(OnnxopsDevice *device, void *to, const void *from,
                             int64_t elementBytes, int64_t rank,
                             const int64_t *sizes, const int64_t *strides) {
  pthread_mutex_lock(&device->streamLock);
  bool isDone =
      copyAndWait(device, to, from, elementBytes, rank, sizes, strides);
  pthread_mutex_unlock(&device->streamLock);
  return isDone;
}
