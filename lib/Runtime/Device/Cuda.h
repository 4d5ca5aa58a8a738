/*===- Cuda.h - devices of the CUDA driver ------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shared by the files of the CUDA driver. The functions and numbers are those
 * of NVIDIA's driver API, which is stable between versions; they are declared
 * here, so that no header of NVIDIA is needed to build.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_DEVICE_CUDA_H
#define ONNXOPS_LIB_RUNTIME_DEVICE_CUDA_H

#include "Device.h"

#include <stdatomic.h>

typedef int32_t CudaResult;
typedef uint64_t CudaAddress;
typedef struct CudaContextHandle *CudaContext;
typedef struct CudaStreamHandle *CudaStreamHandle;
typedef struct CudaEventHandle *CudaEvent;
typedef struct CudaModuleHandle *CudaModule;
typedef struct CudaFunctionHandle *CudaFunction;

/* Results. */
enum {
  CudaSuccess = 0,
  CudaOutOfMemory = 2,
  CudaNoDevice = 100,
  CudaNotFound = 500,
  CudaNotReady = 600,
  /* After these the context, and with it the device, is of no use. */
  CudaUncorrectable = 214,
  CudaIllegalAddress = 700,
  CudaTimeout = 702,
  CudaDestroyed = 709,
  CudaAssert = 710,
  CudaFirstFault = 714,
  CudaLastFault = 719
};

/* Options. */
enum {
  CudaErrorLog = 5, ///< the compiler's log, and its capacity
  CudaErrorLogBytes = 6,
  CudaStreamNonBlocking = 1 ///< does not wait for the default stream
};

/// The functions that are used, as X(member, name, parameters).
#define ONNXOPS_CUDA_FUNCTIONS(X)                                              \
  X(init, "cuInit", (unsigned flags))                                          \
  X(errorName, "cuGetErrorName", (CudaResult result, const char **name))       \
  X(deviceCount, "cuDeviceGetCount", (int *count))                             \
  X(deviceGet, "cuDeviceGet", (int *device, int number))                       \
  X(deviceName, "cuDeviceGetName", (char *name, int bytes, int device))        \
  X(retain, "cuDevicePrimaryCtxRetain", (CudaContext * context, int device))   \
  X(release, "cuDevicePrimaryCtxRelease_v2", (int device))                     \
  X(push, "cuCtxPushCurrent_v2", (CudaContext context))                        \
  X(pop, "cuCtxPopCurrent_v2", (CudaContext * context))                        \
  X(synchronize, "cuCtxSynchronize", (void))                                   \
  X(allocate, "cuMemAlloc_v2", (CudaAddress * address, size_t bytes))          \
  X(free, "cuMemFree_v2", (CudaAddress address))                               \
  X(allocateHost, "cuMemAllocHost_v2", (void **data, size_t bytes))            \
  X(freeHost, "cuMemFreeHost", (void *data))                                   \
  X(upload, "cuMemcpyHtoD_v2",                                                 \
    (CudaAddress to, const void *from, size_t bytes))                          \
  X(download, "cuMemcpyDtoH_v2", (void *to, CudaAddress from, size_t bytes))   \
  X(queueUpload, "cuMemcpyHtoDAsync_v2",                                       \
    (CudaAddress to, const void *from, size_t bytes, CudaStreamHandle stream)) \
  X(queueDownload, "cuMemcpyDtoHAsync_v2",                                     \
    (void *to, CudaAddress from, size_t bytes, CudaStreamHandle stream))       \
  X(queueCopy, "cuMemcpyDtoDAsync_v2",                                         \
    (CudaAddress to, CudaAddress from, size_t bytes, CudaStreamHandle stream)) \
  X(streamCreate, "cuStreamCreate",                                            \
    (CudaStreamHandle * stream, unsigned flags))                               \
  X(streamDestroy, "cuStreamDestroy_v2", (CudaStreamHandle stream))            \
  X(streamSynchronize, "cuStreamSynchronize", (CudaStreamHandle stream))       \
  X(streamQuery, "cuStreamQuery", (CudaStreamHandle stream))                   \
  X(eventCreate, "cuEventCreate", (CudaEvent * event, unsigned flags))         \
  X(eventDestroy, "cuEventDestroy_v2", (CudaEvent event))                      \
  X(eventRecord, "cuEventRecord", (CudaEvent event, CudaStreamHandle stream))  \
  X(eventSynchronize, "cuEventSynchronize", (CudaEvent event))                 \
  X(eventElapsed, "cuEventElapsedTime",                                        \
    (float *milliseconds, CudaEvent begin, CudaEvent end))                     \
  X(moduleLoad, "cuModuleLoadDataEx",                                          \
    (CudaModule * module, const void *image, unsigned count, int *options,     \
     void **values))                                                           \
  X(moduleUnload, "cuModuleUnload", (CudaModule module))                       \
  X(moduleFunction, "cuModuleGetFunction",                                     \
    (CudaFunction * function, CudaModule module, const char *name))            \
  X(launch, "cuLaunchKernel",                                                  \
    (CudaFunction function, unsigned gridX, unsigned gridY, unsigned gridZ,    \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     CudaStreamHandle stream, void **arguments, void **extra))

