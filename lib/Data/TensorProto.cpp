//===- TensorProto.cpp - ONNX's .pb files and tensors ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes files of one TensorProto or SequenceProto.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorProto.h"

#include "onnxops/Support/InputFile.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
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

llvm::Error
mlir::onnxops::parseMessage(StringRef bytes,
                            google::protobuf::MessageLite &message) {
  // Protobuf would print to standard error what the caller reports.
  [[maybe_unused]] static auto *previousHandler =
      google::protobuf::SetLogHandler(nullptr);
  if (bytes.empty())
    return createStringError("the file is empty");
  if (llvm::Error error = checkMessageSize(bytes.size()))
    return error;
  if (!message.ParseFromArray(bytes.data(), bytes.size()))
    return createStringError("not an " + message.GetTypeName() +
                             ", or not all of one");
  return llvm::Error::success();
}

llvm::Error mlir::onnxops::readMessage(StringRef file,
                                       google::protobuf::MessageLite &message) {
  llvm::Expected<InputFile> input = InputFile::open(file);
  if (!input)
    return input.takeError();
  if (llvm::Error error = checkMessageSize(input->getSize()))
    return error;
  auto buffer = input->readAll(kMaxModelBytes);
  if (!buffer)
    return buffer.takeError();
  return parseMessage((*buffer)->getBuffer(), message);
}

llvm::Expected<std::string>
mlir::onnxops::serializeMessage(const google::protobuf::MessageLite &message) {
  if (llvm::Error error = checkMessageSize(message.ByteSizeLong()))
    return error;
  return message.SerializeAsString();
}

namespace {

/// Writes what protobuf serializes, a block at a time: the bytes of a large
/// model are not in memory twice.
class BlockStream : public google::protobuf::io::CopyingOutputStream {
public:
  explicit BlockStream(llvm::raw_ostream &os) : os(os) {}

  bool Write(const void *block, int size) override {
    os.write(static_cast<const char *>(block), size);
    return true;
  }

private:
  llvm::raw_ostream &os;
};

} // namespace

llvm::Error
mlir::onnxops::printMessage(llvm::raw_ostream &os,
                            const google::protobuf::MessageLite &message) {
  if (llvm::Error error = checkMessageSize(message.ByteSizeLong()))
    return error;
  BlockStream blocks(os);
  google::protobuf::io::CopyingOutputStreamAdaptor stream(&blocks);
  if (!message.SerializeToZeroCopyStream(&stream) || !stream.Flush())
    return createStringError("cannot serialize the message");
  return llvm::Error::success();
}

llvm::Error
mlir::onnxops::writeMessage(StringRef file,
                            const google::protobuf::MessageLite &message) {
  return writeOutput(
      file, [&](llvm::raw_ostream &os) { return printMessage(os, message); });
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

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
// Writing
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

llvm::Error mlir::onnxops::printProtoFile(llvm::raw_ostream &os, StringRef name,
                                          const TensorData &tensor) {
  onnx::TensorProto proto;
  proto.set_name(name.str());
  encodeTensor(tensor, proto);
  return printMessage(os, proto);
}

llvm::Error mlir::onnxops::writeProtoFile(StringRef file, StringRef name,
                                          const TensorData &tensor) {
  return writeOutput(file, [&](llvm::raw_ostream &os) {
    return printProtoFile(os, name, tensor);
  });
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
