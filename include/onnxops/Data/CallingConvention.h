//===- CallingConvention.h - values in and out of a call --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts host values to and from the slots of compiled functions. For a
// tensor TensorData::getSlot is enough, unless the function runs on a device:
// then its data is in memory of the device.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_CALLINGCONVENTION_H
#define ONNXOPS_DATA_CALLINGCONVENTION_H

#include "onnxops/ABI/Device.h"
#include "onnxops/Data/TensorData.h"

namespace mlir::onnxops {

struct SequenceDeleter {
  void operator()(OnnxopsSequence *sequence) const {
    onnxopsSequenceDestroy(sequence);
  }
};
using SequenceHandle = std::unique_ptr<OnnxopsSequence, SequenceDeleter>;

/// Memory of one device.
struct DeviceMemoryDeleter {
  OnnxopsDevice *device = nullptr;
  void operator()(void *data) const { onnxopsDeviceFree(device, data); }
};
using DeviceMemory = std::unique_ptr<void, DeviceMemoryDeleter>;

/// A copy of the elements of a tensor in memory of a device. Fails, with the
/// device's reason, for strings as well.
llvm::Expected<DeviceMemory> upload(OnnxopsDevice *device,
                                    const TensorData &tensor);

/// A deep copy of `sequence` as a sequence of the run-time library, on a device
/// unless that is null. Fails when there is no memory, or when an element is of
/// another type.
llvm::Expected<SequenceHandle> makeSequence(const SequenceData &sequence,
                                            OnnxopsDevice *device = nullptr);

/// An input slot that refers to `sequence` without owning it.
OnnxopsValue getSlot(OnnxopsSequence *sequence);

/// A deep, row-major copy of the value of a slot, from a device unless that is
/// null. Fails when there is no memory.
llvm::Expected<HostValue> copySlot(const OnnxopsValue &slot,
                                   OnnxopsDevice *device = nullptr);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_CALLINGCONVENTION_H
