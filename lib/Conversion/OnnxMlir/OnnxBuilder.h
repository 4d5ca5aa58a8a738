//===- OnnxBuilder.h - builds ops of onnx-mlir ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds generic ops of the dialect onnx, in the syntax of the onnx-mlir
// release that created the module, and converts upstream ops to that dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H

#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

class OnnxBuilder {
public:
  /// `hasProperties`: whether attributes of operators are stored as properties.
  OnnxBuilder(MLIRContext *context, bool hasProperties)
      : builder(context), hasProperties(hasProperties) {}

  /// Builds an op before `place`, at its location. `own` are the attributes of
  /// the operator, `others` are discardable attributes.
  Operation *create(Operation *place, StringRef name, TypeRange types,
                    ValueRange operands, NamedAttrList own = {},
                    ArrayRef<NamedAttribute> others = {});

  /// Builds an onnx.Constant; createIntegers builds a vector of i64.
  Value createConstant(Operation *place, TypedAttr value,
                       ArrayRef<NamedAttribute> others = {});
  Value createIntegers(Operation *place, ArrayRef<int64_t> values);

  OpBuilder builder;

private:
  bool hasProperties;
};

/// Replaces an upstream op that passes of the dialect create, a constant, a
/// cast or a view of a tensor, by ops of onnx-mlir. Returns false for other
/// ops, and if onnx-mlir has no equivalent.
bool convertUpstreamOp(OnnxBuilder &onnx, Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H
