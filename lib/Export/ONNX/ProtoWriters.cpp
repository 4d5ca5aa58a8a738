//===- ProtoWriters.cpp - write types, constants and attributes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inverse of the importer's readers of types and attributes.
//
//===----------------------------------------------------------------------===//

#include "ProtoWriters.h"

#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Data/TensorProto.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

#include <climits>

using namespace mlir;
using namespace mlir::onnxops;

InFlightDiagnostic mlir::onnxops::emitUnwritable(Operation *op) {
  return op->emitOpError("cannot be written to ONNX: ");
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// As deep as protobuf reads a message from a file.
static constexpr int kMaxTypeDepth = 100;

// The number of an element type, also one that is only stored.
static std::optional<int64_t> getOnnxNumber(Type element) {
  if (StoredElement stored = getStoredElement(element); stored.type)
    return stored.number;
  return getOnnxOfElementType(element);
}

static void writeShape(RankedTensorType type, ArrayAttr dims,
                       bool prefersSymbols, onnx::TensorShapeProto &proto) {
  for (auto [index, size] : llvm::enumerate(type.getShape())) {
    auto *dimension = proto.add_dim();
    StringRef symbol = dims ? cast<StringAttr>(dims[index]).strref() : "";
    bool isKnown = !ShapedType::isDynamic(size);
    if (!symbol.empty() && (prefersSymbols || !isKnown))
      dimension->set_dim_param(symbol.str());
    else if (isKnown)
      dimension->set_dim_value(size);
  }
}

static LogicalResult writeTensorType(ErrorEmitter emit, TensorType type,
                                     ArrayAttr dims, bool prefersSymbols,
                                     onnx::TypeProto &proto) {
  std::optional<int64_t> element = getOnnxNumber(type.getElementType());
  if (!element)
    return emitFailure(emit, "ONNX has no element type ",
                       type.getElementType());
  onnx::TypeProto::Tensor &tensor = *proto.mutable_tensor_type();
  tensor.set_elem_type(*element);
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (!ranked)
    return success();
  if (ranked.getEncoding())
    return emitFailure(emit, "ONNX has no type ", type);
  // Write a shape without dimensions too: otherwise the rank would be unknown
  // instead of 0.
  onnx::TensorShapeProto &shape = *tensor.mutable_shape();
  bool fits = dims && static_cast<int64_t>(dims.size()) == ranked.getRank();
  writeShape(ranked, fits ? dims : ArrayAttr(), prefersSymbols, shape);
  return success();
}

namespace {

/// Drops errors, which protobuf would write to stderr.
struct NoErrors : google::protobuf::io::ErrorCollector {
  void AddError(int, google::protobuf::io::ColumnNumber,
                const std::string &) override {}
};

} // namespace

LogicalResult mlir::onnxops::parseType(StringRef text, onnx::TypeProto &proto) {
  google::protobuf::TextFormat::Parser parser;
  NoErrors errors;
  parser.RecordErrorsTo(&errors);
  parser.SetRecursionLimit(kMaxTypeDepth);
  return success(parser.ParseFromString(text.str(), &proto));
}

LogicalResult mlir::onnxops::writeType(ErrorEmitter emit, Type type,
                                       ArrayAttr dims, bool prefersSymbols,
                                       onnx::TypeProto &proto) {
  if (auto tensor = dyn_cast<TensorType>(type))
    return writeTensorType(emit, tensor, dims, prefersSymbols, proto);
  if (auto sequence = dyn_cast<SequenceType>(type))
    return writeTensorType(emit, sequence.getTensorType(), /*dims=*/{},
                           /*prefersSymbols=*/false,
                           *proto.mutable_sequence_type()->mutable_elem_type());
  if (auto optional = dyn_cast<OptionalType>(type))
    return writeType(emit, optional.getValueType(), /*dims=*/{},
                     /*prefersSymbols=*/false,
                     *proto.mutable_optional_type()->mutable_elem_type());
  // Not declared.
  if (isa<AnyType>(type))
    return success();
  return emitFailure(emit, "ONNX has no type ", type);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

LogicalResult ElementsWriter::addBytes(Operation *op, int64_t size) {
  if (size > INT_MAX - numBytes)
    return emitUnwritable(op)
           << "expected constants of less than 2 GiB in all, but got " << size
           << " bytes after " << numBytes;
  numBytes += size;
  return success();
}

// The data of a resource, empty if there is none.
static ArrayRef<char> getResourceBytes(ElementsAttr elements) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource || !resource.getRawHandle().getBlob())
    return {};
  return resource.getRawHandle().getBlob()->getData();
}

static void writeBytes(int64_t elementType, ElementsAttr elements,
                       ArrayRef<char> bytes, onnx::TensorProto &proto) {
  proto.set_data_type(elementType);
  for (int64_t size : elements.getShapedType().getShape())
    proto.add_dims(size);
  // Not set_raw_data, which copies by way of another string.
  proto.mutable_raw_data()->assign(bytes.data(), bytes.size());
}

