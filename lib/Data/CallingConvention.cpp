//===- CallingConvention.cpp - values in and out of a call ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between host values and the slots of compiled functions.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/CallingConvention.h"

using namespace mlir::onnxops;
using llvm::createStringError;

static llvm::Error makeDeviceError(OnnxopsDevice *device) {
  return createStringError(onnxopsDeviceError(device));
}

llvm::Expected<DeviceMemory> mlir::onnxops::upload(OnnxopsDevice *device,
                                                   const TensorData &tensor) {
  if (tensor.isString())
    return createStringError("expected numbers, but got " +
                             describeType(tensor) + ", which no device has");
  llvm::ArrayRef<char> bytes = tensor.getBytes();
  DeviceMemory memory(onnxopsDeviceAllocate(device, bytes.size()), {device});
  if (!memory ||
      onnxopsDeviceUpload(device, memory.get(), bytes.data(), bytes.size()))
    return makeDeviceError(device);
  return memory;
}

// Appends a copy of an element, through the device if there is one.
static llvm::Error append(OnnxopsSequence *sequence, const TensorData &element,
                          OnnxopsDevice *device) {
  OnnxopsValue slot = element.getSlot();
  DeviceMemory memory;
  if (device) {
    auto copy = upload(device, element);
    if (!copy)
      return copy.takeError();
    memory = std::move(*copy);
    slot.data = memory.get();
  }
  if (onnxopsSequenceAppend(sequence, &slot) == 0)
    return llvm::Error::success();
  return createStringError(
      "cannot put " + describeType(element) + " into a sequence of " +
      onnxopsElementName(onnxopsSequenceElementType(sequence)) + " tensors");
}

llvm::Expected<SequenceHandle>
mlir::onnxops::makeSequence(const SequenceData &sequence,
                            OnnxopsDevice *device) {
  SequenceHandle handle(onnxopsSequenceCreateOn(sequence.elementType, device));
  if (!handle)
    return createStringError("not enough memory for a sequence");
  for (const TensorData &element : sequence.elements)
    if (llvm::Error error = append(handle.get(), element, device))
      return std::move(error);
  return handle;
}

OnnxopsValue mlir::onnxops::getSlot(OnnxopsSequence *sequence) {
  OnnxopsValue slot = {};
  slot.kind = ONNXOPS_SEQUENCE;
  slot.elementType = onnxopsSequenceElementType(sequence);
  slot.data = sequence;
  return slot;
}

static llvm::Expected<TensorData> copyTensor(const OnnxopsValue &slot,
                                             OnnxopsDevice *device) {
  llvm::Expected<TensorData> tensor = TensorData::create(
      slot.elementType, llvm::ArrayRef(slot.sizes, slot.rank));
  if (!tensor)
    return tensor.takeError();
  if (tensor->isString()) {
    auto *strings = static_cast<const OnnxopsString *const *>(slot.data);
    for (int64_t i = 0; i < tensor->getNumElements(); ++i)
      tensor->setString(
          i, {strings[i]->data, static_cast<size_t>(strings[i]->size)});
    return tensor;
  }
  llvm::MutableArrayRef<char> bytes = tensor->getMutableBytes();
  if (bytes.empty())
    return tensor;
  if (!device)
    std::memcpy(bytes.data(), slot.data, bytes.size());
  else if (onnxopsDeviceDownload(device, bytes.data(), slot.data, bytes.size()))
    return makeDeviceError(device);
  return tensor;
}

llvm::Expected<HostValue> mlir::onnxops::copySlot(const OnnxopsValue &slot,
                                                  OnnxopsDevice *device) {
  if (slot.kind == ONNXOPS_TENSOR)
    return copyTensor(slot, device);
  auto *sequence = static_cast<const OnnxopsSequence *>(slot.data);
  SequenceData copy;
  copy.elementType = onnxopsSequenceElementType(sequence);
  for (int64_t i = 0, e = onnxopsSequenceLength(sequence); i < e; ++i) {
    llvm::Expected<TensorData> element =
        copyTensor(onnxopsSequenceElement(sequence, i), device);
    if (!element)
      return element.takeError();
    copy.elements.push_back(std::move(*element));
  }
  return copy;
}
