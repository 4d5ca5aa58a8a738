/*===- CudaDevice.c - creation and memory of a CUDA device ----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The first device that the driver lists, in its primary context, so that
 * tensors and streams of other libraries in the process can be used directly.
 *
 *===--------------------------------------------------------------------===*/

#include "Cuda.h"

#include <dlfcn.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool losesDevice(CudaResult result) {
  return result == CudaUncorrectable || result == CudaIllegalAddress ||
         result == CudaTimeout || result == CudaDestroyed ||
         result == CudaAssert ||
         (result >= CudaFirstFault && result <= CudaLastFault);
}

bool onnxopsImplCudaSucceeds(CudaDevice *device, CudaResult result,
                             const char *function, DeviceFailure *failure) {
  if (result == CudaSuccess)
    return true;
  if (losesDevice(result))
    atomic_store(&device->isLost, true);
  const char *name = NULL;
  if (device->cuda.errorName(result, &name) != CudaSuccess || !name)
    name = "an unknown error";
  return onnxopsImplDeviceFail(
      failure, "%s: expected %s to succeed, but got %s (%" PRId32 ")",
      device->base.label, function, name, result);
}

bool onnxopsImplEnterCuda(CudaDevice *device, DeviceFailure *failure) {
  if (atomic_load(&device->isLost))
    return onnxopsImplDeviceFail(
        failure,
        "%s: expected a device that works, but it was lost in an earlier call",
        device->base.label);
  return onnxopsImplCudaSucceeds(device, device->cuda.push(device->context),
                                 "cuCtxPushCurrent", failure);
}

void onnxopsImplLeaveCuda(CudaDevice *device) {
  CudaContext context;
  (void)device->cuda.pop(&context);
}

/*===--------------------------------------------------------------------===*
 * Memory
 *===--------------------------------------------------------------------===*/

static bool allocateBlock(OnnxopsDevice *base, DeviceBlock *block,
                          DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCuda(base);
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  // The driver aligns to at least 256 bytes.
  CudaResult result =
      device->cuda.allocate(&block->address, (size_t)block->bytes);
  onnxopsImplLeaveCuda(device);
  if (result == CudaOutOfMemory)
    return onnxopsImplDeviceFail(failure,
                                 "%s: expected memory for %" PRId64
                                 " bytes, but there is not "
                                 "enough",
                                 base->label, block->bytes);
  return onnxopsImplCudaSucceeds(device, result, "cuMemAlloc", failure);
}

static void freeBlock(OnnxopsDevice *base, DeviceBlock *block) {
  CudaDevice *device = onnxopsImplCuda(base);
  DeviceFailure unused;
  // Destroying the context of a lost device frees everything.
  if (!onnxopsImplEnterCuda(device, &unused))
    return;
  (void)device->cuda.free(block->address);
  onnxopsImplLeaveCuda(device);
}

static bool upload(OnnxopsDevice *base, void *to, const void *from,
                   int64_t bytes, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCuda(base);
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  // The copy may return before the bytes have arrived, and our streams do not
  // wait for the default one.
  bool isDone =
      onnxopsImplCudaSucceeds(device, device->cuda.synchronize(),
                              "cuCtxSynchronize", failure) &&
      onnxopsImplCudaSucceeds(
          device, device->cuda.upload((uintptr_t)to, from, (size_t)bytes),
          "cuMemcpyHtoD", failure) &&
      onnxopsImplCudaSucceeds(device, device->cuda.synchronize(),
                              "cuCtxSynchronize", failure);
  onnxopsImplLeaveCuda(device);
  return isDone;
}

static bool download(OnnxopsDevice *base, void *to, const void *from,
                     int64_t bytes, DeviceFailure *failure) {
  CudaDevice *device = onnxopsImplCuda(base);
  if (!onnxopsImplEnterCuda(device, failure))
    return false;
  bool isDone =
      onnxopsImplCudaSucceeds(device, device->cuda.synchronize(),
                              "cuCtxSynchronize", failure) &&
      onnxopsImplCudaSucceeds(
          device, device->cuda.download(to, (uintptr_t)from, (size_t)bytes),
          "cuMemcpyDtoH", failure);
  onnxopsImplLeaveCuda(device);
  return isDone;
}

