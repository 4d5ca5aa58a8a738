//===- SchemaTypes.h - types in the texts of schemas ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads parameters and type constraints: "T*" and "T=float|seq(float)".
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_ONNX_SCHEMATYPES_H
#define ONNXOPS_LIB_ONNX_SCHEMATYPES_H

#include "onnxops/Onnx/Schemas.h"

namespace mlir::onnxops {

/// A formal operand or result.
struct SchemaParameter {
  StringRef type; ///< a type, or the name of a constraint
  bool isOptional = false, isVariadic = false;
  bool isHeterogeneous = false; ///< variadic, of any types
};

SmallVector<SchemaParameter> parseParameters(StringRef parameters);

/// The parameter of operand or result `index`: a variadic one is the last, and
/// stands for all that follow. Null if there are fewer.
const SchemaParameter *getParameter(ArrayRef<SchemaParameter> parameters,
                                    unsigned index);

/// The alternatives of a constraint: "float|bf16" for "T", if T is that. Names
/// of types stand for themselves.
StringRef getConstraint(const OnnxSchema &schema, StringRef name);

/// The element type of that name, null if it is a list or not known.
Type parseElementType(StringRef name, MLIRContext *context);

/// Whether a constraint lists a tensor or sequence type.
bool acceptsType(StringRef constraint, Type type);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_ONNX_SCHEMATYPES_H
