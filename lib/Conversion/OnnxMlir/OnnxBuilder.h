//===- OnnxBuilder.h - builds ops of onnx-mlir ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Generic ops of the dialect onnx, in the syntax of the release that the
// module came from, and what upstream ops are in that dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H
#define ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H

#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

class OnnxBuilder {
public:
  /// `hasProperties` says whether attributes of operators stand in properties.
  OnnxBuilder(MLIRContext *context, bool hasProperties)
      : builder(context), hasProperties(hasProperties) {}

  /// Builds an op before `place`, at its location. `own` are the attributes of
  /// the operator, `others` those about the op.
  Operation *create(Operation *place, StringRef name, TypeRange types,
                    ValueRange operands, NamedAttrList own = {},
                    ArrayRef<NamedAttribute> others = {});

  /// An onnx.Constant, of integers as a vector of i64.
  Value createConstant(Operation *place, TypedAttr value,
                       ArrayRef<NamedAttribute> others = {});
  Value createIntegers(Operation *place, ArrayRef<int64_t> values);

  OpBuilder builder;

private:
  bool hasProperties;
};

/// Puts ops of onnx-mlir in the place of an upstream op that our passes leave:
/// a constant, a cast or a view of a tensor. Returns whether it was one, and
/// one that onnx-mlir has an operator for.
bool giveUpstreamOp(OnnxBuilder &onnx, Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXMLIR_ONNXBUILDER_H
