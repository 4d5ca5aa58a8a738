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

llvm::Expected<SequenceHandle>
mlir::onnxops::makeSequence(const SequenceData &sequence) {
  SequenceHandle handle(onnxopsSequenceCreate(sequence.elementType));
  if (!handle)
    return createStringError("not enough memory for a sequence");
  for (const TensorData &element : sequence.elements) {
    OnnxopsValue slot = element.getSlot();
    if (onnxopsSequenceAppend(handle.get(), &slot))
      return createStringError(
          "cannot put " + describeType(element) + " into a sequence of " +
          onnxopsElementName(sequence.elementType) + " tensors");
  }
  return handle;
}

OnnxopsValue mlir::onnxops::getSlot(OnnxopsSequence *sequence) {
  OnnxopsValue slot = {};
  slot.kind = ONNXOPS_SEQUENCE;
  slot.elementType = onnxopsSequenceElementType(sequence);
  slot.data = sequence;
  return slot;
}

static llvm::Expected<TensorData> copyTensor(const OnnxopsValue &slot) {
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
  if (!bytes.empty())
    std::memcpy(bytes.data(), slot.data, bytes.size());
  return tensor;
}

llvm::Expected<HostValue> mlir::onnxops::copySlot(const OnnxopsValue &slot) {
  if (slot.kind == ONNXOPS_TENSOR)
    return copyTensor(slot);
  auto *sequence = static_cast<const OnnxopsSequence *>(slot.data);
  SequenceData copy;
  copy.elementType = onnxopsSequenceElementType(sequence);
  for (int64_t i = 0, e = onnxopsSequenceLength(sequence); i < e; ++i) {
    llvm::Expected<TensorData> element =
        copyTensor(onnxopsSequenceElement(sequence, i));
    if (!element)
      return element.takeError();
    copy.elements.push_back(std::move(*element));
  }
  return copy;
}
