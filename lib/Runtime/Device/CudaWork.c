/*===- CudaWork.c - launches and copies on a CUDA device ------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Small tables of kernels are parameters of their launches. Others, and bytes
 * written to the device, pass through a ring of host memory that the device can
 * read; tables then stay in a second ring on the device. A half of the rings is
 * reused when the device is done with it.
 *
 *===--------------------------------------------------------------------===*/

#include "Cuda.h"

#include <string.h>

/*===--------------------------------------------------------------------===*
 * Waiting
 *===--------------------------------------------------------------------===*/

static bool waitFor(CudaStream *stream, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  CudaResult result = device->cuda.streamSynchronize(stream->stream);
  if (!onnxopsImplCudaSucceeds(device, result, "cuStreamSynchronize", failure))
    return false;
  stream->used = 0;
  stream->isPassing[0] = stream->isPassing[1] = false;
  stream->isPending = false;
  return true;
}

bool onnxopsImplCudaFinish(DeviceStream *base, DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  if (!stream->isPending)
    return true;
  if (!onnxopsImplEnterCuda(onnxopsImplCudaOf(stream), failure))
    return false;
  bool isDone = waitFor(stream, failure);
  onnxopsImplLeaveCuda(onnxopsImplCudaOf(stream));
  return isDone;
}

bool onnxopsImplCudaLeave(DeviceStream *base, DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  CudaDevice *device = onnxopsImplCudaOf(stream);
  if (stream->isCallers || (!stream->isPending && !stream->hasBegun))
    return true;
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  bool isDone =
      !stream->hasBegun ||
      onnxopsImplCudaSucceeds(
          device, device->cuda.eventRecord(stream->end, stream->stream),
          "cuEventRecord", failure);
  isDone = isDone && waitFor(stream, failure);
  stream->hasEnded = isDone && stream->hasBegun;
  onnxopsImplLeaveCuda(device);
  return isDone;
}

bool onnxopsImplCudaIsDone(DeviceStream *base) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  CudaDevice *device = onnxopsImplCudaOf(stream);
  DeviceFailure unused;
  if (!stream->isPending || !onnxopsImplEnterCuda(device, &unused))
    return true;
  CudaResult result = device->cuda.streamQuery(stream->stream);
  onnxopsImplLeaveCuda(device);
  return result != CudaNotReady;
}

void onnxopsImplCudaAbandon(DeviceStream *stream) {
  DeviceFailure unused;
  (void)onnxopsImplCudaFinish(stream, &unused);
}

int64_t onnxopsImplCudaTime(const DeviceStream *base) {
  const CudaStream *stream = (const CudaStream *)(const void *)base;
  CudaDevice *device = onnxopsImplCudaOf(stream);
  DeviceFailure unused;
  float milliseconds = 0;
  if (!stream->hasEnded || !onnxopsImplEnterCuda(device, &unused))
    return 0;
  CudaResult result =
      device->cuda.eventElapsed(&milliseconds, stream->begin, stream->end);
  onnxopsImplLeaveCuda(device);
  return result == CudaSuccess ? (int64_t)((double)milliseconds * 1e6) : 0;
}

void onnxopsImplCudaResetTime(DeviceStream *stream) {
  onnxopsImplCudaStream(stream)->hasBegun =
      onnxopsImplCudaStream(stream)->hasEnded = false;
}

/*===--------------------------------------------------------------------===*
 * Work
 *===--------------------------------------------------------------------===*/

/// Switches to the other half of the rings, once the device has left it.
static bool passOn(CudaStream *stream, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  const int from = stream->current, to = 1 - from;
  if (!onnxopsImplCudaSucceeds(
          device,
          device->cuda.eventRecord(stream->passed[from], stream->stream),
          "cuEventRecord", failure))
    return false;
  stream->isPassing[from] = true;
  if (stream->isPassing[to] &&
      !onnxopsImplCudaSucceeds(
          device, device->cuda.eventSynchronize(stream->passed[to]),
          "cuEventSynchronize", failure))
    return false;
  stream->isPassing[to] = false;
  stream->current = to;
  stream->used = 0;
  return true;
}

/// Reserves space in the rings for `bytes`. Returns the offset, or -1 with a
/// failure.
static int64_t reserve(CudaStream *stream, int64_t bytes,
                       DeviceFailure *failure) {
  const int64_t mask = onnxopsDeviceAlignment - 1;
  if (bytes > stream->half) {
    int64_t half = stream->half;
    while (half < bytes)
      half *= 2;
    if (!waitFor(stream, failure) ||
        !onnxopsImplMakeCudaRings(stream, half, failure))
      return -1;
  }
  if (stream->used + bytes > stream->half && !passOn(stream, failure))
    return -1;
  const int64_t offset = stream->current * stream->half + stream->used;
  stream->used = (stream->used + bytes + mask) & ~mask;
  return offset;
}

/// Queues a copy of host memory through the ring.
static bool queueUpload(CudaStream *stream, CudaAddress to, int64_t offset,
                        const void *from, int64_t bytes,
                        DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  memcpy(stream->host + offset, from, (size_t)bytes);
  return onnxopsImplCudaSucceeds(
      device,
      device->cuda.queueUpload(to, stream->host + offset, (size_t)bytes,
                               stream->stream),
      "cuMemcpyHtoDAsync", failure);
}

