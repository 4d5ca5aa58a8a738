//===- ProtoWriters.h - write types, constants and attributes ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writers for parts of a model without names. All of them emit one error on the
// op in question if they fail.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_PROTOWRITERS_H
#define ONNXOPS_LIB_EXPORT_ONNX_PROTOWRITERS_H

#include "ExternalConstants.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace onnx {
class AttributeProto;
class NodeProto;
class TensorProto;
class TypeProto;
} // namespace onnx

namespace mlir::onnxops {

/// Starts the error that an op cannot be written; the caller appends the
/// reason.
InFlightDiagnostic emitUnwritable(Operation *op);

/// Writes a tensor or sequence type. `dims` are the symbols of its dimensions,
/// "" for a dimension without one; null if there are none. Writes a symbol
/// instead of a static size only if `prefersSymbols`.
LogicalResult writeType(ErrorEmitter emit, Type type, ArrayAttr dims,
                        bool prefersSymbols, onnx::TypeProto &proto);
/// Parses a type that protobuf has written as text. Emits no error.
LogicalResult parseType(StringRef text, onnx::TypeProto &proto);

/// Writes constants, and counts their bytes: a model has less than 2 GiB in
/// total, and a splat constant takes no memory before it is written.
class ElementsWriter {
public:
  /// Large initializers are written to `external` unless it is null.
  explicit ElementsWriter(ExternalConstants *external) : external(external) {}

  LogicalResult write(Operation *op, ElementsAttr elements,
                      onnx::TensorProto &proto);
  /// The same for an initializer.
  LogicalResult writeInitializer(Operation *op, ElementsAttr elements,
                                 onnx::TensorProto &proto);

private:
  LogicalResult addBytes(Operation *op, int64_t size);
  LogicalResult writePacked(Operation *op, ElementsAttr elements,
                            const StoredElement &stored,
                            onnx::TensorProto &proto);

  ExternalConstants *external;
  int64_t numBytes = 0; // in the model
};

/// Writes an attribute of an operator: an i64, f32, string, tensor, or a list
/// of one of the first three. An empty list is a list of integers.
LogicalResult writeAttribute(Operation *op, NamedAttribute attribute,
                             ElementsWriter &constants, onnx::NodeProto &node);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_PROTOWRITERS_H
