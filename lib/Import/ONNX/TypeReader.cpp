//===- TypeReader.cpp - read declared types of an ONNX file ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts a TypeProto to a DeclaredType: tensors, sequences of tensors, and
// optional ones.
//
//===----------------------------------------------------------------------===//

#include "GraphReader.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Support/Limits.h"

#include <google/protobuf/text_format.h>
#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

// Exporters write an unknown size as -1, too.
static constexpr int64_t kUnknownSize = -1;

static llvm::Expected<GraphDimension>
readDimension(const onnx::TensorShapeProto::Dimension &proto) {
  GraphDimension dimension;
  if (proto.has_dim_param())
    dimension.symbol = proto.dim_param();
  if (!proto.has_dim_value() || proto.dim_value() == kUnknownSize)
    return dimension;
  // In MLIR, a negative size may mean "dynamic".
  if (proto.dim_value() < 0)
    return llvm::createStringError("expected sizes of 0 or more, but got " +
                                   Twine(proto.dim_value()));
  dimension.size = proto.dim_value();
  return dimension;
}

static llvm::Expected<DeclaredType>
readTensorType(const onnx::TypeProto::Tensor &proto, MLIRContext *context) {
  DeclaredType type;
  type.elementType = proto.elem_type();
  type.foreignElement = getStoredElement(type.elementType, context).type;
  if (!onnxopsElementBytes(type.elementType) && !type.foreignElement)
    return llvm::createStringError("unsupported element type " +
                                   Twine(type.elementType));
  if (!proto.has_shape())
    return type;
  if (llvm::Error error = checkRank(proto.shape().dim_size()))
    return error;
  type.dimensions.emplace();
  for (const auto &dimensionProto : proto.shape().dim()) {
    llvm::Expected<GraphDimension> dimension = readDimension(dimensionProto);
    if (!dimension)
      return dimension.takeError();
    type.dimensions->push_back(std::move(*dimension));
  }
  return type;
}

// Reads a type that is not optional.
static llvm::Expected<DeclaredType> readValueType(const onnx::TypeProto &proto,
                                                  MLIRContext *context) {
  if (proto.has_tensor_type())
    return readTensorType(proto.tensor_type(), context);
  if (!proto.has_sequence_type() ||
      !proto.sequence_type().elem_type().has_tensor_type())
    return llvm::createStringError("expected the type to be a tensor, a "
                                   "sequence of tensors, or optional");
  llvm::Expected<DeclaredType> type =
      readTensorType(proto.sequence_type().elem_type().tensor_type(), context);
  if (type)
    type->isSequence = true;
  return type;
}

llvm::Expected<DeclaredType>
mlir::onnxops::readType(const onnx::TypeProto &proto, MLIRContext *context) {
  if (!proto.has_optional_type())
    return readValueType(proto, context);
  llvm::Expected<DeclaredType> type =
      readValueType(proto.optional_type().elem_type(), context);
  if (type)
    type->isOptional = true;
  return type;
}

// Whether a tensor, alone or inside a sequence or an optional type, is what
// counts.
static bool isOtherKind(const onnx::TypeProto &proto) {
  if (proto.has_optional_type())
    return isOtherKind(proto.optional_type().elem_type());
  if (proto.has_sequence_type())
    return !proto.sequence_type().elem_type().has_tensor_type();
  return !proto.has_tensor_type();
}

llvm::Expected<DeclaredType>
mlir::onnxops::readAnyType(const onnx::TypeProto &proto, MLIRContext *context) {
  if (proto.value_case() == onnx::TypeProto::VALUE_NOT_SET ||
      !isOtherKind(proto))
    return readType(proto, context);
  google::protobuf::TextFormat::Printer printer;
  printer.SetSingleLineMode(true);
  DeclaredType type;
  if (!printer.PrintToString(proto, &type.otherKind))
    return llvm::createStringError("the type cannot be written as text");
  type.otherKind = StringRef(type.otherKind).rtrim().str();
  return type;
}