typedef struct CudaFunctions {
#define ONNXOPS_CUDA_MEMBER(member, name, parameters)                          \
  CudaResult(*member) parameters;
  ONNXOPS_CUDA_FUNCTIONS(ONNXOPS_CUDA_MEMBER)
#undef ONNXOPS_CUDA_MEMBER
} CudaFunctions;

/// A kernel that is ready to run.
typedef struct CudaKernel {
  struct CudaKernel *next; ///< in its bucket
  uint64_t hash[2];        ///< of the module
  CudaModule module;
  bool ownsModule; ///< true of the first kernel of a module
  CudaFunction function;
  char name[];
} CudaKernel;

enum { CudaKernelBuckets = 64 };

typedef struct CudaDevice {
  OnnxopsDevice base;
  CudaFunctions cuda;
  int number;
  CudaContext context; ///< the device's primary context, as in most programs
  atomic_bool isLost;  ///< every later call fails
  pthread_mutex_t kernelLock;
  CudaKernel *kernels[CudaKernelBuckets];
} CudaDevice;

static inline CudaDevice *onnxopsImplCuda(OnnxopsDevice *device) {
  return (CudaDevice *)(void *)device;
}

/// Bytes of half a ring, at first.
enum { CudaSmallestHalf = 256 << 10 };

typedef struct CudaStream {
  DeviceStream base;
  CudaStreamHandle stream;
  bool isCallers;
  char *host;           ///< the ring written by the host
  CudaAddress device;   ///< the ring read by kernels
  int64_t half;         ///< bytes of half a ring
  int current;          ///< the half that is being filled
  int64_t used;         ///< bytes of it
  CudaEvent passed[2];  ///< recorded when the device has left a half
  bool isPassing[2];    ///< the event was recorded
  CudaEvent begin, end; ///< of the kernels of a call; null for the caller's
  bool hasBegun, hasEnded;
  bool isPending; ///< work may still run
} CudaStream;

static inline CudaStream *onnxopsImplCudaStream(DeviceStream *stream) {
  return (CudaStream *)(void *)stream;
}

static inline CudaDevice *onnxopsImplCudaOf(const CudaStream *stream) {
  return onnxopsImplCuda(stream->base.device);
}

/// Replaces the rings of the stream, which must be unused, by rings with halves
/// of `half` bytes.
bool onnxopsImplMakeCudaRings(CudaStream *stream, int64_t half,
                              DeviceFailure *failure);

/// Whether a function of the driver has succeeded; writes the failure
/// otherwise.
bool onnxopsImplCudaSucceeds(CudaDevice *device, CudaResult result,
                             const char *function, DeviceFailure *failure);

/// Makes the device's context current in the thread, until
/// onnxopsImplLeaveCuda. Fails for a lost device; then there is nothing to
/// leave.
bool onnxopsImplEnterCuda(CudaDevice *device, DeviceFailure *failure);
void onnxopsImplLeaveCuda(CudaDevice *device);

/// A kernel of a module, made on first use. Null with a failure.
const CudaKernel *onnxopsImplCudaKernel(CudaDevice *device,
                                        const OnnxopsDeviceCode *code,
                                        const char *name,
                                        DeviceFailure *failure);
void onnxopsImplFreeCudaKernels(CudaDevice *device);

/* The stream's part of DeviceOps. */
DeviceStream *onnxopsImplOpenCudaStream(OnnxopsDevice *device, void *callers,
                                        DeviceFailure *failure);
void onnxopsImplCloseCudaStream(DeviceStream *stream);
bool onnxopsImplCudaLaunch(DeviceStream *stream, const OnnxopsDeviceCode *code,
                           const char *kernel, const int64_t *table,
                           int64_t words, int64_t blocks,
                           DeviceFailure *failure);
bool onnxopsImplCudaCopy(DeviceStream *stream, const DeviceCopy *copies,
                         int64_t count, DeviceFailure *failure);
bool onnxopsImplCudaWrite(DeviceStream *stream, void *to, const void *from,
                          int64_t bytes, DeviceFailure *failure);
bool onnxopsImplCudaRead(DeviceStream *stream, const DeviceCopy *copies,
                         int64_t count, DeviceFailure *failure);
bool onnxopsImplCudaFinish(DeviceStream *stream, DeviceFailure *failure);
bool onnxopsImplCudaLeave(DeviceStream *stream, DeviceFailure *failure);
bool onnxopsImplCudaIsDone(DeviceStream *stream);
void onnxopsImplCudaAbandon(DeviceStream *stream);
int64_t onnxopsImplCudaTime(const DeviceStream *stream);
void onnxopsImplCudaResetTime(DeviceStream *stream);

#endif /* ONNXOPS_LIB_RUNTIME_DEVICE_CUDA_H */
