//===- ModelMetadata.h - metadata of models as attributes -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of discardable attributes for metadata of a model file without
// effect on its ops: documentation, versions, producers. Importers set them,
// exporters write them back, and passes ignore them, except that a conversion
// to another opset drops functions. An attribute is present only if the file
// has the information.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H

#include "llvm/ADT/StringRef.h"

namespace mlir::onnxops::metadata {

/// A string: the documentation of the model (on the module), the graph (on the
/// function), an input or output (on an argument or result), a node or an
/// initializer (on its op), or a subgraph (on its terminator).
constexpr llvm::StringLiteral kDocAttr = "onnxops.doc";

/// On a result of unknown rank: the ranked type that the model declares, if
/// any.
constexpr llvm::StringLiteral kDeclaredAttr = "onnxops.declared";

/// On an argument or result of type !onnxops.any, a string: the type that the
/// model declares, such as a map, as protobuf writes a TypeProto in text.
constexpr llvm::StringLiteral kTypeProtoAttr = "onnxops.type_proto";

/// On the module, a dictionary: the opset, an i64, of each domain except ONNX's
/// default domain.
constexpr llvm::StringLiteral kDomainsAttr = "onnxops.domains";

/// On the module, a dictionary of the entries below.
constexpr llvm::StringLiteral kModelAttr = "onnxops.model";
/// The name of the graph if the module has no `graph` entry.
constexpr llvm::StringLiteral kDefaultGraph = "main";
constexpr llvm::StringLiteral kDomain = "domain"; ///< a string
/// A unit: constants of the model are in another file.
constexpr llvm::StringLiteral kExternalData = "external_data";
/// An array of strings: the functions of the model, each the bytes of a
/// FunctionProto.
constexpr llvm::StringLiteral kFunctions = "functions";
/// An array of strings: the calls of these functions that were inlined, outer
/// ones first, which exportONNX may write again. Each is the bytes of a
/// GraphProto. Its first node is the call; its outputs name the values that the
/// nodes in place of the call make. Further nodes are these as exportONNX would
/// have written them, if recordCalls has added them, and initializers the
/// constants among these values and those of at most 1 KiB that the call reads.
constexpr llvm::StringLiteral kCalls = "calls";
constexpr llvm::StringLiteral kGraph = "graph"; ///< a string, its name
/// Versions of ONNX's file format: the first with opsets, and the first with
/// initializers that are not inputs.
constexpr int64_t kFirstFormat = 3;
constexpr int64_t kFormatOfConstants = 4;
constexpr llvm::StringLiteral kIRVersion = "ir_version"; ///< an i64
constexpr llvm::StringLiteral kMetadata = "metadata";    ///< [["key", "value"]]
constexpr llvm::StringLiteral kProducer = "producer";    ///< a string
constexpr llvm::StringLiteral kProducerVersion = "producer_version"; ///< ditto
constexpr llvm::StringLiteral kVersion = "version";                  ///< an i64

/// For conversion back to onnx-mlir. On an op, a dictionary: the attributes
/// that onnx-mlir's op omitted, with their default values. On the module, a
/// unit attribute: its ops stored their attributes as properties.
constexpr llvm::StringLiteral kAbsentAttr = "onnxops.absent";
constexpr llvm::StringLiteral kPropertiesAttr = "onnxops.properties";

} // namespace mlir::onnxops::metadata

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H
