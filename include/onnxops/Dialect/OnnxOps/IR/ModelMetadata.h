//===- ModelMetadata.h - what a model says of itself ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of discardable attributes that hold what a model file says and no
// op means: texts for people, versions, origins. Importers leave them,
// exporters write them back, and nothing between looks at them. Each is there
// only where the file says something.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H

#include "llvm/ADT/StringRef.h"

namespace mlir::onnxops::metadata {

/// A string: the text for people that belongs to the model (on the module), the
/// graph (on the function), an input or output (on an argument or result), a
/// node or an initializer (on its op), a subgraph (on its terminator).
constexpr llvm::StringLiteral kDocAttr = "onnxops.doc";

/// On a result of unknown rank: the type that the model declares, if it has a
/// rank.
constexpr llvm::StringLiteral kDeclaredAttr = "onnxops.declared";

/// On the module, a dictionary: the opset, an i64, of each domain but ONNX's
/// default one.
constexpr llvm::StringLiteral kDomainsAttr = "onnxops.domains";

/// On the module, a dictionary of the entries below.
constexpr llvm::StringLiteral kModelAttr = "onnxops.model";
/// The name of a graph that the module says nothing of.
constexpr llvm::StringLiteral kDefaultGraph = "main";
constexpr llvm::StringLiteral kDomain = "domain";     ///< a string
constexpr llvm::StringLiteral kGraph = "graph";       ///< a string, its name
constexpr llvm::StringLiteral kMetadata = "metadata"; ///< [["key", "value"]]
constexpr llvm::StringLiteral kProducer = "producer"; ///< a string
constexpr llvm::StringLiteral kProducerVersion = "producer_version"; ///< ditto
constexpr llvm::StringLiteral kVersion = "version";                  ///< an i64

/// For the way back to onnx-mlir. On an op, a dictionary: the attributes that
/// onnx-mlir's op left to their defaults, and these. On the module, a unit: its
/// ops had their attributes in properties.
constexpr llvm::StringLiteral kAbsentAttr = "onnxops.absent";
constexpr llvm::StringLiteral kPropertiesAttr = "onnxops.properties";

} // namespace mlir::onnxops::metadata

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_MODELMETADATA_H
