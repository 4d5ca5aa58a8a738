//===- TensorProto.cpp - ONNX's .pb files and tensors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decodes and encodes TensorProto and SequenceProto.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorProto.h"

#include "Elements.h"
#include "ExternalData.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <climits>

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

namespace path = llvm::sys::path;

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

static llvm::Error checkMessageSize(size_t size) {
  if (size <= INT_MAX)
    return llvm::Error::success();
  return createStringError("expected a message of less than 2 GiB, but got " +
                           Twine(size) + " bytes");
}

llvm::Error mlir::onnxops::readMessage(StringRef file,
                                       google::protobuf::MessageLite &message) {
  // Protobuf would explain on standard error what the caller will.
  [[maybe_unused]] static auto *previousHandler =
      google::protobuf::SetLogHandler(nullptr);
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false);
  if (!buffer)
    return llvm::errorCodeToError(buffer.getError());
  size_t size = (*buffer)->getBufferSize();
  if (size == 0)
    return createStringError("the file is empty");
  if (llvm::Error error = checkMessageSize(size))
    return error;
  if (!message.ParseFromArray((*buffer)->getBufferStart(), size))
    return createStringError("not an " + message.GetTypeName() +
                             ", or not all of one");
  return llvm::Error::success();
}

llvm::Error
mlir::onnxops::writeMessage(StringRef file,
                            const google::protobuf::MessageLite &message) {
  if (llvm::Error error = checkMessageSize(message.ByteSizeLong()))
    return error;
  std::string bytes = message.SerializeAsString();
  return llvm::writeToOutput(file, [&](llvm::raw_ostream &os) {
    os << bytes;
    return llvm::Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

namespace {
// Makes the tensor of one proto, whose type and sizes have been checked.
class TensorDecoder {
public:
  TensorDecoder(const onnx::TensorProto &proto, int64_t count)
      : proto(proto), count(count) {}

  llvm::Expected<TensorData> decodeExternal(StringRef directory);
  llvm::Expected<TensorData> decodeBytes(StringRef bytes);
  llvm::Expected<TensorData> decodeStrings();
  llvm::Expected<TensorData> decodeFields();

private:
  int64_t getNumBytes() const {
    return count * onnxopsElementBytes(proto.data_type());
  }
  llvm::Expected<TensorData> create() {
    return TensorData::create(
        proto.data_type(),
        {proto.dims().data(), static_cast<size_t>(proto.dims_size())});
  }
  // Copies values of a typed field as elements, or parts of complex elements,
  // of type `Stored`.
  template <typename Stored, typename Values>
  llvm::Expected<TensorData> decodeValues(const Values &values);

  const onnx::TensorProto &proto;
  int64_t count;
};
} // namespace

// Lengths are compared before memory is had: a broken file may ask for
// anything.
static llvm::Error checkLength(uint64_t expected, uint64_t actual,
                               const char *what) {
  if (actual == expected)
    return llvm::Error::success();
  return createStringError("expected " + Twine(expected) + " " + what +
                           ", but got " + Twine(actual));
}

llvm::Expected<TensorData> TensorDecoder::decodeBytes(StringRef bytes) {
  if (proto.data_type() == ONNXOPS_STRING)
    return createStringError("strings have no raw data");
  if (llvm::Error error =
          checkLength(getNumBytes(), bytes.size(), "bytes of data"))
    return error;
  llvm::Expected<TensorData> tensor = create();
  if (!tensor)
    return tensor.takeError();
  llvm::copy(bytes, tensor->getMutableBytes().begin());
  normalizeBools(*tensor);
  return tensor;
}

static llvm::Expected<ExternalData>
readExternalEntries(const onnx::TensorProto &proto) {
  ExternalData external;
  for (const onnx::StringStringEntryProto &entry : proto.external_data()) {
    StringRef value = entry.value();
    uint64_t number = 0;
    bool isNumber = !value.getAsInteger(10, number) && number <= INT64_MAX;
    if (entry.key() == "location")
      external.location = value;
    else if (entry.key() == "offset" && isNumber)
      external.offset = number;
    else if (entry.key() == "length" && isNumber)
      external.length = number;
    else if (entry.key() != "checksum")
      return createStringError("bad external data: " + Twine(entry.key()) +
                               " '" + value + "'");
  }
  return external;
}

llvm::Expected<TensorData> TensorDecoder::decodeExternal(StringRef directory) {
  if (proto.data_type() == ONNXOPS_STRING)
    return createStringError("strings cannot be external data");
  llvm::Expected<ExternalData> external = readExternalEntries(proto);
  if (!external)
    return external.takeError();
  auto buffer = readExternalData(*external, directory, getNumBytes());
  if (!buffer)
    return buffer.takeError();
  return decodeBytes((*buffer)->getBuffer());
}

llvm::Expected<TensorData> TensorDecoder::decodeStrings() {
  if (llvm::Error error =
          checkLength(count, proto.string_data_size(), "strings"))
    return error;
  llvm::Expected<TensorData> tensor = create();
  if (!tensor)
    return tensor.takeError();
  for (auto [index, string] : llvm::enumerate(proto.string_data()))
    tensor->setString(index, string);
  return tensor;
}

template <typename Stored, typename Values>
llvm::Expected<TensorData> TensorDecoder::decodeValues(const Values &values) {
  if (llvm::Error error =
          checkLength(getNumBytes() / sizeof(Stored), values.size(), "values"))
    return error;
  llvm::Expected<TensorData> tensor = create();
  if (!tensor)
    return tensor.takeError();
  auto *to = reinterpret_cast<Stored *>(tensor->getMutableBytes().data());
  for (auto value : values)
    *to++ = static_cast<Stored>(value);
  return tensor;
}

llvm::Expected<TensorData> TensorDecoder::decodeFields() {
  switch (proto.data_type()) {
  case ONNXOPS_FLOAT32:
  case ONNXOPS_COMPLEX64:
    return decodeValues<float>(proto.float_data());
  case ONNXOPS_FLOAT64:
  case ONNXOPS_COMPLEX128:
    return decodeValues<double>(proto.double_data());
  case ONNXOPS_INT64:
    return decodeValues<int64_t>(proto.int64_data());
  case ONNXOPS_UINT64:
    return decodeValues<uint64_t>(proto.uint64_data());
  case ONNXOPS_UINT32:
    return decodeValues<uint32_t>(proto.uint64_data());
  case ONNXOPS_BOOL:
    return decodeValues<bool>(proto.int32_data());
  case ONNXOPS_INT8:
  case ONNXOPS_UINT8:
    return decodeValues<uint8_t>(proto.int32_data());
  case ONNXOPS_INT16:
  case ONNXOPS_UINT16:
  case ONNXOPS_FLOAT16: // as the bits of the number
  case ONNXOPS_BFLOAT16:
    return decodeValues<uint16_t>(proto.int32_data());
  case ONNXOPS_INT32:
    return decodeValues<int32_t>(proto.int32_data());
  case ONNXOPS_STRING:
    return decodeStrings();
  }
  llvm_unreachable("the element type has been checked");
}

llvm::Expected<TensorData>
mlir::onnxops::decodeTensor(const onnx::TensorProto &proto,
                            StringRef directory) {
  if (!proto.data_type())
    return createStringError("the tensor has no element type");
  if (proto.has_segment())
    return createStringError("tensors in segments are not supported");
  llvm::Expected<int64_t> count = countElements(
      proto.data_type(),
      {proto.dims().data(), static_cast<size_t>(proto.dims_size())});
  if (!count)
    return count.takeError();
  TensorDecoder decoder(proto, *count);
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return decoder.decodeExternal(directory);
  if (proto.has_raw_data())
    return decoder.decodeBytes(proto.raw_data());
  return decoder.decodeFields();
}

llvm::Expected<TensorData> mlir::onnxops::readTensorFile(StringRef file) {
  onnx::TensorProto proto;
  if (llvm::Error error = readMessage(file, proto))
    return error;
  return decodeTensor(proto, path::parent_path(file));
}

llvm::Expected<SequenceData>
mlir::onnxops::readSequenceFile(StringRef file, int32_t elementType) {
  onnx::SequenceProto proto;
  if (llvm::Error error = readMessage(file, proto))
    return error;
  if (proto.elem_type() != onnx::SequenceProto::TENSOR)
    return createStringError("expected a sequence of tensors");
  SequenceData sequence;
  sequence.elementType = elementType;
  for (auto [index, element] : llvm::enumerate(proto.tensor_values())) {
    llvm::Expected<TensorData> tensor =
        decodeTensor(element, path::parent_path(file));
    if (!tensor)
      return createStringError("tensor " + Twine(index) + ": " +
                               llvm::toString(tensor.takeError()));
    if (tensor->getElementType() != elementType)
      return createStringError("tensor " + Twine(index) + ": expected " +
                               onnxopsElementName(elementType) +
                               " elements, but got " + describeType(*tensor));
    sequence.elements.push_back(std::move(*tensor));
  }
  return sequence;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

void mlir::onnxops::encodeTensor(const TensorData &tensor,
                                 onnx::TensorProto &proto) {
  proto.set_data_type(tensor.getElementType());
  for (int64_t size : tensor.getSizes())
    proto.add_dims(size);
  if (!tensor.isString()) {
    proto.set_raw_data(tensor.getBytes().data(), tensor.getBytes().size());
    return;
  }
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    proto.add_string_data(tensor.getString(i).str());
}

llvm::Error mlir::onnxops::writeProtoFile(StringRef file, StringRef name,
                                          const TensorData &tensor) {
  onnx::TensorProto proto;
  proto.set_name(name.str());
  encodeTensor(tensor, proto);
  return writeMessage(file, proto);
}

llvm::Error mlir::onnxops::writeProtoFile(StringRef file, StringRef name,
                                          const HostValue &value) {
  if (auto *tensor = std::get_if<TensorData>(&value))
    return writeProtoFile(file, name, *tensor);
  onnx::SequenceProto proto;
  proto.set_name(name.str());
  proto.set_elem_type(onnx::SequenceProto::TENSOR);
  for (const TensorData &tensor : std::get_if<SequenceData>(&value)->elements)
    encodeTensor(tensor, *proto.add_tensor_values());
  return writeMessage(file, proto);
}
