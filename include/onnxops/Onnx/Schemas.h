//===- Schemas.h - versions of ONNX's operators -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ONNX publishes about each version of each operator, whether or not it is
// lowered here: operands, results, their element types, and attributes. From
// ONNX's lists of operators, in lib/Onnx/Schemas.def.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_ONNX_SCHEMAS_H
#define ONNXOPS_ONNX_SCHEMAS_H

#include "mlir/IR/Operation.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

/// One version of an operator. Schemas.def describes the syntax of the texts.
struct OnnxSchema {
  StringLiteral opType; ///< "domain:operator" outside of the default domain
  int64_t version;      ///< the opset that published it
  StringLiteral inputs, outputs, types, attributes;

  /// Whether this version removed the operator.
  bool isRemoval() const { return types == "deprecated"; }
};

/// The versions of an operator, in order; empty if ONNX has none. `domain` is
/// "" for ONNX's default one.
ArrayRef<OnnxSchema> getSchemas(StringRef domain, StringRef opType);

/// The version of an operator at an opset of its domain, null if there is none.
const OnnxSchema *findSchema(StringRef domain, StringRef opType, int64_t opset);

/// The types of the results of a generic `onnx` op: tensors and sequences of
/// unknown rank. Null for a result whose element type does not follow from the
/// operands and attributes.
SmallVector<Type> inferSchemaTypes(Operation *op, const OnnxSchema &schema);

/// Whether a version has a result `index` that may be of the type. A type that
/// is not known is accepted.
bool acceptsResult(const OnnxSchema &schema, unsigned index, Type type);

/// Verifies that the number of operands and results of a generic `onnx` op,
/// their element types, and its attributes are valid in a version. Otherwise
/// emits an error with the reason and fails.
LogicalResult verifySchema(ErrorEmitter emit, Operation *op,
                           const OnnxSchema &schema);

/// The default of an attribute, "" if there is none.
StringRef getDefaultText(const OnnxSchema &schema, StringRef attribute);

/// Whether a version has the attribute.
bool hasAttribute(const OnnxSchema &schema, StringRef attribute);

} // namespace mlir::onnxops

#endif // ONNXOPS_ONNX_SCHEMAS_H
