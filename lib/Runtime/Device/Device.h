/*===- Device.h - the common part of devices ----------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A device is a set of functions of one driver, and the parts common to all
 * drivers: memory in blocks that are subdivided, constants, texts of failures.
 * Nothing here depends on a context: a failure is written to the caller's
 * buffer.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_DEVICE_DEVICE_H
#define ONNXOPS_LIB_RUNTIME_DEVICE_DEVICE_H

#include "onnxops/ABI/Device.h"
#include "onnxops/ABI/GeneratedCode.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

/// Alignment in bytes of all device memory: fastest for copies and kernels on
/// every device.
enum { onnxopsDeviceAlignment = 256 };

/// One line about a failure.
typedef struct DeviceFailure {
  char text[640];
} DeviceFailure;

typedef struct DeviceBlock DeviceBlock;

/// A part of a block that is allocated as a whole. The links are for its
/// current owner.
typedef struct Suballocation {
  struct Suballocation *next, *previous;
  DeviceBlock *block;
  const void *owner; ///< a context; the device for a caller; null when free
  int64_t call;      ///< of a cached one: the number of the call that had it
} Suballocation;

/// An allocation of the driver, divided into suballocations of one size.
struct DeviceBlock {
  uint64_t address;    ///< of the first suballocation, aligned
  int64_t bytes;       ///< of all suballocations
  char *mapped;        ///< host address of the first one, or null
  int64_t offset;      ///< of the first one in the driver's allocation
  uint64_t handles[2]; ///< of the driver
  int64_t suballocationBytes;
  int64_t suballocationCount;
  int64_t suballocationsUsed;
  Suballocation *freeSuballocations;
  DeviceBlock *nextFree, *previousFree; ///< of a class with space
  Suballocation suballocations[];
};

/// A copy from one device address to another. The two do not overlap.
typedef struct DeviceCopy {
  void *to;
  const void *from;
  int64_t bytes;
} DeviceCopy;

/// A queue of work, in order: each item sees the writes of those before it.
/// Used by one thread at a time.
typedef struct DeviceStream {
  OnnxopsDevice *device;
} DeviceStream;

/// A driver. Functions that return a bool write the failure if it is false.
typedef struct DeviceOps {
  const char *kind;
  int32_t format; ///< of OnnxopsDeviceCode
  void (*close)(OnnxopsDevice *device);

  /// Allocates `block->bytes`, and fills in the fields before
  /// `suballocationBytes`.
  bool (*allocate)(OnnxopsDevice *device, DeviceBlock *block,
                   DeviceFailure *failure);
  void (*free)(OnnxopsDevice *device, DeviceBlock *block);

  /// Copies from or to host memory, after all work submitted before.
  bool (*upload)(OnnxopsDevice *device, void *to, const void *from,
                 int64_t bytes, DeviceFailure *failure);
  bool (*download)(OnnxopsDevice *device, void *to, const void *from,
                   int64_t bytes, DeviceFailure *failure);

  /// A stream of the device's own, or on the caller's if that is not null.
  DeviceStream *(*openStream)(OnnxopsDevice *device, void *callers,
                              DeviceFailure *failure);
  /// The stream must have finished.
  void (*closeStream)(DeviceStream *stream);
  bool (*launch)(DeviceStream *stream, const OnnxopsDeviceCode *code,
                 const char *kernel, const int64_t *table, int64_t words,
                 int64_t blocks, DeviceFailure *failure);
  /// Makes `count` copies, in any order.
  bool (*copy)(DeviceStream *stream, const DeviceCopy *copies, int64_t count,
               DeviceFailure *failure);
  /// Copies from host memory, which is read before this returns.
  bool (*write)(DeviceStream *stream, void *to, const void *from, int64_t bytes,
                DeviceFailure *failure);
  /// Waits, and makes `count` copies of a few bytes to host memory.
  bool (*read)(DeviceStream *stream, const DeviceCopy *copies, int64_t count,
               DeviceFailure *failure);
  /// Submits everything and waits until it is done.
  bool (*finish)(DeviceStream *stream, DeviceFailure *failure);
  /// Ends a call: like `finish` on a stream of the device's own. On the
  /// caller's stream the call goes on until it `isDone`.
  bool (*leave)(DeviceStream *stream, DeviceFailure *failure);
  bool (*isDone)(DeviceStream *stream);
  /// Drops work that is not submitted yet and waits for the rest, if it ever
  /// ends.
  void (*abandon)(DeviceStream *stream);
  /// Nanoseconds from the start of the first kernel since the last reset to the
  /// end of the last one that has finished.
  int64_t (*time)(const DeviceStream *stream);
  void (*resetTime)(DeviceStream *stream);
} DeviceOps;

enum {
  DeviceClassCount = 13, ///< suballocations of 256 bytes, 512, ..., 1 MB
  DeviceSuballocationsPerBlock = 64, ///< at least, except for the largest
};

typedef struct DeviceHeap {
  DeviceBlock **blocks; ///< sorted by address
  int64_t count, capacity;
  DeviceBlock *blocksWithSpace[DeviceClassCount];
} DeviceHeap;

/// Constant data on the device.
typedef struct DeviceConstant {
  struct DeviceConstant *next;
  uint64_t hash[2];
  int64_t bytes;
  void *data;
} DeviceConstant;

struct OnnxopsDevice {
  const DeviceOps *ops;
  char name[256];
  char label[288];      ///< the name in messages: "vulkan device 'name'"
  pthread_mutex_t lock; ///< for the heap, and for driver calls that need a lock
  DeviceHeap heap;
  pthread_mutex_t constantsLock;
  DeviceConstant *constants;
  pthread_mutex_t streamLock; ///< for the two below
  DeviceStream *stream;       ///< for copies without a context, null at first
  DeviceFailure error;
};

/// Writes a failure. Returns false, for the caller to return.
__attribute__((cold, format(printf, 2, 3))) bool
onnxopsImplDeviceFail(DeviceFailure *failure, const char *format, ...);

/// Initializes the common part of a device.
void onnxopsImplDeviceInit(OnnxopsDevice *device, const DeviceOps *ops);

/// Sets the name. Messages before that say "vulkan device".
void onnxopsImplNameDevice(OnnxopsDevice *device, const char *name);

/// Destroys the common part. Blocks of memory are freed earlier, by
/// onnxopsImplHeapDestroy, before the driver is closed.
void onnxopsImplDeviceDestroy(OnnxopsDevice *device);

/// Clear sets onnxopsDeviceError to ""; Set replaces it if it is still "".
void onnxopsImplClearDeviceError(OnnxopsDevice *device);
void onnxopsImplSetDeviceError(OnnxopsDevice *device, const char *text);

/// Opens a device of a kind.
OnnxopsDevice *onnxopsImplOpenVulkan(DeviceFailure *failure);
OnnxopsDevice *onnxopsImplOpenCuda(DeviceFailure *failure);

/// A suballocation of at least `bytes`, null with a failure if there is none.
Suballocation *onnxopsImplSuballocate(OnnxopsDevice *device, int64_t bytes,
                                      const void *owner,
                                      DeviceFailure *failure);
void onnxopsImplFreeSuballocation(OnnxopsDevice *device,
                                  Suballocation *suballocation);

/// The suballocation in use at an address, null if there is none.
Suballocation *onnxopsImplFindSuballocation(OnnxopsDevice *device,
                                            const void *data);

/// Whether a block contains `bytes` at an address.
static inline bool onnxopsImplIsInBlock(const DeviceBlock *block,
                                        const void *data, int64_t bytes) {
  const uint64_t inBlock = (uintptr_t)data - block->address;
  return inBlock < (uint64_t)block->bytes && bytes >= 0 &&
         bytes <= block->bytes - (int64_t)inBlock;
}

/// The block that contains `bytes` at an address; it exists as long as one of
/// its suballocations is in use. Null, with a failure, if there is none.
const DeviceBlock *onnxopsImplFindBlock(OnnxopsDevice *device, const void *data,
                                        int64_t bytes, DeviceFailure *failure);

void onnxopsImplHeapDestroy(OnnxopsDevice *device);

static inline void *
onnxopsImplSuballocationData(const Suballocation *suballocation) {
  const DeviceBlock *block = suballocation->block;
  return (void *)(uintptr_t)(block->address +
                             (uint64_t)(suballocation - block->suballocations) *
                                 (uint64_t)block->suballocationBytes);
}

/// Copies on a stream: by one launch of a kernel that copies segments, if its
/// code is given, and by the driver otherwise, some at a time.
typedef struct DeviceCopies {
  DeviceStream *stream;
  DeviceFailure *failure;
  const OnnxopsDeviceCode *code; ///< null for the driver
  const char *kernel;
  int64_t *table; ///< of the kernel, freed when copies end or one fails
  int64_t words, capacity;
  int64_t count; ///< of copies for the driver that are not queued yet
  DeviceCopy copies[256];
} DeviceCopies;

/// Adds the copy of a tensor with any `strides`, in elements, to row-major
/// memory.
bool onnxopsImplAddDeviceCopy(DeviceCopies *copies, void *to, const void *from,
                              int64_t elementBytes, int64_t rank,
                              const int64_t *sizes, const int64_t *strides);

/// Queues the remaining copies.
bool onnxopsImplEndDeviceCopies(DeviceCopies *copies);

/// Copies one tensor, and waits until it is done. The failure becomes
/// onnxopsDeviceError.
bool onnxopsImplCopyOnDevice(OnnxopsDevice *device, void *to, const void *from,
                             int64_t elementBytes, int64_t rank,
                             const int64_t *sizes, const int64_t *strides);

#endif /* ONNXOPS_LIB_RUNTIME_DEVICE_DEVICE_H */
