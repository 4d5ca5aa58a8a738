//===- OnnxRuntimeValues.cpp - values of ONNX Runtime ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors that are given share their elements, results are copied.
//
//===----------------------------------------------------------------------===//

#include "OnnxRuntimeValues.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::ort;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

static llvm::Expected<OwnedValue> makeStrings(const Library &library,
                                              const TensorData &tensor) {
  OwnedValue value(library.api);
  ArrayRef<int64_t> sizes = tensor.getSizes();
  if (llvm::Error error = library.take(library.api->createTensor(
          library.allocator, sizes.data(), sizes.size(), ONNXOPS_STRING,
          value.slot())))
    return std::move(error);
  std::vector<std::string> texts;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    texts.push_back(tensor.getString(i).str());
  std::vector<const char *> pointers;
  for (const std::string &text : texts)
    pointers.push_back(text.c_str());
  if (llvm::Error error = library.take(library.api->fillStrings(
          value.get(), pointers.data(), pointers.size())))
    return std::move(error);
  return std::move(value);
}

// The value shares the tensor's elements, which the run does not change.
static llvm::Expected<OwnedValue> makeTensor(const Library &library,
                                             const TensorData &tensor) {
  if (tensor.isString())
    return makeStrings(library, tensor);
  OwnedValue value(library.api);
  ArrayRef<int64_t> sizes = tensor.getSizes();
  ArrayRef<char> bytes = tensor.getBytes();
  if (llvm::Error error = library.take(library.api->createTensorWithData(
          library.memory, const_cast<char *>(bytes.data()), bytes.size(),
          sizes.data(), sizes.size(), tensor.getElementType(), value.slot())))
    return std::move(error);
  return std::move(value);
}

llvm::Expected<OwnedValue> ort::makeValue(const Library &library,
                                          const HostValue &given) {
  if (auto *tensor = std::get_if<TensorData>(&given))
    return makeTensor(library, *tensor);
  std::vector<OwnedValue> elements;
  std::vector<const Value *> pointers;
  for (const TensorData &tensor : std::get<SequenceData>(given).elements) {
    llvm::Expected<OwnedValue> element = makeTensor(library, tensor);
    if (!element)
      return element.takeError();
    pointers.push_back(element->get());
    elements.push_back(std::move(*element));
  }
  OwnedValue value(library.api);
  if (llvm::Error error = library.take(library.api->createValue(
          pointers.data(), pointers.size(), ValueType::Sequence, value.slot())))
    return std::move(error);
  return std::move(value);
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static llvm::Error copyStrings(const Library &library, const ort::Value *value,
                               TensorData &tensor) {
  size_t bytes = 0;
  if (llvm::Error error =
          library.take(library.api->getStringsLength(value, &bytes)))
    return error;
  std::string text(bytes, '\0');
  std::vector<size_t> offsets(tensor.getNumElements());
  if (llvm::Error error = library.take(library.api->getStrings(
          value, text.data(), bytes, offsets.data(), offsets.size())))
    return error;
  offsets.push_back(bytes);
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    tensor.setString(i, StringRef(text).slice(offsets[i], offsets[i + 1]));
  return llvm::Error::success();
}

static llvm::Expected<TensorData> copyTensor(const Library &library,
                                             ort::Value *value) {
  const API *api = library.api;
  TensorInfo *info = nullptr;
  if (llvm::Error error = library.take(api->getTensorInfo(value, &info)))
    return std::move(error);
  auto release = llvm::scope_exit([&] { api->releaseTensorInfo(info); });
  int elementType = 0;
  size_t rank = 0;
  if (llvm::Error error = library.take(api->getElementType(info, &elementType)))
    return std::move(error);
  if (llvm::Error error = library.take(api->getRank(info, &rank)))
    return std::move(error);
  std::vector<int64_t> sizes(rank);
  if (llvm::Error error = library.take(api->getSizes(info, sizes.data(), rank)))
    return std::move(error);
  llvm::Expected<TensorData> tensor = TensorData::create(elementType, sizes);
  if (!tensor || tensor->getNumElements() == 0)
    return tensor;
  if (tensor->isString()) {
    if (llvm::Error error = copyStrings(library, value, *tensor))
      return std::move(error);
    return tensor;
  }
  void *data = nullptr;
  if (llvm::Error error = library.take(api->getData(value, &data)))
    return std::move(error);
  MutableArrayRef<char> bytes = tensor->getMutableBytes();
  std::copy_n(static_cast<const char *>(data), bytes.size(), bytes.data());
  return tensor;
}

static llvm::Expected<HostValue> copySequence(const Library &library,
                                              const ort::Value *value) {
  size_t length = 0;
  if (llvm::Error error = library.take(library.api->getLength(value, &length)))
    return std::move(error);
  SequenceData sequence;
  for (size_t i = 0; i < length; ++i) {
    OwnedValue element(library.api);
    if (llvm::Error error = library.take(library.api->getElement(
            value, i, library.allocator, element.slot())))
      return std::move(error);
    llvm::Expected<TensorData> tensor = copyTensor(library, element.get());
    if (!tensor)
      return tensor.takeError();
    sequence.elementType = tensor->getElementType();
    sequence.elements.push_back(std::move(*tensor));
  }
  return HostValue(std::move(sequence));
}

llvm::Expected<HostValue> ort::copyValue(const Library &library, Value *value) {
  ValueType type{};
  if (value)
    if (llvm::Error error =
            library.take(library.api->getValueType(value, &type)))
      return std::move(error);
  if (type == ValueType::Sequence)
    return copySequence(library, value);
  if (type != ValueType::Tensor)
    return llvm::createStringError("expected a tensor or a sequence");
  llvm::Expected<TensorData> tensor = copyTensor(library, value);
  if (!tensor)
    return tensor.takeError();
  return HostValue(std::move(*tensor));
}