/*===--------------------------------------------------------------------===*
 * Devices
 *===--------------------------------------------------------------------===*/

/// Frees everything that has been made so far, in reverse order.
static void closeDevice(OnnxopsDevice *base) {
  CudaDevice *device = onnxopsImplCuda(base);
  onnxopsImplFreeCudaKernels(device);
  if (device->context)
    (void)device->cuda.release(device->number);
  pthread_mutex_destroy(&device->kernelLock);
  onnxopsImplDeviceDestroy(base);
  free(device);
}

static const DeviceOps ops = {
    .kind = "cuda",
    .format = ONNXOPS_CODE_PTX,
    .close = closeDevice,
    .allocate = allocateBlock,
    .free = freeBlock,
    .upload = upload,
    .download = download,
    .openStream = onnxopsImplOpenCudaStream,
    .closeStream = onnxopsImplCloseCudaStream,
    .launch = onnxopsImplCudaLaunch,
    .copy = onnxopsImplCudaCopy,
    .write = onnxopsImplCudaWrite,
    .read = onnxopsImplCudaRead,
    .finish = onnxopsImplCudaFinish,
    .leave = onnxopsImplCudaLeave,
    .isDone = onnxopsImplCudaIsDone,
    .abandon = onnxopsImplCudaAbandon,
    .time = onnxopsImplCudaTime,
    .resetTime = onnxopsImplCudaResetTime,
};

/// Finds a required function. C has no cast from data to code.
static bool find(void *library, const char *name, void *function,
                 DeviceFailure *failure) {
  void *address = dlsym(library, name);
  memcpy(function, &address, sizeof(address));
  return address || onnxopsImplDeviceFail(failure,
                                          "expected a CUDA driver with "
                                          "function %s, but libcuda.so.1 has "
                                          "none",
                                          name);
}

/// Opens the library, which stays open: drivers do not support being unloaded.
static bool openLibrary(CudaDevice *device, DeviceFailure *failure) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return onnxopsImplDeviceFail(
        failure, "expected the library libcuda.so.1, but got %s",
        reason ? reason : "none");
  }
#define ONNXOPS_CUDA_FIND(member, name, parameters)                            \
  &&find(library, name, &device->cuda.member, failure)
  return true ONNXOPS_CUDA_FUNCTIONS(ONNXOPS_CUDA_FIND);
#undef ONNXOPS_CUDA_FIND
}

static bool openDevice(CudaDevice *device, DeviceFailure *failure) {
  const CudaFunctions *cuda = &device->cuda;
  int count = 0;
  char name[256] = "";
  CudaResult result = cuda->init(0);
  if (result == CudaSuccess)
    result = cuda->deviceCount(&count);
  if (result == CudaNoDevice || (result == CudaSuccess && count == 0))
    return onnxopsImplDeviceFail(
        failure, "expected a CUDA device, but libcuda.so.1 found none");
  if (!onnxopsImplCudaSucceeds(device, result, "cuInit", failure) ||
      !onnxopsImplCudaSucceeds(device, cuda->deviceGet(&device->number, 0),
                               "cuDeviceGet", failure) ||
      !onnxopsImplCudaSucceeds(
          device, cuda->deviceName(name, (int)sizeof(name) - 1, device->number),
          "cuDeviceGetName", failure))
    return false;
  onnxopsImplNameDevice(&device->base, name);
  CudaContext context = NULL;
  if (!onnxopsImplCudaSucceeds(device, cuda->retain(&context, device->number),
                               "cuDevicePrimaryCtxRetain", failure))
    return false;
  device->context = context;
  return true;
}

OnnxopsDevice *onnxopsImplOpenCuda(DeviceFailure *failure) {
  CudaDevice *device = calloc(1, sizeof(CudaDevice));
  if (!device) {
    onnxopsImplDeviceFail(failure, "expected host memory for a CUDA device, "
                                   "but there is not enough");
    return NULL;
  }
  pthread_mutex_init(&device->kernelLock, NULL);
  onnxopsImplDeviceInit(&device->base, &ops);
  if (openLibrary(device, failure) && openDevice(device, failure))
    return &device->base;
  closeDevice(&device->base);
  return NULL;
}
