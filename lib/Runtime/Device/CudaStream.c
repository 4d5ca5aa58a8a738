/*===- CudaStream.c - streams of a CUDA device ----------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A stream consists of a CUDA stream, our own or the caller's, rings for
 * tables, and, for our own, a clock.
 *
 *===--------------------------------------------------------------------===*/

#include "Cuda.h"

#include <stdlib.h>

bool onnxopsImplMakeCudaRings(CudaStream *stream, int64_t half,
                              DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  const CudaFunctions *cuda = &device->cuda;
  const size_t bytes = 2 * (size_t)half;
  void *host = NULL;
  CudaAddress address = 0;
  if (!onnxopsImplCudaSucceeds(device, cuda->allocateHost(&host, bytes),
                               "cuMemAllocHost", failure))
    return false;
  if (!onnxopsImplCudaSucceeds(device, cuda->allocate(&address, bytes),
                               "cuMemAlloc", failure)) {
    (void)cuda->freeHost(host);
    return false;
  }
  if (stream->host) {
    (void)cuda->freeHost(stream->host);
    (void)cuda->free(stream->device);
  }
  stream->host = host;
  stream->device = address;
  stream->half = half;
  stream->used = 0;
  stream->isPassing[0] = stream->isPassing[1] = false;
  return true;
}

static bool makeEvent(CudaDevice *device, CudaEvent *event,
                      DeviceFailure *failure) {
  return onnxopsImplCudaSucceeds(device, device->cuda.eventCreate(event, 0),
                                 "cuEventCreate", failure);
}

static bool makeParts(CudaStream *stream, void *callers,
                      DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCudaOf(stream);
  stream->isCallers = callers != NULL;
  if (callers)
    stream->stream = callers;
  else if (!onnxopsImplCudaSucceeds(device,
                                    device->cuda.streamCreate(
                                        &stream->stream, CudaStreamNonBlocking),
                                    "cuStreamCreate", failure) ||
           !makeEvent(device, &stream->begin, failure) ||
           !makeEvent(device, &stream->end, failure))
    return false;
  return makeEvent(device, &stream->passed[0], failure) &&
         makeEvent(device, &stream->passed[1], failure) &&
         onnxopsImplMakeCudaRings(stream, CudaSmallestHalf, failure);
}

static void freeParts(CudaStream *stream) {
  const CudaFunctions *cuda = &onnxopsImplCudaOf(stream)->cuda;
  CudaEvent events[] = {stream->passed[0], stream->passed[1], stream->begin,
                        stream->end};
  for (int i = 0; i < 4; ++i)
    if (events[i])
      (void)cuda->eventDestroy(events[i]);
  if (stream->host) {
    (void)cuda->freeHost(stream->host);
    (void)cuda->free(stream->device);
  }
  if (stream->stream && !stream->isCallers)
    (void)cuda->streamDestroy(stream->stream);
}

void onnxopsImplCloseCudaStream(DeviceStream *base) {
  CudaStream *stream = onnxopsImplCudaStream(base);
  CudaDevice *device = onnxopsImplCudaOf(stream);
  DeviceFailure unused;
  // Destroying the context of a lost device frees everything.
  if (onnxopsImplEnterCuda(device, &unused)) {
    freeParts(stream);
    onnxopsImplLeaveCuda(device);
  }
  free(stream);
}

DeviceStream *onnxopsImplOpenCudaStream(OnnxopsDevice *base, void *callers,
                                        DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCuda(base);
  CudaStream *stream = calloc(1, sizeof(CudaStream));
  if (!stream) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for a stream, but there "
                          "is not enough",
                          base->label);
    return NULL;
  }
  stream->base.device = base;
  if (!onnxopsImplEnterCuda(device, failure)) {
    free(stream);
    return NULL;
  }
  bool isMade = makeParts(stream, callers, failure);
  onnxopsImplLeaveCuda(device);
  if (isMade)
    return &stream->base;
  onnxopsImplCloseCudaStream(&stream->base);
  return NULL;
}
