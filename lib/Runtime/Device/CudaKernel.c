/*===- CudaKernel.c - CUDA kernels from PTX -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The driver compiles PTX for the device. A module is compiled once for each
 * device, on the first use of one of its kernels.
 *
 *===--------------------------------------------------------------------===*/

#include "Cuda.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool isOf(const CudaKernel *kernel, const OnnxopsDeviceCode *code) {
  return kernel->hash[0] == code->hash[0] && kernel->hash[1] == code->hash[1];
}

/// Adds the first line of the compiler's log.
static void addLog(DeviceFailure *failure, const char *log) {
  const size_t used = strlen(failure->text);
  const size_t line = strcspn(log, "\n");
  if (line > 0)
    (void)snprintf(failure->text + used, sizeof(failure->text) - used, ": %.*s",
                   (int)line, log);
}

static bool loadModule(CudaDevice *device, const OnnxopsDeviceCode *code,
                       CudaModule *module, DeviceFailure *failure) {
  char log[512] = "";
  // The driver takes NUL-terminated text.
  char *text = code->size >= 0 ? malloc((size_t)code->size + 1) : NULL;
  if (!text)
    return onnxopsImplDeviceFail(failure,
                                 "%s: expected host memory for a module of "
                                 "%" PRId64 " bytes, but there is not enough",
                                 device->base.label, code->size);
  memcpy(text, code->bytes, (size_t)code->size);
  text[code->size] = 0;
  int options[] = {CudaErrorLog, CudaErrorLogBytes};
  void *values[] = {log, (void *)(uintptr_t)(sizeof(log) - 1)};
  CudaResult result = device->cuda.moduleLoad(module, text, 2, options, values);
  free(text);
  if (onnxopsImplCudaSucceeds(device, result, "cuModuleLoadDataEx", failure))
    return true;
  addLog(failure, log);
  return false;
}

static bool findFunction(CudaDevice *device, CudaKernel *kernel,
                         DeviceFailure *failure) {
  CudaResult result = device->cuda.moduleFunction(&kernel->function,
                                                  kernel->module, kernel->name);
  if (result == CudaNotFound)
    return onnxopsImplDeviceFail(
        failure,
        "%s: expected kernel '%s' in a PTX module, but it is not there",
        device->base.label, kernel->name);
  return onnxopsImplCudaSucceeds(device, result, "cuModuleGetFunction",
                                 failure);
}

/// Makes a kernel. Reuses the module of another one if there is one.
static CudaKernel *makeKernel(CudaDevice *device, const OnnxopsDeviceCode *code,
                              const char *name, const CudaKernel *other,
                              DeviceFailure *failure) {
  const size_t nameBytes = strlen(name) + 1;
  CudaKernel *kernel = calloc(1, sizeof(CudaKernel) + nameBytes);
  if (!kernel) {
    onnxopsImplDeviceFail(failure,
                          "%s: expected host memory for kernel '%s', but there "
                          "is not enough",
                          device->base.label, name);
    return NULL;
  }
  kernel->hash[0] = code->hash[0];
  kernel->hash[1] = code->hash[1];
  memcpy(kernel->name, name, nameBytes);
  kernel->module = other ? other->module : NULL;
  kernel->ownsModule = !other;
  if (!other && !loadModule(device, code, &kernel->module, failure)) {
    free(kernel);
    return NULL;
  }
  if (findFunction(device, kernel, failure))
    return kernel;
  if (kernel->ownsModule)
    (void)device->cuda.moduleUnload(kernel->module);
  free(kernel);
  return NULL;
}

const CudaKernel *onnxopsImplCudaKernel(CudaDevice *device,
                                        const OnnxopsDeviceCode *code,
                                        const char *name,
                                        DeviceFailure *failure) {
  CudaKernel **bucket = &device->kernels[code->hash[0] % CudaKernelBuckets];
  const CudaKernel *other = NULL;
  pthread_mutex_lock(&device->kernelLock);
  CudaKernel *kernel = *bucket;
  for (; kernel; kernel = kernel->next) {
    if (!isOf(kernel, code))
      continue;
    other = kernel;
    if (strcmp(kernel->name, name) == 0)
      break;
  }
  if (!kernel && (kernel = makeKernel(device, code, name, other, failure))) {
    kernel->next = *bucket;
    *bucket = kernel;
  }
  pthread_mutex_unlock(&device->kernelLock);
  return kernel;
}

void onnxopsImplFreeCudaKernels(CudaDevice *device) {
  DeviceFailure unused;
  bool isCurrent = device->context && onnxopsImplEnterCuda(device, &unused);
  for (int i = 0; i < CudaKernelBuckets; ++i)
    while (device->kernels[i]) {
      CudaKernel *kernel = device->kernels[i];
      device->kernels[i] = kernel->next;
      if (kernel->ownsModule && isCurrent)
        (void)device->cuda.moduleUnload(kernel->module);
      free(kernel);
    }
  if (isCurrent)
    onnxopsImplLeaveCuda(device);
}
