//===- TensorDecoder.cpp - ONNX's encodings of tensors --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A TensorProto holds its data as raw bytes, in the one typed field that its
// element type has, or as a part of another file; never in two of them.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "ExternalData.h"
#include "onnxops/Data/TensorProto.h"
#include "llvm/ADT/STLExtras.h"

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <limits>
#include <type_traits>

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::StringRef;
using llvm::Twine;

// The nonempty typed fields.
static llvm::SmallVector<StringRef>
getFilledFields(const onnx::TensorProto &proto) {
  llvm::SmallVector<StringRef> fields;
  auto add = [&](StringRef name, int size) {
    if (size)
      fields.push_back(name);
  };
  add("float_data", proto.float_data_size());
  add("int32_data", proto.int32_data_size());
  add("string_data", proto.string_data_size());
  add("int64_data", proto.int64_data_size());
  add("double_data", proto.double_data_size());
  add("uint64_data", proto.uint64_data_size());
  return fields;
}

// The typed field for data of an element type.
static StringRef getField(int32_t elementType) {
  switch (elementType) {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, field, ...)       \
  case ONNXOPS_##name:                                                         \
    return #field;
#include "onnxops/ABI/ElementTypes.def"
  case ONNXOPS_STRING:
    return "string_data";
  }
  llvm_unreachable("the element type has been checked");
}

// Data in two places, or in the wrong field, is invalid.
static llvm::Error checkFields(const onnx::TensorProto &proto,
                               int32_t elementType) {
  llvm::SmallVector<StringRef> fields = getFilledFields(proto);
  if (!proto.raw_data().empty())
    fields.insert(fields.begin(), "raw_data");
  if (fields.empty())
    return llvm::Error::success();
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return createStringError("expected external data only, but got " +
                             fields.front() + ", too");
  if (fields.size() > 1)
    return createStringError("expected one field of data, but got " +
                             fields[0] + " and " + fields[1]);
  StringRef field = getField(elementType);
  if (fields.front() == field || fields.front() == "raw_data")
    return llvm::Error::success();
  bool mayBeRaw = elementType != ONNXOPS_STRING;
  return createStringError("expected data in " + field +
                           (mayBeRaw ? " or raw_data" : "") + ", but got " +
                           fields.front());
}

namespace {
// Makes the tensor of one proto, whose type and sizes have been checked.
class TensorDecoder {
public:
  TensorDecoder(const onnx::TensorProto &proto, int32_t elementType,
                llvm::ArrayRef<int64_t> sizes, int64_t count,
                ConstantPool &pool)
      : proto(proto), elementType(elementType), sizes(sizes), count(count),
        pool(pool) {}

  llvm::Expected<TensorData> decode(StringRef directory);

private:
  llvm::Expected<TensorData> decodeExternal(StringRef directory);
  llvm::Expected<TensorData> decodeBytes(StringRef bytes);
  llvm::Expected<TensorData> decodeStrings();
  llvm::Expected<TensorData> decodeFields();

  int64_t getNumBytes() const {
    return count * onnxopsElementBytes(elementType);
  }
  llvm::Expected<TensorData> create() {
    return pool.create(elementType, sizes);
  }
  // Copies values of a typed field as elements, or parts of complex elements,
  // of type `Stored`.
  template <typename Stored, typename Values>
  llvm::Expected<TensorData> decodeValues(const Values &values);

  const onnx::TensorProto &proto;
  int32_t elementType;
  llvm::ArrayRef<int64_t> sizes;
  int64_t count; // of elements
  ConstantPool &pool;
};
} // namespace

// Compares lengths before allocating memory: a broken file may request any
// size.
static llvm::Error checkLength(uint64_t expected, uint64_t actual,
                               const char *what) {
  if (actual == expected)
    return llvm::Error::success();
  return createStringError("expected " + Twine(expected) + " " + what +
                           ", but got " + Twine(actual));
}

llvm::Expected<TensorData> TensorDecoder::decodeBytes(StringRef bytes) {
  if (elementType == ONNXOPS_STRING)
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
    else if (entry.key() == "offset" || entry.key() == "length")
      return createStringError("expected " + Twine(entry.key()) +
                               " of external data to be a number of 0 or more, "
                               "but got '" +
                               value + "'");
    else if (entry.key() != "checksum")
      return createStringError("expected location, offset, length or checksum "
                               "of external data, but got '" +
                               Twine(entry.key()) + "'");
  }
  return external;
}

llvm::Expected<TensorData> TensorDecoder::decodeExternal(StringRef directory) {
  if (elementType == ONNXOPS_STRING)
    return createStringError("strings cannot be external data");
  llvm::Expected<ExternalData> external = readExternalEntries(proto);
  if (!external)
    return external.takeError();
  llvm::Expected<InputFile> file =
      openExternalData(*external, directory, getNumBytes());
  if (!file)
    return file.takeError();
  auto readBytes = [&](llvm::MutableArrayRef<char> bytes) -> llvm::Error {
    if (llvm::Error error = file->read(external->offset, bytes))
      return createStringError("external data '" + external->location +
                               "': " + llvm::toString(std::move(error)));
    return llvm::Error::success();
  };
  return pool.read({file->getID(), external->offset}, elementType, sizes,
                   readBytes);
}