/// Copies the table of a kernel into the ring on the device.
static bool uploadTable(CudaStream *stream, const int64_t *table, int64_t words,
                        CudaAddress *address, DeviceFailure *failure) {
  const int64_t bytes = words * (int64_t)sizeof(int64_t);
  const int64_t offset = reserve(stream, bytes, failure);
  *address = stream->device + (CudaAddress)offset;
  return offset >= 0 &&
         queueUpload(stream, *address, offset, table, bytes, failure);
}

static bool launch(CudaStream *stream, const OnnxopsDeviceCode *code,
                   const char *name, const int64_t *table, int64_t words,
                   int64_t blocks, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  const CudaKernel *kernel = onnxopsImplCudaKernel(device, code, name, failure);
  if (!kernel)
    return false;
  CudaAddress address = 0;
  void *arguments[] = {(void *)(uintptr_t)table, &words};
  if (words > ONNXOPS_PARAMETER_WORDS) {
    arguments[0] = &address;
    if (!uploadTable(stream, table, words, &address, failure))
      return false;
  }
  if (stream->begin && !stream->hasBegun) {
    if (!onnxopsImplCudaSucceeds(
            device, device->cuda.eventRecord(stream->begin, stream->stream),
            "cuEventRecord", failure))
      return false;
    stream->hasBegun = true;
  }
  const int64_t most = INT32_MAX; // kernels loop with the stride of the grid
  CudaResult result = device->cuda.launch(
      kernel->function, (unsigned)(blocks < most ? blocks : most), 1, 1,
      (unsigned)code->blockSize, 1, 1, 0, stream->stream, arguments, NULL);
  return onnxopsImplCudaSucceeds(device, result, "cuLaunchKernel", failure);
}

bool onnxopsImplCudaLaunch(DeviceStream *base, const OnnxopsDeviceCode *code,
                           const char *kernel, const int64_t *table,
                           int64_t words, int64_t blocks,
                           DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  if (!onnxopsImplEnterCuda(onnxopsImplCudaOf(stream), failure))
    return false;
  stream->isPending = true;
  bool isDone = launch(stream, code, kernel, table, words, blocks, failure);
  onnxopsImplLeaveCuda(onnxopsImplCudaOf(stream));
  return isDone;
}

bool onnxopsImplCudaCopy(DeviceStream *base, const DeviceCopy *copies,
                         int64_t count, DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  CudaDevice *device = onnxopsImplCudaOf(stream);
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  stream->isPending = true;
  bool isDone = true;
  for (int64_t i = 0; i < count && isDone; ++i)
    isDone = onnxopsImplCudaSucceeds(
        device,
        device->cuda.queueCopy((uintptr_t)copies[i].to,
                               (uintptr_t)copies[i].from,
                               (size_t)copies[i].bytes, stream->stream),
        "cuMemcpyDtoDAsync", failure);
  onnxopsImplLeaveCuda(device);
  return isDone;
}

bool onnxopsImplCudaWrite(DeviceStream *base, void *to, const void *from,
                          int64_t bytes, DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  CudaDevice *device = onnxopsImplCudaOf(stream);
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  stream->isPending = true;
  bool isDone = true;
  for (int64_t done = 0; done < bytes && isDone;) {
    const int64_t left = bytes - done;
    const int64_t part = left < CudaSmallestHalf ? left : CudaSmallestHalf;
    int64_t offset = reserve(stream, part, failure);
    isDone = offset >= 0 &&
             queueUpload(stream, (uintptr_t)to + (uint64_t)done, offset,
                         (const char *)from + done, part, failure);
    done += part;
  }
  onnxopsImplLeaveCuda(device);
  return isDone;
}

/// Goes through the ring: if waiting fails, the targets of the copies may be
/// gone before they are written.
static bool readCopies(CudaStream *stream, const DeviceCopy *copies,
                       int64_t count, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  int64_t bytes = 0;
  for (int64_t i = 0; i < count; ++i)
    bytes += copies[i].bytes;
  const int64_t offset = reserve(stream, bytes, failure);
  if (offset < 0)
    return false;
  char *staging = stream->host + offset;
  for (int64_t i = 0; i < count; staging += copies[i++].bytes)
    if (!onnxopsImplCudaSucceeds(
            device,
            device->cuda.queueDownload(staging, (uintptr_t)copies[i].from,
                                       (size_t)copies[i].bytes, stream->stream),
            "cuMemcpyDtoHAsync", failure))
      return false;
  if (!waitFor(stream, failure))
    return false;
  staging = stream->host + offset;
  for (int64_t i = 0; i < count; staging += copies[i++].bytes)
    memcpy(copies[i].to, staging, (size_t)copies[i].bytes);
  return true;
}

bool onnxopsImplCudaRead(DeviceStream *base, const DeviceCopy *copies,
                         int64_t count, DeviceFailure *failure) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  if (!onnxopsImplEnterCuda(onnxopsImplCudaOf(stream), failure))
    return false;
  stream->isPending = true;
  bool isDone = readCopies(stream, copies, count, failure);
  onnxopsImplLeaveCuda(onnxopsImplCudaOf(stream));
  return isDone;
}
