/*===- Device.h - devices that compiled functions run on ---------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A device with memory of its own. A function compiled for one is called like
 * any other, with a context that has the device; `data` of its tensors are then
 * device addresses, which host code passes on and never dereferences. The
 * driver's library is loaded when the first device is opened, so that programs
 * without one neither link nor load it. See docs/abi.md for details.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_DEVICE_H
#define ONNXOPS_ABI_DEVICE_H

#include "onnxops/ABI/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// May be used by several threads at once.
typedef struct OnnxopsDevice OnnxopsDevice;

/// Opens the first device of a kind, "vulkan" or "cuda", with all features that
/// compiled code needs. Null if there is none: then `message`, unless null,
/// holds one line with the reason, truncated to `messageBytes`.
OnnxopsDevice *onnxopsDeviceOpen(const char *kind, char *message,
                                 int64_t messageBytes);

/// Closes a device and frees all of its remaining memory. Contexts that use it
/// must be destroyed before, and slots and sequences with its memory released.
/// Null is ignored.
void onnxopsDeviceClose(OnnxopsDevice *device);

/// The kind as which the device was opened, and the driver's name for it. Valid
/// until it is closed.
const char *onnxopsDeviceKind(const OnnxopsDevice *device);
const char *onnxopsDeviceName(const OnnxopsDevice *device);

/// One line on the last failure of the functions of this header and of
/// onnxopsSequenceAppend with the device, "" before the first one. Not to be
/// read while another thread uses the device.
const char *onnxopsDeviceError(const OnnxopsDevice *device);

/// Memory of the device, aligned to 256 bytes. Never null for 0 bytes; null if
/// there is not enough.
void *onnxopsDeviceAllocate(OnnxopsDevice *device, int64_t bytes);

/// Frees memory of onnxopsDeviceAllocate, which must be unused. Null is
/// ignored.
void onnxopsDeviceFree(OnnxopsDevice *device, void *data);

/// Copies from host memory to any address in memory of the device, or back, and
/// has finished on return. Waits for all calls queued before. Returns 0, or 1
/// on failure.
int32_t onnxopsDeviceUpload(OnnxopsDevice *device, void *to, const void *from,
                            int64_t bytes);
int32_t onnxopsDeviceDownload(OnnxopsDevice *device, void *to, const void *from,
                              int64_t bytes);

/// Makes the context one for functions compiled for this device, from the next
/// call on; a null device is the host. `stream` is the queue for the kernels of
/// its calls: null for one of the context's own, on which a call has finished
/// when it returns. With a CUstream of the caller's (cuda only; its default
/// stream is (void *)1, not null) a call returns when everything is queued; see
/// docs/abi.md for what then waits. Not to be called while a call with this
/// context runs. The device must stay open until the context is destroyed or
/// has another.
void onnxopsContextSetDevice(OnnxopsContext *context, OnnxopsDevice *device,
                             void *stream);

/// Nanoseconds from the start of the first kernel of the last call to the end
/// of its last one, by the device's clock. 0 if there was none, the device has
/// no clock, or the stream is the caller's.
int64_t onnxopsContextDeviceTime(const OnnxopsContext *context);

/// Makes an empty sequence with elements in the device's memory, for functions
/// compiled for it. `data` of a tensor that onnxopsSequenceAppend copies is
/// then an address on the same device, and so is `data` that
/// onnxopsSequenceElement returns. Null when out of memory, or for strings,
/// which devices do not support. With a null device, the same as
/// onnxopsSequenceCreate.
OnnxopsSequence *onnxopsSequenceCreateOn(int32_t elementType,
                                         OnnxopsDevice *device);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_DEVICE_H */