llvm::Expected<TensorData> TensorDecoder::decodeStrings() {
  if (llvm::Error error =
          checkLength(count, proto.string_data_size(), "strings"))
    return error;
  uint64_t bytes = 0;
  for (const std::string &string : proto.string_data())
    bytes += sizeof(OnnxopsString) + string.size();
  if (llvm::Error error = pool.add(bytes))
    return error;
  llvm::Expected<TensorData> tensor = create();
  if (!tensor)
    return tensor.takeError();
  for (auto [index, string] : llvm::enumerate(proto.string_data()))
    tensor->setString(index, string);
  return tensor;
}

// A field's values are wider than some types that it stores. For bool, any
// number but 0 is true.
template <typename Stored, typename Values>
static llvm::Error checkRange(const Values &values) {
  using Limits = std::numeric_limits<Stored>;
  if constexpr (std::is_integral_v<Stored> && !std::is_same_v<Stored, bool>) {
    for (auto [index, value] : llvm::enumerate(values))
      if (value < Limits::min() || value > Limits::max())
        return createStringError(
            "expected value " + Twine(index) + " to be in [" +
            Twine(static_cast<int64_t>(Limits::min())) + ", " +
            Twine(static_cast<int64_t>(Limits::max())) + "], but got " +
            Twine(value));
  }
  return llvm::Error::success();
}

template <typename Stored, typename Values>
llvm::Expected<TensorData> TensorDecoder::decodeValues(const Values &values) {
  if (llvm::Error error =
          checkLength(getNumBytes() / sizeof(Stored), values.size(), "values"))
    return error;
  if (llvm::Error error = checkRange<Stored>(values))
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
  switch (elementType) {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, scalar, mlir, field, ...)       \
  case ONNXOPS_##name:                                                         \
    return decodeValues<scalar>(proto.field());
#include "onnxops/ABI/ElementTypes.def"
  case ONNXOPS_STRING:
    return decodeStrings();
  }
  llvm_unreachable("the element type has been checked");
}

llvm::Expected<TensorData> TensorDecoder::decode(StringRef directory) {
  if (proto.data_location() == onnx::TensorProto::EXTERNAL)
    return decodeExternal(directory);
  // A file may have an empty field of raw bytes beside a typed one.
  if (proto.has_raw_data() && getFilledFields(proto).empty())
    return decodeBytes(proto.raw_data());
  return decodeFields();
}

// What must hold for a tensor of any element type.
static llvm::Error checkForm(const onnx::TensorProto &proto,
                             int32_t elementType) {
  if (proto.has_segment())
    return createStringError("tensors in segments are not supported");
  return checkFields(proto, elementType);
}

static llvm::ArrayRef<int64_t> getSizes(const onnx::TensorProto &proto) {
  return {proto.dims().data(), static_cast<size_t>(proto.dims_size())};
}

llvm::Expected<TensorData>
mlir::onnxops::decodeTensor(const onnx::TensorProto &proto,
                            StringRef directory) {
  ModelLimits none;
  none.maxConstantBytes = UINT64_MAX;
  ConstantPool pool(none);
  return decodeTensor(proto, directory, pool);
}

llvm::Expected<TensorData>
mlir::onnxops::decodeTensor(const onnx::TensorProto &proto, StringRef directory,
                            ConstantPool &pool) {
  if (!proto.data_type())
    return createStringError("the tensor has no element type");
  llvm::Expected<int64_t> count =
      countElements(proto.data_type(), getSizes(proto));
  if (!count)
    return count.takeError();
  if (llvm::Error error = checkForm(proto, proto.data_type()))
    return error;
  return TensorDecoder(proto, proto.data_type(), getSizes(proto), *count, pool)
      .decode(directory);
}

llvm::Expected<TensorData>
mlir::onnxops::decodePacked(const onnx::TensorProto &proto, unsigned bits,
                            StringRef directory, ConstantPool &pool) {
  // There are at most 8 bits to an element, so that this cannot overflow.
  llvm::Expected<int64_t> count = countElements(ONNXOPS_UINT8, getSizes(proto));
  if (!count)
    return count.takeError();
  if (llvm::Error error = checkForm(proto, ONNXOPS_UINT8))
    return error;
  unsigned perByte = 8 / bits;
  int64_t numBytes = *count / perByte + (*count % perByte != 0);
  return TensorDecoder(proto, ONNXOPS_UINT8, numBytes, numBytes, pool)
      .decode(directory);
}