// Writes elements that are stored as ONNX packs them.
LogicalResult ElementsWriter::writePacked(Operation *op, ElementsAttr elements,
                                          const StoredElement &stored,
                                          onnx::TensorProto &proto) {
  ArrayRef<char> bytes = getResourceBytes(elements);
  if (bytes.empty() && elements.getNumElements())
    return emitUnwritable(op) << "expected elements of " << stored.type
                              << " to be a resource with data";
  ArrayRef<int64_t> sizes = elements.getShapedType().getShape();
  llvm::Expected<int64_t> count = countElements(ONNXOPS_UINT8, sizes);
  if (!count)
    return emitUnwritable(op) << llvm::toString(count.takeError());
  int64_t expected = llvm::divideCeil(*count, 8 / stored.bits);
  if (static_cast<int64_t>(bytes.size()) != expected)
    return emitUnwritable(op) << "expected " << expected
                              << " bytes of data, but got " << bytes.size();
  if (failed(addBytes(op, expected)))
    return failure();
  writeBytes(stored.number, elements, bytes, proto);
  return success();
}

LogicalResult ElementsWriter::write(Operation *op, ElementsAttr elements,
                                    onnx::TensorProto &proto) {
  if (StoredElement stored = getStoredElement(elements.getElementType());
      stored.type)
    return writePacked(op, elements, stored, proto);
  std::optional<int64_t> element =
      getOnnxOfElementType(elements.getElementType());
  if (!element)
    return emitUnwritable(op)
           << "ONNX has no element type " << elements.getElementType();
  llvm::Expected<int64_t> count =
      countElements(*element, elements.getShapedType().getShape());
  if (!count)
    return emitUnwritable(op) << llvm::toString(count.takeError());
  if (failed(addBytes(op, *count * onnxopsElementBytes(*element))))
    return failure();
  // Bytes of a resource need no copy in between; bools have to be normalized.
  if (ArrayRef<char> bytes = getResourceBytes(elements);
      !bytes.empty() && !elements.getElementType().isInteger(1) &&
      static_cast<int64_t>(bytes.size()) ==
          *count * onnxopsElementBytes(*element)) {
    writeBytes(*element, elements, bytes, proto);
    return success();
  }
  llvm::Expected<TensorData> tensor = copyElements(elements);
  if (!tensor)
    return emitUnwritable(op) << llvm::toString(tensor.takeError());
  encodeTensor(*tensor, proto);
  return success();
}

LogicalResult ElementsWriter::writeInitializer(Operation *op,
                                               ElementsAttr elements,
                                               onnx::TensorProto &proto) {
  if (failed(write(op, elements, proto)))
    return failure();
  if (external)
    numBytes -= external->takeData(proto);
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool isI64(Attribute value) {
  auto integer = dyn_cast<IntegerAttr>(value);
  return integer && integer.getType().isSignlessInteger(64);
}

static bool isF32(Attribute value) {
  auto real = dyn_cast<FloatAttr>(value);
  return real && real.getType().isF32();
}

static float getFloat(Attribute value) {
  return cast<FloatAttr>(value).getValue().convertToFloat();
}

// Writes a list whose elements are of one kind.
static LogicalResult writeList(ArrayAttr list, onnx::AttributeProto &proto) {
  if (llvm::all_of(list, isI64)) {
    proto.set_type(onnx::AttributeProto::INTS);
    for (Attribute value : list)
      proto.add_ints(cast<IntegerAttr>(value).getInt());
    return success();
  }
  if (llvm::all_of(list, isF32)) {
    proto.set_type(onnx::AttributeProto::FLOATS);
    for (Attribute value : list)
      proto.add_floats(getFloat(value));
    return success();
  }
  if (!llvm::all_of(list, llvm::IsaPred<StringAttr>))
    return failure();
  proto.set_type(onnx::AttributeProto::STRINGS);
  for (Attribute value : list)
    proto.add_strings(cast<StringAttr>(value).str());
  return success();
}

// Writes an attribute that is not a tensor. Fails without an error if it is not
// supported.
static LogicalResult writeValue(Attribute value, onnx::AttributeProto &proto) {
  if (auto list = dyn_cast<ArrayAttr>(value))
    return writeList(list, proto);
  if (isI64(value)) {
    proto.set_type(onnx::AttributeProto::INT);
    proto.set_i(cast<IntegerAttr>(value).getInt());
  } else if (isF32(value)) {
    proto.set_type(onnx::AttributeProto::FLOAT);
    proto.set_f(getFloat(value));
  } else if (auto string = dyn_cast<StringAttr>(value)) {
    proto.set_type(onnx::AttributeProto::STRING);
    proto.set_s(string.str());
  } else {
    return failure();
  }
  return success();
}

LogicalResult mlir::onnxops::writeAttribute(Operation *op,
                                            NamedAttribute attribute,
                                            ElementsWriter &constants,
                                            onnx::NodeProto &node) {
  onnx::AttributeProto &proto = *node.add_attribute();
  proto.set_name(attribute.getName().str());
  if (auto elements = dyn_cast<ElementsAttr>(attribute.getValue())) {
    proto.set_type(onnx::AttributeProto::TENSOR);
    return constants.write(op, elements, *proto.mutable_t());
  }
  auto type = dyn_cast<TypeAttr>(attribute.getValue());
  if (type && !isa<AnyType>(type.getValue())) {
    proto.set_type(onnx::AttributeProto::TYPE_PROTO);
    return writeType([&] { return emitUnwritable(op); }, type.getValue(),
                     /*dims=*/{}, /*prefersSymbols=*/false,
                     *proto.mutable_tp());
  }
  if (succeeded(writeValue(attribute.getValue(), proto)))
    return success();
  return emitUnwritable(op)
         << "expected attribute '" << attribute.getName().strref()
         << "' to be an i64, an f32, a string, a tensor, a type or a list, but "
            "got "
         << attribute.getValue();
}
